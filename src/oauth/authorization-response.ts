/**
 * Authorization response (RFC 6749 §4.1.2, RFC 9207): the PID Provider's redirect back to the wallet, with a code or
 * with an error. Carries the provider's identifier as `iss` in both cases.
 */
import { type Failure, fail, type Verified, verified } from '../base/index.ts'
import { appendParameters, readQuery } from './parameters.ts'

/** Why a redirect back is no answer to this wallet's request (RFC 6749 §4.1.2, RFC 9207 §2.4). */
export type AuthorizationResponseCode =
  | 'redirect_uri_mismatch'
  | 'parameter_duplicated'
  | 'state_missing'
  | 'state_mismatch'
  | 'iss_missing'
  | 'iss_mismatch'
  | 'response_malformed'

/** `error` values that a redirect can carry here (PP-58, RFC 6749 §4.1.2.1). */
export type AuthorizationError =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'

/** What goes back to the wallet when the user agreed (RFC 6749 §4.1.2). */
export interface AuthorizationSuccess {
  readonly code: string
  readonly state: string
  /** The issuer's identifier (RFC 9207 §2). */
  readonly iss: string
}

/** What goes back to the wallet when there is no code (RFC 6749 §4.1.2.1). */
export interface AuthorizationRefusal {
  readonly error: AuthorizationError
  readonly error_description: string
  readonly state: string
  /** The issuer's identifier (RFC 9207 §2). */
  readonly iss: string
}

/** The `Location` of a success. `redirectUri` must have been verified when it was pushed; its own query is kept. */
export const createAuthorizationResponse = (redirectUri: string, { code, state, iss }: AuthorizationSuccess): string =>
  appendParameters(redirectUri, {
    code, // PP-15
    state, // PP-56
    iss, // PP-15
  })

/** The `Location` of a refusal. */
export const createAuthorizationErrorResponse = (redirectUri: string, refusal: AuthorizationRefusal): string =>
  appendParameters(redirectUri, {
    error: refusal.error, // PP-57
    error_description: refusal.error_description,
    state: refusal.state, // PP-57
    iss: refusal.iss, // PP-57
  })

/**
 * Why no answer could be sent to a redirect URI: it holds a parameter of the answer, or the answer would be too long.
 */
export type ResponseTargetCode = 'redirect_uri_response_parameter' | 'response_too_long'

/** Octets for the redirect URI with its `state`: the rest of 8000 (RFC 9110 §4.1) is the provider's. */
const longestTarget = 7000

/** Whether a redirect there can be read: it says nothing twice (RFC 6749 §3.1), and is no longer than servers pass on. */
export function checkResponseTarget(
  redirectUri: string,
  state: string,
  at: string,
): undefined | Failure<ResponseTargetCode> {
  const query = redirectUri.indexOf('?')
  const says = new URLSearchParams(query < 0 ? '' : redirectUri.slice(query))
  if (responseParameters.some((name) => says.has(name)))
    return fail('redirect_uri_response_parameter', `${at}.redirect_uri`) // PP-124
  if (appendParameters(redirectUri, { state }).length > longestTarget) return fail('response_too_long', at) // PP-124
  return undefined
}

/** RFC 6749 §4.1.2, §4.1.2.1; RFC 9207 §2. */
const responseParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']

/** What a wallet kept of its authorization request. */
export interface AuthorizationExpectation {
  /** As pushed. */
  readonly redirectUri: string
  readonly state: string
  /** The provider asked. */
  readonly issuer: string
}

/** What an issuer answered, when it was the one that was asked. */
export type AuthorizationOutcome =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'error'; readonly error: string; readonly error_description: string | undefined }

/**
 * Judges the URL by which the wallet was opened. That `state` was not used before is the wallet's session's to know
 * (WI-40). An error is an outcome: it came from the provider asked, in answer to this request.
 */
export function verifyAuthorizationResponse(
  text: string,
  expected: AuthorizationExpectation,
): Verified<AuthorizationOutcome> | Failure<AuthorizationResponseCode> {
  if (!sameTarget(text, expected.redirectUri)) return fail('redirect_uri_mismatch', 'url') // WI-20
  const parameters = readQuery(new URL(text))
  if (parameters === undefined) return fail('parameter_duplicated', 'url.query') // GEN-09
  const state = parameters.get('state')
  if (state === undefined) return fail('state_missing', 'url.query.state') // WI-40
  if (state !== expected.state) return fail('state_mismatch', 'url.query.state') // WI-40
  const iss = parameters.get('iss')
  if (iss === undefined) return fail('iss_missing', 'url.query.iss') // WI-41
  if (iss !== expected.issuer) return fail('iss_mismatch', 'url.query.iss', { expected: expected.issuer, found: iss }) // WI-41
  const code = parameters.get('code')
  const error = parameters.get('error')
  if (code !== undefined && error === undefined) return verified({ kind: 'code', code } as const)
  if (error === undefined || code !== undefined) return fail('response_malformed', 'url.query')
  return verified({ kind: 'error', error, error_description: parameters.get('error_description') } as const)
}

/** The same link, its query aside. */
function sameTarget(text: string, redirectUri: string): boolean {
  if (!URL.canParse(text) || !URL.canParse(redirectUri)) return false
  const [actual, expected] = [new URL(text), new URL(redirectUri)]
  return actual.protocol === expected.protocol && actual.host === expected.host && actual.pathname === expected.pathname
}
