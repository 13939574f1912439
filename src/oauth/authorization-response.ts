/**
 * Authorization response (RFC 6749 §4.1.2, RFC 9207): the PID Provider's redirect to the wallet, with a code or an
 * error. Both contain the PID Provider's identifier as `iss`.
 */
import { type Failure, fail, hasUserInfo, type Verified, verified } from '../base/index.ts'
import { appendParameters, readQuery } from './parameters.ts'

/** Reasons for a wallet to refuse an authorization response (RFC 6749 §4.1.2, RFC 9207 §2.4). */
export type AuthorizationResponseCode =
  | 'redirect_uri_mismatch'
  | 'parameter_duplicated'
  | 'state_missing'
  | 'state_mismatch'
  | 'iss_missing'
  | 'iss_mismatch'
  | 'authorization_response_malformed'

/** `error` values of a redirect (PP-58, RFC 6749 §4.1.2.1). */
export type AuthorizationError =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'

/** A successful response (RFC 6749 §4.1.2). */
export interface AuthorizationSuccess {
  readonly code: string
  readonly state: string
  /** The issuer's identifier (RFC 9207 §2). */
  readonly iss: string
}

/** An error response (RFC 6749 §4.1.2.1). */
export interface AuthorizationRefusal {
  readonly error: AuthorizationError
  readonly error_description: string
  readonly state: string
  /** The issuer's identifier (RFC 9207 §2). */
  readonly iss: string
}

/**
 * Returns the `Location` of a successful response. Keeps the query of `redirectUri`. Does not check `redirectUri`: the
 * check belongs to the pushed authorization request.
 */
export const createAuthorizationResponse = (redirectUri: string, { code, state, iss }: AuthorizationSuccess): string =>
  appendParameters(redirectUri, {
    code, // PP-15
    state, // PP-56
    iss, // PP-15
  })

/** Returns the `Location` of an error response. */
export const createAuthorizationErrorResponse = (redirectUri: string, refusal: AuthorizationRefusal): string =>
  appendParameters(redirectUri, {
    error: refusal.error, // PP-57
    error_description: refusal.error_description,
    state: refusal.state, // PP-57
    iss: refusal.iss, // PP-57
  })

/** Reasons to refuse a redirect URI: it contains a response parameter, or the response would be too long. */
export type ResponseTargetCode = 'redirect_uri_response_parameter' | 'response_too_long'

/**
 * Maximum length of the redirect URI with `state`, in octets. RFC 9110 §4.1 recommends that servers accept 8000. The
 * other response parameters need the rest.
 */
const maximumTargetLength = 7000

/**
 * Checks that the redirect URI has no response parameter, which would be duplicated (RFC 6749 §3.1), and that the
 * redirect is not too long for servers.
 */
export function checkResponseTarget(redirectUri: string, state: string): undefined | Failure<ResponseTargetCode> {
  const queryStart = redirectUri.indexOf('?')
  const parameters = queryStart < 0 ? undefined : new URLSearchParams(redirectUri.slice(queryStart))
  if (parameters && responseParameters.some((name) => parameters.has(name)))
    return fail('redirect_uri_response_parameter', 'request.payload.redirect_uri') // PP-124
  if (redirectUri.length + '?state='.length + encodeURIComponent(state).length > maximumTargetLength)
    return fail('response_too_long', 'request.payload') // PP-124
  return undefined
}

/** Parameters of an authorization response (RFC 6749 §4.1.2, §4.1.2.1; RFC 9207 §2). */
const responseParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']

/** Values that the wallet kept from its authorization request. */
export interface AuthorizationExpectation {
  /** The pushed redirect URI. */
  readonly redirectUri: string
  readonly state: string
  /** Identifier of the PID Provider. */
  readonly issuer: string
}

/** A verified response of the PID Provider. */
export type AuthorizationOutcome =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'error'; readonly error: string; readonly error_description: string | undefined }

/**
 * Verifies the URL that opened the wallet: `state`, `iss`, and that the URL has the scheme, host, port and path of the
 * redirect URI. Refuses a duplicated parameter, and a response that does not have exactly one of `code` and `error`.
 * Does not check that `state` is unused: the wallet's store does (WI-40). An error is a valid result: it came from the
 * PID Provider in response to this request.
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
  if (error === undefined || code !== undefined) return fail('authorization_response_malformed', 'url.query')
  return verified({ kind: 'error', error, error_description: parameters.get('error_description') } as const)
}

/**
 * Returns true if two URLs have the same scheme, host, port and path, where an empty path is `/` (D-1060). A redirect
 * URI has no user info, so `text` must not have any either.
 */
function sameTarget(text: string, redirectUri: string): boolean {
  if (!URL.canParse(text) || !URL.canParse(redirectUri) || hasUserInfo(text)) return false
  const [actual, expected] = [new URL(text), new URL(redirectUri)]
  return actual.protocol === expected.protocol && actual.host === expected.host && pathOf(actual) === pathOf(expected)
}

/** Returns the path, or `/` for an empty path after a host (RFC 3986 §6.2.3). */
const pathOf = ({ host, pathname }: URL): string => (host !== '' && pathname === '' ? '/' : pathname)
