/** A row of a role's error table, as HTTP renders it. */
import type { Answer } from '../base/index.ts'

/** An answer with further headers and members. */
export interface AnswerWithHeaders extends Answer {
  /** `Retry-After`, `DPoP-Nonce`, `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Further members of the JSON body, for example a new `c_nonce`. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Status at an endpoint of kind `problem`, whose clients expect another status for this meaning. */
  readonly problemStatus?: number
  /** Error code at an endpoint of kind `problem`, which is not an OAuth endpoint. Defaults to `error`. */
  readonly problemError?: string
  /** The request had no token, so the `WWW-Authenticate` challenge contains no error (RFC 6750 §3.1). */
  readonly bareChallenge?: true
}
