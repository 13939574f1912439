/**
 * Error answers of OAuth endpoints. The `error` values come from RFC 6749 §4.1.2.1 and §5.2, RFC 6750 §3.1, RFC 9101
 * §6, RFC 9396 §5 and RFC 9449 §5, §7.1, §8, §9. The PID Provider's answers include these rows. Its rule tables map the
 * failure codes of verifiers to these rows.
 */
import type { Answer } from '../base/index.ts'

/** Error answers of OAuth endpoints, by name. `error` is the error code on the wire. */
export const OAUTH = {
  invalidRequest: { status: 400, error: 'invalid_request', text: 'A parameter is missing or malformed.' },
  invalidClient: { status: 401, error: 'invalid_client', text: 'Client authentication failed.' },
  invalidGrant: { status: 400, error: 'invalid_grant', text: 'The authorization code cannot be redeemed.' },
  unauthorizedClient: {
    status: 400,
    error: 'unauthorized_client',
    text: 'The client is not authorized for this request.',
  },
  unsupportedGrantType: { status: 400, error: 'unsupported_grant_type', text: 'This grant type is not supported.' },
  unsupportedResponseType: {
    status: 400,
    error: 'unsupported_response_type',
    text: 'Only the authorization code flow is supported.',
  },
  invalidScope: { status: 400, error: 'invalid_scope', text: 'This scope is not supported.' },
  invalidRequestObject: { status: 400, error: 'invalid_request_object', text: 'The Request Object is not valid.' },
  invalidAuthorizationDetails: {
    status: 400,
    error: 'invalid_authorization_details',
    text: 'The authorization details are malformed or not supported.',
  },
  invalidDpopProof: { status: 400, error: 'invalid_dpop_proof', text: 'The DPoP proof is not valid.' },
  useDpopNonce: {
    status: 400,
    error: 'use_dpop_nonce',
    text: 'Repeat the request with the nonce of the DPoP-Nonce header.',
  },
  useDpopNonceAtResource: {
    status: 401,
    error: 'use_dpop_nonce',
    text: 'Repeat the request with the nonce of the DPoP-Nonce header.',
  },
  invalidToken: { status: 401, error: 'invalid_token', text: 'The access token is not valid.' },
  /** Answer to a request without a token. `WWW-Authenticate` contains no error (RFC 6750 §3.1, RFC 9449 §7.1). */
  tokenMissing: {
    status: 401,
    error: 'invalid_token',
    text: 'This resource requires a DPoP-bound access token.',
    bareChallenge: true,
  },
  accessDenied: { status: 403, error: 'access_denied', text: 'The request was denied.' },
  serverError: { status: 500, error: 'server_error', text: 'The request could not be carried out.' },
  temporarilyUnavailable: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'Something that this request needs is out of reach; try again later.',
  },
} as const satisfies Record<string, Answer & { readonly bareChallenge?: true }>
