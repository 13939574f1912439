/**
 * Spares whoever is told of faults the outages that he knows: while a store is away every request meets it, and one line
 * a minute for each surface says so. Faults of our own are all told.
 */
import { type Clock, isFresh, type NumericDate, Unavailable } from '../base/index.ts'

const windowSeconds = 60

type Tell = (fault: unknown, surface: string) => void

/** Tells of each fault, and of outages the first of each surface and message in a minute. */
export function sparingOutages({ clock }: { readonly clock: Clock }, tell: Tell): Tell {
  const lastTold = new Map<string, { readonly message: string; readonly at: NumericDate }>()
  return (fault, surface) => {
    if (!(fault instanceof Unavailable)) return tell(fault, surface)
    const now = clock.now()
    const last = lastTold.get(surface)
    if (last?.message === fault.message && isFresh(last.at, windowSeconds, now)) return
    lastTold.set(surface, { message: fault.message, at: now })
    tell(fault, surface)
  }
}
