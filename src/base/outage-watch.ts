/** Tracks the outages that make decisions fail or refuse, and how long each has lasted. */
import { isFresh, type NumericDate } from './clock.ts'
import type { EvidenceName } from './decision-record.ts'
import { createRecent } from './recent.ts'
import { Unavailable } from './unavailable.ts'

/** An outage is over when no decision has observed it for this many seconds. */
const quietSeconds = 60
/** Maximum number of outages that are kept. */
const capacity = 1000
/** Maximum length of an outage's description in characters. */
const longestDescription = 300

type Evidence = { readonly [name in EvidenceName]?: string }

const none: Evidence = {}

/** Provides the evidence of outages to decisions. */
export interface OutageWatch {
  /** Returns the evidence for a decision that failed with this error. Empty unless the error is `Unavailable`. */
  ofFault(thrown: unknown, now: NumericDate): Evidence
  /**
   * Returns the evidence for a refused decision. Empty unless the answer has status 503. Also empty for the code
   * `overloaded`, because an overload of this process is not an outage of another party.
   */
  ofRefusal(refusal: RefusedOutage, entity: string | undefined, now: NumericDate): Evidence
}

/** The part of a refusal that describes an outage. */
interface RefusedOutage {
  readonly answer: { readonly status: number }
  readonly code: string
  readonly at: string
}

/** Creates a watch. It keeps at most 1000 outages, and at most 300 characters of each description. */
export function createOutageWatch(): OutageWatch {
  const outages = createRecent<{ readonly since: NumericDate; readonly seenAt: NumericDate }>(capacity)
  const observe = (wholeDescription: string, now: NumericDate): Evidence => {
    const description = wholeDescription.slice(0, longestDescription)
    const earlier = outages.get(description)
    const since = earlier !== undefined && isFresh(earlier.seenAt, quietSeconds, now) ? earlier.since : now
    outages.set(description, { since, seenAt: now })
    return { out_of_reach: description, out_of_reach_seconds: `${now - since}` }
  }
  return {
    ofFault: (thrown, now) => (thrown instanceof Unavailable ? observe(thrown.message, now) : none),
    ofRefusal: ({ answer: { status }, code, at }, entity, now) => {
      if (status !== 503 || code === 'overloaded') return none
      const place = at === '' ? code : `${code} at ${at}`
      return observe(entity === undefined ? place : `${place} (${entity})`, now)
    },
  }
}
