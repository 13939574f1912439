/**
 * The Wallet Provider's error table (docs/spec/decisions, D-04; WP-34, WP-36, WP-37, WP-55): the error responses to
 * wallets, users and administrators. Wallets of IT-Wallet 1.0 get `problemStatus` and `problemError`, if present,
 * instead of `status` and `error` (D-303).
 */
import { type AnswerWithHeaders, bearerChallenge } from '../http/index.ts'
import { administrationAnswers, keyRingAnswers, statusListAnswers } from '../member/index.ts'

/** The error responses by name. `error` is the error code on the wire. */
export const WP = {
  malformed: { status: 400, error: 'bad_request', text: 'A parameter is missing, has the wrong type or is unknown.' },
  malformedForm: { status: 400, error: 'invalid_request', text: 'The form cannot be read.' },
  missingParameter: { status: 400, error: 'invalid_request', text: 'The form lacks a parameter.' },
  unsupportedGrantType: {
    status: 400,
    error: 'unsupported_grant_type',
    text: 'This endpoint accepts only the JWT bearer grant.',
  },
  /** The assertion cannot be read: its form or the form of a claim is wrong (RFC 7523 §3.1, D-447). */
  unreadableAssertion: {
    status: 400,
    error: 'invalid_grant',
    problemError: 'bad_request',
    text: 'A header member or claim of the assertion is missing, has the wrong type or cannot be read.',
  },
  /** The assertion is readable. Its algorithm, issuer, audience, times, key or signature is wrong (RFC 7523 §3.1). */
  invalidAssertion: {
    status: 400,
    error: 'invalid_grant',
    problemError: 'invalid_request',
    text: 'The assertion is not valid or has expired.',
  },
  staleChallenge: {
    status: 403,
    problemStatus: 400,
    error: 'invalid_request',
    text: 'The challenge is unknown, used or expired: fetch a new one.',
  },
  forged: { status: 403, problemStatus: 400, error: 'invalid_request', text: 'The presented evidence is not valid.' },
  known: {
    status: 403,
    problemStatus: 400,
    error: 'invalid_request',
    text: 'This hardware key or its tag is registered already.',
  },
  revoked: {
    status: 403,
    error: 'invalid_request',
    text: 'This Wallet Instance has been revoked: set the wallet up again.',
  },
  held: {
    status: 403,
    problemStatus: 409,
    error: 'integrity_check_error',
    text: 'This Wallet Instance is held: its provider must release it before it can be attested.',
  },
  belowMinimum: {
    status: 403,
    problemStatus: 409,
    error: 'integrity_check_error',
    text: 'The device does not meet the minimum security.',
  },
  unknownInstance: {
    status: 404,
    error: 'not_found',
    text: 'No Wallet Instance is registered with this hardware key tag.',
  },
  ...statusListAnswers,
  notHeld: { status: 409, error: 'not_held', text: 'This Wallet Instance is not held.' },
  unknownKey: { status: 404, error: 'not_found', text: 'There is no such key.' },
  ...keyRingAnswers,
  unauthorized: {
    status: 401,
    error: 'unauthorized',
    text: 'This request needs the token of an administrator.',
    headers: bearerChallenge('administration'),
  },
  /** The request carried a token, so `WWW-Authenticate` names the error (RFC 6750 §3.1). */
  tokenUnknown: {
    status: 401,
    error: 'unauthorized',
    text: 'No administrator has this bearer token.',
    headers: bearerChallenge('administration', 'invalid_token'),
  },
  userUnknown: {
    status: 401,
    error: 'unauthorized',
    text: 'This request needs a valid token of the user.',
    headers: bearerChallenge('users'),
  },
  userTokenInvalid: {
    status: 401,
    error: 'unauthorized',
    text: 'The token of the user is not valid.',
    headers: bearerChallenge('users', 'invalid_token'),
  },
  notOfUser: { status: 404, error: 'not_found', text: 'This user has no such Wallet Instance.' },
  ...administrationAnswers,
  /** A later attempt does not help, so there is no `Retry-After`. */
  attestationUnbuilt: {
    status: 501,
    error: 'server_error',
    text: 'This entity only publishes the metadata of its profile: the attestation is not implemented.',
  },
  vendorDown: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'The device vendor cannot be reached: try again later with a new challenge.',
    headers: { 'retry-after': '30' },
  },
} as const satisfies Record<string, AnswerWithHeaders>

/** A row of the Wallet Provider's error table. */
export type WpAnswer = (typeof WP)[keyof typeof WP]
