/** What was out of reach, and for how long, as far as the decisions saw it that needed it. */
import { isFresh, type NumericDate } from './clock.ts'
import type { EvidenceName } from './decision-record.ts'
import { createRecent } from './recent.ts'
import { Unavailable } from './unavailable.ts'

/** An outage that nobody met for a minute is over: the next one of the same words is another one. */
const quietSeconds = 60
/** Different outages that are remembered. */
const remembered = 1000
/** Characters that are kept of what was out of reach. */
const longest = 300

/** Returns the evidence of a decision that this broke: nothing for what is no `Unavailable`, whose words are our own. */
export type OutageWatch = (thrown: unknown, now: NumericDate) => { readonly [name in EvidenceName]?: string }

export function createOutageWatch(): OutageWatch {
  const outages = createRecent<{ readonly since: NumericDate; readonly seenAt: NumericDate }>(remembered)
  return (thrown, now) => {
    if (!(thrown instanceof Unavailable)) return {}
    const what = thrown.message.slice(0, longest)
    const known = outages.get(what)
    const since = known !== undefined && isFresh(known.seenAt, quietSeconds, now) ? known.since : now
    outages.set(what, { since, seenAt: now })
    return { out_of_reach: what, out_of_reach_seconds: `${now - since}` }
  }
}
