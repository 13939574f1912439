/**
 * A row of a role's error table as HTTP renders it.
 */
import type { Answer } from '../base/index.ts'

/** An answer together with what its row demands beside status and body. */
export interface AnswerWithHeaders extends Answer {
  /** `Retry-After`, `DPoP-Nonce`, `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Further members of the JSON body, like a fresh `c_nonce`. */
  readonly members?: Readonly<Record<string, unknown>>
  /** The status at an endpoint of kind `problem`, whose clients read this meaning by another one. */
  readonly problemStatus?: number
  /** The error code at an endpoint of kind `problem`, which is no OAuth endpoint. Defaults to `error`. */
  readonly problemError?: string
  /** No token was sent: the `WWW-Authenticate` challenge then names no error (RFC 6750 §3.1). */
  readonly bareChallenge?: true
}
