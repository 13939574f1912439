/** Advice on refusals by the wallet, for its user. */
import type { AdviceTable } from './advice.ts'

const setUp = 'Set the wallet up again.'
const requestAgain = 'Request the credential again.'
const beginAgain = 'Begin the issuance or the presentation again.'
const reportTrace = 'Report the trace to the operator of the other party.'
const readReason = 'Read the reason in the answer of the other party. After a temporary fault, try again later.'

export const walletAdvice = {
  profile_not_chosen: [
    'The service uses another version of IT-Wallet than the chosen version.',
    'Choose the version of the service, or no version.',
  ],
  anchor_profile_mismatch: [
    'The Trust Anchor of the party is not pinned for this version of IT-Wallet.',
    'Pin the anchor for this version, or use a party whose anchor is pinned for this version.',
  ],
  request_ambiguous: [
    'The link contains request together with request_uri or request_uri_method.',
    'Have the operator of the Relying Party send request alone, or request_uri without request.',
  ],
  certificates_unsupported: [
    'This wallet has no configured root certificates.',
    'Configure the root certificates of the Trust Anchor, or use a wallet for IT-Wallet 1.4.',
  ],
  certificate_key_mismatch: [
    'The certificate is of another key than the key that signed.',
    'Have the signer send the certificate of the key that signs.',
  ],
  type_unknown: ['The wallet does not support this type of credential.', 'Choose a type that the wallet supports.'],
  not_registered: ['The wallet is not set up.', 'Set the wallet up first.'],
  device_below_minimum: ['The device is not secure enough for the wallet.', 'Use another device.'],
  integrity_service_unavailable: ['The integrity service of the device is not available.', 'Try again later.'],
  no_secure_hardware: ['The device has no secure hardware.', 'Use another device.'],
  instance_lost: ['This wallet is no longer registered at the Wallet Provider.', setUp],
  attestation_refused: [
    'The Wallet Provider refused the request for an attestation, failed, or sent an unexpected status.',
    readReason,
  ],
  registration_refused: [
    'The Wallet Provider refused the registration, failed, or sent an unexpected status.',
    readReason,
  ],
  attestation_expiring: [
    'The Wallet Attestation expires too soon for this step.',
    'Begin again. If the attestation is new, have the Wallet Provider extend the lifetime of attestations.',
  ],
  attestation_lost: [
    'The Wallet Attestation of this step has expired, or the wallet no longer has it or its key.',
    beginAgain,
  ],
  ephemeral_key_lost: ['The device does not have the key that it created for the new Wallet Attestation.', beginAgain],
  state_expired: ['The issuance with this state has expired.', requestAgain],
  key_lost: ['The wallet no longer has the DPoP key of the access token.', requestAgain],
  credential_key_lost: ['The wallet no longer has this credential or its key.', requestAgain],
  credential_not_offered: ['The chosen credential does not answer the request.', 'Choose an offered credential.'],
  item_not_chosen: [
    'No credential was chosen for a required part of the request.',
    'Choose a credential for each required part.',
  ],
  credential_unknown: ['There is no such credential.', 'Use the identifier of an existing credential.'],
  credential_type_missing: ['The issuer offers no PID.', 'Choose another issuer.'],
  issuance_not_allowed: [
    'The federation does not allow this issuer to issue the PID.',
    'Choose another issuer, or have the superior add the type to credential_types_allowed of the issuer.',
  ],
  authorization_response_malformed: [
    'The redirect to the wallet contains neither code nor error, or contains both.',
    reportTrace,
  ],
  credential_response_malformed: ['The credential response is malformed.', reportTrace],
  token_response_malformed: ['The token response is malformed.', reportTrace],
  token_type_mismatch: ['token_type of the token response is not DPoP.', reportTrace],
  par_response_malformed: ['The answer to the pushed authorization request is malformed.', reportTrace],
  issuer_metadata_malformed: ['A member of the issuer metadata is missing or malformed.', reportTrace],
  issuer_mismatch: ['The issuer metadata name another issuer.', reportTrace],
  dpop_alg_unsupported: ['The issuer accepts no DPoP algorithm of this wallet.', 'Choose another issuer.'],
  authorization_refused: ['The PID Provider ended the authorization.', readReason],
  credential_refused: [
    'The PID Provider refused the credential request, failed, or sent an unexpected status.',
    readReason,
  ],
  request_refused: ['The other party refused the request, failed, or sent an unexpected status.', readReason],
  token_refused: ['The PID Provider refused the token request, failed, or sent an unexpected status.', readReason],
  response_refused: ['The service did not answer the presentation with status 200.', readReason],
  grant_missing: ['The wallet has no access token for a renewal.', requestAgain],
  grant_expired: ['The access token or the c_nonce for a renewal has expired.', requestAgain],
} as const satisfies AdviceTable
