/** The result of the decoder as plain data. The console renders it as HTML, the command line as text or JSON. */
import type { Json, NumericDate } from '../../base/index.ts'
import type { Texts } from '../screen.ts'
import type { DecodedKind } from './kinds.ts'
import type { Explanation } from './members/member-table.ts'
import type { Because, CheckName, KeySource, SectionName } from './words.ts'

/** A decoded artefact: its kind, the verdicts of the checks, and its members. */
export interface Decoded {
  readonly kind: DecodedKind
  /** Time of the decoding. Described times are relative to it. */
  readonly now: NumericDate
  readonly verdicts: readonly Verdict[]
  readonly sections: readonly Section[]
}

/** A part of an artefact, for example its header. */
export interface Section {
  readonly name: SectionName
  readonly members: readonly Member[]
}

/** A member of an artefact: its name and value on the wire, and their meaning. */
export interface Member {
  /** Name on the wire, or the index of an element: `[0]`. */
  readonly name: string
  /** Value on the wire, or `…` for a hidden or cut value. Can be absent if `members` or `nested` shows the value. */
  readonly value?: Json
  readonly explanation?: Explanation
  readonly time?: MemberTime
  readonly words?: Texts
  readonly members?: readonly Member[]
  readonly nested?: Decoded
}

/** A time and the event that it dates. */
export interface MemberTime {
  readonly at: NumericDate
  /** The end or beginning of a validity, or an event that should be in the past. */
  readonly event: 'end' | 'begin' | 'past'
}

/** The result of one check. A failed check has a code, and also `reason` and `remedy` if the code has advice. */
export interface Verdict {
  readonly check: CheckName
  readonly result: 'verified' | 'not_valid' | 'not_verifiable'
  /** The part that was checked, if an artefact has several: `statement[1]`. Also the missing members of a session. */
  readonly part?: string
  /** Source of the key that verified a signature. */
  readonly by?: KeySource
  /** Reason why a check could not be made here. */
  readonly because?: Because
  readonly code?: string
  /** Place of the failure: `dpop.payload.iat`. */
  readonly at?: string
  readonly expected?: string
  readonly found?: string
  readonly reason?: string
  readonly remedy?: string
  /** Description of the value that the check looked up. */
  readonly words?: Texts
}
