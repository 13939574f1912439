/**
 * Answers of the Relying Party to refused requests (RP-59): JSON for wallets and scripts (OpenID4VP D20 §6, RFC 6749
 * §5.2), a page for people. `pages/texts.ts` holds the texts of the pages.
 */
import type { AnswerWithHeaders } from '../http/index.ts'

/** The Relying Party's answers, by meaning. `error` is the code on the wire. */
export const RP = {
  malformed: { status: 400, error: 'invalid_request', text: 'The request cannot be read.' },
  unknownRequest: { status: 400, error: 'invalid_request', text: 'There is no such presentation request.' },
  requestOver: { status: 400, error: 'invalid_request', text: 'The presentation request is over.' },
  walletUnfit: { status: 400, error: 'invalid_request', text: 'The wallet and this service have nothing in common.' },
  attestationInvalid: { status: 401, error: 'invalid_token', text: 'The Wallet Attestation does not hold.' },
  /** No attestation was sent: the challenge names no error. */
  attestationMissing: {
    status: 401,
    error: 'invalid_token',
    text: 'A Wallet Attestation is needed here, under the DPoP scheme.',
    bareChallenge: true,
  },
  levelTooLow: { status: 401, error: 'invalid_token', text: 'A Wallet Attestation of a higher level is needed.' },
  invalidProof: { status: 400, error: 'invalid_dpop_proof', text: 'The DPoP proof does not hold.' },
  responseInvalid: { status: 400, error: 'invalid_request', text: 'The response is not what was asked for.' },
  credentialInvalid: { status: 400, error: 'invalid_request', text: 'A credential is not valid.' }, // RP-54
  untrusted: { status: 403, error: 'invalid_request', text: 'A party behind the response is not trusted.' }, // RP-54
  bindingBroken: { status: 403, error: 'invalid_request', text: 'A presentation was not made for this request.' }, // RP-54
  walletBelowLevel: {
    status: 403,
    error: 'invalid_request',
    text: 'A Wallet Attestation of a higher level is needed.',
  },
  walletUnproven: {
    status: 403,
    error: 'invalid_request',
    text: 'The key of the Wallet Attestation has to prove itself: fetch the request with it, or sign the response.',
  },
  sessionInvalid: { status: 403, error: 'invalid_session', text: 'This is not the session of this browser.' },
  apiKeyInvalid: {
    status: 401,
    error: 'invalid_client',
    text: 'The API is for applications that are configured here.',
    headers: { 'www-authenticate': 'Bearer realm="relying-party"' },
  },
  foreignOrigin: {
    status: 403,
    error: 'access_denied',
    text: 'The API is for servers: pages of other origins get nothing.',
  },
  notAllowed: { status: 403, error: 'access_denied', text: 'More is asked than this application may ask here.' },
  returnUrlForeign: { status: 400, error: 'invalid_request', text: 'The return URL is none of this application.' },
  selfUntrusted: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'The federation does not vouch for this service, so that no wallet would answer it.',
    headers: { 'retry-after': '60' },
  },
  unknownPresentation: { status: 404, error: 'not_found', text: 'This application has no such presentation.' },
  referenceInvalid: { status: 400, error: 'invalid_grant', text: 'The reference cannot be redeemed.' },
  returnRefused: { status: 403, error: 'invalid_request', text: 'This address cannot be opened here.' },
  unavailable: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'Something that this request needs is out of reach; try again later.',
    headers: { 'retry-after': '5' },
  },
} as const satisfies Record<string, AnswerWithHeaders>

/** A row of the Relying Party's error table. */
export type RpAnswer = (typeof RP)[keyof typeof RP]
