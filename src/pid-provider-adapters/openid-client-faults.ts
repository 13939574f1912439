/**
 * Classification of the errors of `openid-client` in a login (`LibraryFault`). The classification is a safeguard: a
 * provider's error responses are handled before the library reads them (`oidc-login-exchange.ts`).
 */
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { LibraryFault, LibraryFaults } from '../base/index.ts'

/** The error classes that `openid-client` exports. A `ClientError` is classified by its code. */
export const openidClientErrors = {
  AuthorizationResponseError: 'violation',
  ClientError: 'bug',
  ResponseBodyError: 'violation',
  WWWAuthenticateChallengeError: 'violation',
} as const satisfies LibraryFaults

/** The codes of a `ClientError`. */
export const openidClientCodes: LibraryFaults = {
  OAUTH_ABORT: 'outage',
  OAUTH_TIMEOUT: 'outage',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'configuration',
  OAUTH_REQUEST_PROTOCOL_FORBIDDEN: 'configuration',
  OAUTH_INVALID_SERVER_METADATA: 'configuration',
  OAUTH_MISSING_SERVER_METADATA: 'configuration',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'violation',
  OAUTH_DECRYPTION_FAILED: 'violation',
  OAUTH_INVALID_RESPONSE: 'violation',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'violation',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'violation',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'violation',
  OAUTH_JWT_USERINFO_EXPECTED: 'violation',
  OAUTH_KEY_SELECTION_FAILED: 'violation',
  OAUTH_PARSE_ERROR: 'violation',
  OAUTH_RESPONSE_BODY_ERROR: 'violation',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'violation',
  OAUTH_RESPONSE_IS_NOT_JSON: 'violation',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'violation',
  /** Thrown by functions for a server that validates requests, which we do not call. */
  OAUTH_INVALID_REQUEST: 'bug',
  /** Caused by our own key: the algorithms of an answer are checked before. */
  OAUTH_UNSUPPORTED_OPERATION: 'bug',
}

/** Classifies an error that `openid-client` threw. A `TypeError` and every unlisted error is a bug. */
export function openidClientFault(thrown: unknown): LibraryFault {
  if (thrown instanceof ClientError) return codeFault(thrown.code)
  if (thrown instanceof AuthorizationResponseError) return openidClientErrors.AuthorizationResponseError
  if (thrown instanceof ResponseBodyError) return openidClientErrors.ResponseBodyError
  if (thrown instanceof WWWAuthenticateChallengeError) return openidClientErrors.WWWAuthenticateChallengeError
  return 'bug'
}

const codeFault = (code = ''): LibraryFault =>
  (Object.hasOwn(openidClientCodes, code) ? openidClientCodes[code] : undefined) ?? 'bug'
