/**
 * Error answers of the Relying Party (RP-59). Wallets, scripts and applications get JSON (OpenID4VP D20 §6, RFC 6749
 * §5.2). Browsers get a page, whose text the status selects (`errorPage`). Browsers get JSON too from the erasure
 * endpoint, and for an answer with `isAlwaysJson`.
 */
import { type AnswerWithHeaders, bearerChallenge } from '../http/index.ts'
import { administrationAnswers } from '../member/index.ts'

/**
 * The Relying Party's error answers by meaning. `error` is the error code on the wire. `text` is shown for a failure
 * code without advice, and in the description of the API.
 */
export const RP = {
  malformed: { status: 400, error: 'invalid_request', text: 'The request cannot be read.' },
  unknownRequest: { status: 400, error: 'invalid_request', text: 'There is no such presentation request.' },
  requestOver: { status: 400, error: 'invalid_request', text: 'The presentation request has ended.' },
  walletUnfit: { status: 400, error: 'invalid_request', text: 'Wallet and service support no common parameters.' },
  attestationInvalid: { status: 401, error: 'invalid_token', text: 'The Wallet Attestation is not valid.' },
  /** The request had no attestation under the DPoP scheme, so the challenge has no `error` parameter. */
  attestationMissing: {
    status: 401,
    error: 'invalid_token',
    text: 'This request requires a Wallet Attestation with the DPoP scheme.',
    bareChallenge: true,
  },
  levelTooLowAtFetch: {
    status: 401,
    error: 'invalid_token',
    text: 'A Wallet Attestation of a higher level is required.',
  },
  invalidProof: { status: 400, error: 'invalid_dpop_proof', text: 'The DPoP proof is not valid.' },
  responseInvalid: { status: 400, error: 'invalid_request', text: 'The response does not match the request.' },
  credentialInvalid: { status: 400, error: 'invalid_request', text: 'A credential is not valid.' }, // RP-54
  untrusted: { status: 403, error: 'invalid_request', text: 'The issuer or Wallet Provider is not trusted.' }, // RP-54
  bindingBroken: { status: 403, error: 'invalid_request', text: 'A presentation was not made for this request.' }, // RP-54
  levelTooLowInResponse: {
    status: 403,
    error: 'invalid_request',
    text: 'A Wallet Attestation of a higher level is required.',
  },
  walletUnproven: {
    status: 403,
    error: 'invalid_request',
    text: 'The wallet must prove possession of the attested key: fetch the request with it, or sign the response.',
  },
  sessionInvalid: { status: 403, error: 'invalid_session', text: 'This browser has no such session.' },
  apiKeyMissing: {
    status: 401,
    error: 'invalid_client',
    text: 'This request needs the API key of an application.',
    headers: bearerChallenge('relying-party'),
  },
  apiKeyUnknown: {
    status: 401,
    error: 'invalid_client',
    text: 'The API key belongs to no application of this service.',
    headers: bearerChallenge('relying-party', 'invalid_token'),
  },
  foreignOrigin: {
    status: 403,
    error: 'access_denied',
    text: 'Only servers may use the API: pages of other origins are refused.',
  },
  notAllowed: {
    status: 403,
    error: 'access_denied',
    text: 'The request exceeds the limits of this application or of this service.',
  },
  returnUrlForeign: { status: 400, error: 'invalid_request', text: 'The application may not use this return URL.' },
  selfUntrusted: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'This service has no valid trust chain with usable metadata. No wallet would answer its request.',
    headers: { 'retry-after': '60' },
  },
  unknownPresentation: { status: 404, error: 'not_found', text: 'This application has no such presentation.' },
  referenceInvalid: { status: 400, error: 'invalid_grant', text: 'The reference cannot be redeemed.' },
  openIdRequestInvalid: {
    status: 400,
    error: 'invalid_request',
    text: 'The application sent a request that this service does not accept.',
  },
  applicationMalformed: { status: 400, error: 'invalid_request', text: 'The application is not in the expected form.' },
  applicationConfigured: {
    status: 409,
    error: 'invalid_request',
    text: 'The settings contain an application with this id.',
  },
  apiKeyShared: { status: 409, error: 'invalid_request', text: 'Another application has one of these keys.' },
  unknownApplication: { status: 404, error: 'not_found', text: 'There is no such application in the store.' },
  erasureMalformed: { status: 400, error: 'bad_request', text: 'The erasure request is malformed.' },
  erasureUnidentified: {
    status: 401,
    error: 'unauthorized',
    text: 'The presentation does not identify a person.',
    headers: { 'www-authenticate': 'Presentation' },
    isAlwaysJson: true, // IT-Wallet 1.4.6, Erasure Response
  },
  pageRefused: { status: 403, error: 'invalid_request', text: 'This address cannot be opened here.' },
  unavailable: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'Something that this request needs is out of reach; try again later.',
    headers: { 'retry-after': '5' },
  },
  administratorMissing: {
    status: 401,
    error: 'unauthorized',
    text: 'This request needs the token of an administrator.',
    headers: bearerChallenge('administration'),
  },
  administratorUnknown: {
    status: 401,
    error: 'unauthorized',
    text: 'No administrator has this bearer token.',
    headers: bearerChallenge('administration', 'invalid_token'),
  },
  ...administrationAnswers,
} as const satisfies Record<string, AnswerWithHeaders>

/** A row of the Relying Party's error table. */
export type RpAnswer = (typeof RP)[keyof typeof RP]
