/** Rows of a role's error table, with the headers and members that an HTTP response needs. */
import type { Answer } from '../base/index.ts'

/** An answer with its headers and additional members. */
export interface AnswerWithHeaders extends Answer {
  /** Headers of this answer, for example `Retry-After`, `DPoP-Nonce`, `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Additional members of the JSON body, for example a new `c_nonce`. */
  readonly members?: Readonly<Record<string, unknown>>
  /**
   * Status at an endpoint of kind `problem`, if clients of that endpoint expect another status for this error. Defaults
   * to `status`.
   */
  readonly problemStatus?: number
  /** Error code at an endpoint of kind `problem`, which is not an OAuth endpoint. Defaults to `error`. */
  readonly problemError?: string
  /** True if the answer is JSON at an endpoint of kind `page` too. */
  readonly isAlwaysJson?: true
  /** True if the request had no token: the `WWW-Authenticate` challenge then contains no error (RFC 6750 §3.1). */
  readonly bareChallenge?: true
}

/**
 * Returns the headers of a 401 that requires a bearer token, or of a 403 for a token without the needed right. The
 * challenge always has a parameter, as RFC 6750 §3 demands: `realm` names what the token gives access to. Pass `error`
 * only if the request had a token (§3.1).
 */
export const bearerChallenge = (
  realm: string,
  error?: 'invalid_token' | 'insufficient_scope',
): { readonly 'www-authenticate': string } => ({
  'www-authenticate': `Bearer realm="${realm}"${error === undefined ? '' : `, error="${error}"`}`,
})
