/**
 * Outcomes that a wallet shows to its user. The wallet has no endpoints, so `status` never reaches the wire. `status`
 * classifies the outcome: after 503 a later attempt may succeed, every other outcome is final. If the later attempt
 * needs a new login or a new request, `text` says so.
 */
import { type Answer, Refusal, shownText } from '../base/index.ts'

/** All outcomes, by name. `text` is for the user. */
export const WI = {
  deviceTooWeak: {
    status: 403,
    error: 'device_below_minimum',
    text: 'This device is not secure enough for the wallet.',
  },
  integrityServiceMissing: {
    status: 503,
    error: 'integrity_service_unavailable',
    text: "The device vendor's integrity service is not available on this device.",
  },
  noSecureHardware: {
    status: 403,
    error: 'no_secure_hardware',
    text: 'This device has no secure hardware for the keys of the wallet.',
  },
  walletProviderUntrusted: {
    status: 403,
    error: 'wallet_provider_untrusted',
    text: 'The Wallet Provider is not a trusted member of the federation; no data were sent to it.',
  },
  walletProviderFaulty: {
    status: 502,
    error: 'wallet_provider_faulty',
    text: 'The Wallet Provider sent an invalid response; it was discarded.',
  },
  walletProviderRefused: { status: 403, error: 'wallet_provider_refused', text: 'The Wallet Provider refused.' },
  instanceLost: {
    status: 409,
    error: 'wallet_instance_revoked',
    text: 'The Wallet Provider no longer knows this wallet, or has revoked it: set the wallet up again.',
  },
  notSetUp: { status: 409, error: 'not_set_up', text: 'The wallet is not set up yet.' },
  attestationEnded: {
    status: 409,
    error: 'attestation_ended',
    text: 'The key of this issuance is no longer available: request the credential again.',
  },
  issuanceEnded: {
    status: 409,
    error: 'issuance_ended',
    text: 'This issuance has ended: request the credential again.',
  },
  issuanceCutOff: {
    status: 503,
    error: 'issuance_cut_off',
    text: 'The PID Provider is not available, and the login cannot be used twice: request the credential again later.',
  },
  unreachable: { status: 503, error: 'unreachable', text: 'The other party is not available: try again later.' },
  answerUnreadable: {
    status: 502,
    error: 'answer_unreadable',
    text: 'The response of the other party cannot be read: it is too long, or not text.',
  },
  addressForbidden: {
    status: 502,
    error: 'address_forbidden',
    text: 'The other party named a non-public address; nothing was sent there.',
  },
  issuerUntrusted: {
    status: 403,
    error: 'issuer_untrusted',
    text: 'This PID Provider is not a trusted member of the federation.',
  },
  issuerFaulty: {
    status: 502,
    error: 'issuer_faulty',
    text: 'The PID Provider sent an invalid response; the issuance has ended.',
  },
  issuerRefused: { status: 403, error: 'issuer_refused', text: 'The PID Provider refused the issuance.' },
  issuerUnavailable: {
    status: 503,
    error: 'issuer_unavailable',
    text: 'The PID Provider is not available: try again later.',
  },
  issuanceUnauthorized: {
    status: 403,
    error: 'issuance_unauthorized',
    text: 'The issuance was not authorised: you did not complete the login, you refused consent, or your login is not sufficient for this document. You can start again at any time.',
  },
  foreignRedirect: {
    status: 403,
    error: 'foreign_redirect',
    text: 'The wallet was opened with a response that belongs to none of its issuances; it was discarded.',
  },
  tokenUnusable: {
    status: 502,
    error: 'token_unusable',
    text: 'The access token is not valid for this wallet and this PID Provider; it is not used.',
  },
  credentialDiscarded: {
    status: 502,
    error: 'credential_discarded',
    text: 'The received credential is not valid and was discarded.',
  },
  credentialUnknown: { status: 404, error: 'credential_unknown', text: 'The wallet has no such credential.' },
  renewalOver: {
    status: 409,
    error: 'renewal_over',
    text: 'This credential can no longer be renewed without a new login: request it again.',
  },
  engagementUnreadable: {
    status: 400,
    error: 'engagement_unreadable',
    text: 'This code or link is not a presentation request.',
  },
  engagementUsed: {
    status: 409,
    error: 'engagement_used',
    text: 'This request was used already: ask the service for a new one.',
  },
  relyingPartyUntrusted: {
    status: 403,
    error: 'relying_party_untrusted',
    text: 'The requesting service is not a trusted member of the federation; no data were sent to it.',
  },
  otherProfile: {
    status: 409,
    error: 'other_profile',
    text: 'The service uses another version of IT-Wallet than the chosen one; no data were sent.',
  },
  requestUriUntrusted: {
    status: 403,
    error: 'request_uri_untrusted',
    text: 'The address in this code or link does not belong to the service that it names; nothing was sent there.',
  },
  requestEndpointFaulty: {
    status: 502,
    error: 'request_not_received',
    text: 'The service did not send its request.',
  },
  requestUnreadable: {
    status: 502,
    error: 'request_unreadable',
    text: 'The response of the service cannot be read as a request: it is too long, or not text.',
  },
  requestEndpointDown: {
    status: 503,
    error: 'request_not_received',
    text: 'The service reported a fault: scan the code or open the link again.',
  },
  requestInvalid: {
    status: 403,
    error: 'request_invalid',
    text: 'The request of this service is not valid; no data were sent.',
  },
  requestExcessive: {
    status: 403,
    error: 'request_excessive',
    text: 'The service asks for more than the federation permits; no data were sent.',
  },
  nothingFits: {
    status: 404,
    error: 'nothing_fits',
    text: 'The wallet holds no valid credential that answers this request; no data were sent.',
  },
  credentialSuspended: {
    status: 404,
    error: 'credential_suspended',
    text: 'The credential in this wallet that answers this request is suspended. Only its issuer can end the suspension. No data were sent.',
  },
  credentialRevoked: {
    status: 404,
    error: 'credential_revoked',
    text: 'The credential in this wallet that answers this request was revoked by its issuer: request a new one. No data were sent.',
  },
  credentialOutdated: {
    status: 404,
    error: 'credential_outdated',
    text: 'The data of the credential that answers this request have changed since it was issued: request a new one. No data were sent.',
  },
  credentialExpired: {
    status: 404,
    error: 'credential_expired',
    text: 'The credential in this wallet that answers this request has expired: request a new one. No data were sent.',
  },
  algorithmNotTaken: {
    status: 404,
    error: 'algorithm_not_taken',
    text: 'The service does not accept the format or signature algorithm of the credentials in this wallet; no data were sent.',
  },
  requestEnded: {
    status: 409,
    error: 'request_ended',
    text: 'The time to answer this request has ended; no data were sent. Ask the service for a new one.',
  },
  cannotProtect: {
    status: 502,
    error: 'response_unprotectable',
    text: 'The service supports no protection of the response that this wallet knows; no data were sent.',
  },
  responseRefused: {
    status: 403,
    error: 'response_refused',
    text: 'The service did not accept the presentation.',
  },
  responseUnconfirmed: {
    status: 503,
    error: 'response_unconfirmed',
    text: 'The service may have received the presentation but did not confirm it: ask the service for a new request.',
  },
  responseUnanswered: {
    status: 502,
    error: 'response_unanswered',
    text: 'The service has received the presentation, but named no next page.',
  },
  redirectUntrusted: {
    status: 403,
    error: 'redirect_untrusted',
    text: 'The service has received the presentation, but named a page that does not belong to it; the page was not opened.',
  },
  redirectWithoutCode: {
    status: 502,
    error: 'redirect_without_code',
    text: 'The service has received the presentation, but named a page without a response code; the page was not opened.',
  },
} as const satisfies Record<string, Answer>

/** An outcome of `WI`. If the other party gave a reason, `text` ends with that reason. */
export interface WalletAnswer extends Answer {
  /** Seconds for which the other party asked the wallet to wait, at most 60. Present after its status 5xx or 429. */
  readonly retryAfterSeconds?: number
}

/**
 * Returns true if a later attempt may succeed: after a refusal with status 503, or any error that is not a `Refusal`,
 * such as a failed port.
 */
export const mayRetry = (thrown: unknown): boolean => !(thrown instanceof Refusal) || thrown.answer.status === 503

/** Maximum lengths of another party's texts when shown to the user, in code points (D-257). */
export const displayLimits = { name: 100, sentence: 300, link: 2048 } as const

/**
 * Returns the outcome with the other party's reason appended, without invisible characters and cut to 300 code points.
 * Without a visible reason, returns the outcome unchanged.
 */
export function withStatedReason(answer: WalletAnswer, reason: string | undefined): WalletAnswer {
  const shown = shownText(reason ?? '', displayLimits.sentence)
  return shown ? { ...answer, text: `${answer.text} It said: ${shown}` } : answer
}
