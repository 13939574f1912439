/**
 * The wallet's error response (OpenID4VP D20 §6.4; RP-83): the user refused, or the wallet cannot answer the request.
 * It is a plain form in both response modes, and is posted only to a verified `response_uri` (WI-89, WI-90).
 */
import { type Failure, fail, type JsonObject } from '../../base/index.ts'

/** Error codes of our wallet. Other well-formed codes are accepted from other wallets. */
export type AuthorizationError =
  | 'access_denied'
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_request_object'
  | 'invalid_request_uri'
  | 'vp_formats_not_supported'
  | 'invalid_transaction_data'

/** An error response (OpenID4VP D20 §6.4). Not authenticated: anyone who knows the `state` can send one. */
export interface AuthorizationErrorResponse {
  readonly kind: 'error'
  readonly error: string
  readonly state: string
}

/** Creates the form of an error response. */
export const createAuthorizationErrorResponse = (
  error: AuthorizationError,
  state: string | undefined,
): Readonly<Record<string, string>> => ({
  error, // WI-89
  ...(state !== undefined && { state }), // WI-89
})

/** Reasons to refuse an error response. */
export type ErrorResponseCode = 'error_missing' | 'error_malformed' | 'state_missing'

/** Characters of an error code (RFC 6749 §4.1.2.1), at most 128. */
const errorForm = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,128}$/

/**
 * Parses the members of an error response, from a form or a JWT. Ignores the description: it is untrusted text that no
 * page may show. Does not look up the session.
 */
export function parseErrorResponse(members: JsonObject): AuthorizationErrorResponse | Failure<ErrorResponseCode> {
  const { error, state } = members
  if (error === undefined || error === '') return fail('error_missing', 'error') // RP-83
  if (typeof error !== 'string' || !errorForm.test(error)) return fail('error_malformed', 'error') // RP-83
  if (typeof state !== 'string' || state === '') return fail('state_missing', 'state') // RP-83
  return { kind: 'error', error, state }
}
