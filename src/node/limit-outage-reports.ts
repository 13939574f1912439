/**
 * Limits reports of outages. While a store is unavailable, every request fails, so each surface and reason is reported
 * once a minute. Faults of our own are all reported.
 */
import { type Clock, createRecent, isFresh, type NumericDate, Unavailable } from '../base/index.ts'

const windowSeconds = 60
/** Maximum number of surfaces and messages. Both are our own words, so there are few. */
const capacity = 1000

type Tell = (fault: unknown, surface: string) => void

/** Wraps a reporter: reports each fault, and the first outage of each surface and message in a minute. */
export function limitOutageReports({ clock }: { readonly clock: Clock }, tell: Tell): Tell {
  const lastTold = createRecent<NumericDate>(capacity)
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
