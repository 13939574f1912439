/**
 * Spares whoever is told of faults the outages that he knows: while a store is away every request meets it, and one line
 * a minute for each surface and reason says so. Faults of our own are all told.
 */
import { type Clock, createRecent, isFresh, type NumericDate, Unavailable } from '../base/index.ts'

const windowSeconds = 60
/** Of surface and message, both in our own words and few. */
const remembered = 1000

type Tell = (fault: unknown, surface: string) => void

/** Tells of each fault, and of outages the first of each surface and message in a minute. */
export function sparingOutages({ clock }: { readonly clock: Clock }, tell: Tell): Tell {
  const lastTold = createRecent<NumericDate>(remembered)
  return (fault, surface) => {
    if (!(fault instanceof Unavailable)) return tell(fault, surface)
    const now = clock.now()
    const outage = `${surface} ${fault.message}`
    const last = lastTold.get(outage)
    if (last !== undefined && isFresh(last, windowSeconds, now)) return
    lastTold.set(outage, now)
    tell(fault, surface)
  }
}
