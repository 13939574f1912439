/**
 * Limits reports of outages: while a store is unavailable, every request fails and would report the same outage.
 */
import { type Clock, createRecent, isFresh, type NumericDate, Unavailable } from '../base/index.ts'

const windowSeconds = 60
/** Maximum number of remembered outages. Surfaces and messages are texts of this program, so there are few. */
const capacity = 1000

type Report = (fault: unknown, surface: string) => void

/**
 * Wraps a reporter. `surface` is the name of the place of the fault, such as `pid-provider/token`. Passes on an
 * `Unavailable` at most once a minute for each pair of surface and message. Passes on every other fault.
 */
export function limitOutageReports({ clock }: { readonly clock: Clock }, report: Report): Report {
  const lastReported = createRecent<NumericDate>(capacity)
  return (fault, surface) => {
    if (!(fault instanceof Unavailable)) return report(fault, surface)
    const now = clock.now()
    const outage = `${surface} ${fault.message}`
    const last = lastReported.get(outage)
    if (last !== undefined && isFresh(last, windowSeconds, now)) return
    lastReported.set(outage, now)
    report(fault, surface)
  }
}
