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

type Evidence = { readonly [name in EvidenceName]?: string }

const none: Evidence = {}

/** What decisions say of outages. */
export interface OutageWatch {
  /** Returns the evidence of a decision that this broke: nothing for what is no `Unavailable`, whose words are our own. */
  ofFault(thrown: unknown, now: NumericDate): Evidence
  /**
   * Returns the evidence of a decision that a rule refused: nothing unless the answer is a 503. Nothing for an overload
   * either, whose refusals are many, cost little, and are counted elsewhere.
   */
  ofRefusal(refusal: RefusedOutage, entity: string | undefined, now: NumericDate): Evidence
}

/** What is read of a refusal. */
export interface RefusedOutage {
  readonly answer: { readonly status: number }
  readonly code: string
  readonly at: string
}

export function createOutageWatch(): OutageWatch {
  const outages = createRecent<{ readonly since: NumericDate; readonly seenAt: NumericDate }>(remembered)
  const see = (words: string, now: NumericDate): Evidence => {
    const what = words.slice(0, longest)
    const known = outages.get(what)
    const since = known !== undefined && isFresh(known.seenAt, quietSeconds, now) ? known.since : now
    outages.set(what, { since, seenAt: now })
    return { out_of_reach: what, out_of_reach_seconds: `${now - since}` }
  }
  return {
    ofFault: (thrown, now) => (thrown instanceof Unavailable ? see(thrown.message, now) : none),
    ofRefusal: ({ answer: { status }, code, at }, entity, now) => {
      if (status !== 503 || code === 'overloaded') return none
      const place = at === '' ? code : `${code} at ${at}`
      return see(entity === undefined ? place : `${place} (${entity})`, now)
    },
  }
}
