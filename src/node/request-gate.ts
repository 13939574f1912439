/** Types of the gate, which may refuse a request before any other work. */
import type { NotAdmitted } from '../http/index.ts'

/** A request whose headers and body were not processed. */
export interface UnreadRequest {
  /** Path and query as the app would receive them. For a malformed target, the target as sent. */
  readonly target: string
  /** Address of the peer. */
  readonly address: string | undefined
  /** Longest time in milliseconds for which the request may have waited before the process could read it. */
  readonly waited: number
  /** Returns a header as sent. `name` must be in lower case. Costs a microsecond. */
  header(name: string): string | undefined
}

/** Returns the reason for refusing a request before any other work, or `undefined`. */
export type RequestGate = (request: UnreadRequest) => NotAdmitted | undefined
