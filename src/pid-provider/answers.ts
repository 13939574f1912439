/**
 * The PID Provider's error table: the rows of OAuth and of OpenID4VCI, and those of its own endpoints and pages. Once
 * an authorization has begun, a row with `toWallet` sends the browser back to the wallet (PP-58). The browser gets a
 * redirect, or a page with a link if the row is `explained` (PP-66).
 */
import { type AnswerWithHeaders, bearerChallenge } from '../http/index.ts'
import { administrationAnswers, statusListAnswers } from '../member/index.ts'
import { type AuthorizationError, OAUTH } from '../oauth/index.ts'
import { OID4VCI } from '../oid4vci/index.ts'

/** An error answer. `toWallet` and `explained` apply to pages only: they determine how the authorization ends. */
export interface PpAnswer extends AnswerWithHeaders {
  /** The `error` of the authorization response that ends the flow. */
  readonly toWallet?: AuthorizationError
  /** Shows an explanation before the browser goes back to the wallet (PP-66). */
  readonly explained?: true
}

/** The PID Provider's error answers by meaning. `error` is the error code on the wire. */
export const PP = {
  ...OAUTH,
  ...OID4VCI,
  credentialWithdrawn: {
    ...OID4VCI.credentialRequestDenied,
    text: 'A credential of this access token was suspended or revoked, and no further one is issued under it.',
  },
  tooManyCredentials: {
    ...OID4VCI.credentialRequestDenied,
    text: 'The maximum number of credentials for this access token is reached.',
  },
  /** `WWW-Authenticate` contains no error code. The body contains one, for clients that read only the body. */
  tokenMissing: { ...OAUTH.tokenMissing, members: { error: 'invalid_token' } },
  unavailable: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'The trust in the wallet cannot be established now; try again later.',
    headers: { 'retry-after': '30' },
  },
  /** A later attempt does not help, so there is no `Retry-After`. */
  issuanceUnbuilt: {
    status: 501,
    error: 'server_error',
    text: 'This entity only publishes the metadata of its profile: the issuance is not implemented.',
  },
  notPushed: { status: 400, error: 'invalid_request', text: 'An authorization must begin with a pushed request.' },
  requestGone: {
    status: 400,
    error: 'invalid_request',
    text: 'This request is unknown, used or expired: begin again in the wallet.',
  },
  noSession: {
    status: 400,
    error: 'invalid_session',
    text: 'This browser has no open authorization: begin again in the wallet.',
  },
  loginForeign: {
    status: 400,
    error: 'invalid_request',
    text: 'This is not the answer to the login that this browser began.',
  },
  loginRepeated: { status: 400, error: 'invalid_request', text: 'This login has been answered already.' },
  consentForged: { status: 403, error: 'invalid_request', text: "The consent did not come from this provider's page." },
  consentMalformed: { status: 400, error: 'invalid_request', text: 'The consent says neither yes nor no.' },
  consentRefused: {
    status: 403,
    error: 'access_denied',
    text: 'The user refused.',
    toWallet: 'access_denied',
  },
  loginFailed: {
    status: 403,
    error: 'access_denied',
    text: 'The user was not logged in.',
    toWallet: 'access_denied',
    explained: true,
  },
  loginForged: {
    status: 403,
    error: 'access_denied',
    text: 'The answer of the identity provider is not valid.',
    toWallet: 'access_denied',
  },
  levelTooLow: {
    status: 403,
    error: 'access_denied',
    text: 'The user was logged in below level High.',
    toWallet: 'access_denied',
    explained: true,
  },
  attributesMissing: {
    status: 403,
    error: 'access_denied',
    text: 'The identity provider did not send all the data that a PID needs.',
    toWallet: 'access_denied',
    explained: true,
  },
  attributesUnusable: {
    status: 403,
    error: 'access_denied',
    text: "The person's data cannot be used in a PID.",
    toWallet: 'access_denied',
    explained: true,
  },
  personUnknown: {
    status: 403,
    error: 'access_denied',
    text: 'The authentic source does not know the user.',
    toWallet: 'access_denied',
    explained: true,
  },
  personSourceDown: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'The authentic source is out of reach.',
    headers: { 'retry-after': '30' },
    toWallet: 'temporarily_unavailable',
    explained: true,
  },
  personSourceBroken: {
    status: 502,
    error: 'server_error',
    text: 'The authentic source did not send the data that a PID needs.',
    toWallet: 'server_error',
    explained: true,
  },
  identityProviderDown: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'The identity provider is out of reach.',
    toWallet: 'temporarily_unavailable',
  },
  identityProviderFault: {
    status: 502,
    error: 'temporarily_unavailable',
    text: 'The identity provider could not carry out the login.',
    toWallet: 'temporarily_unavailable',
    explained: true,
  },
  ...statusListAnswers,
  unknownCredential: { status: 404, error: 'not_found', text: 'There is no such credential in the register.' },
  changeMalformed: { status: 400, error: 'invalid_request', text: 'A change must have a status and a reason.' },
  searchMalformed: {
    status: 400,
    error: 'invalid_request',
    text: 'The search criteria are holder_thumbprint, subject, unique_id, tax_id_number (in a body), client_id, status, format, issued_from, issued_to, before and limit.',
  },
  suspensionUnpublished: {
    status: 409,
    error: 'invalid_request',
    text: 'The status lists of this provider have no value for a suspension.',
  },
  statusFinal: { status: 409, error: 'invalid_request', text: 'A revoked credential stays revoked.' },
  ...administrationAnswers,
  adminTokenMissing: {
    status: 401,
    error: 'invalid_token',
    text: "This endpoint requires an administrator's bearer token.",
    headers: bearerChallenge('administration'),
  },
  adminTokenUnknown: {
    status: 401,
    error: 'invalid_token',
    text: 'No administrator has this bearer token.',
    headers: bearerChallenge('administration', 'invalid_token'),
  },
} as const satisfies Record<string, PpAnswer>
