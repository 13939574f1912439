/**
 * Limits reports of outages. While a store is unavailable, every request fails. So an outage with the same message is
 * reported once a minute for each surface. All other faults are reported.
 */
import { type Clock, createRecent, isFresh, type NumericDate, Unavailable } from '../base/index.ts'

const windowSeconds = 60
/** Maximum number of remembered outages. Surfaces and messages are texts of this program, so there are few. */
const capacity = 1000

type Report = (fault: unknown, surface: string) => void

/**
 * Wraps a reporter. Reports each `Unavailable` with the same surface and message once a minute. Reports every other
 * fault.
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
