/** Advice on refusals by the wallet, for its user, and on the administration of the roles. */
import type { AdviceTable } from './advice.ts'

const setUp = 'Set the wallet up again.'
const requestAgain = 'Request the credential again.'
const beginAgain = 'Begin the issuance or the presentation again.'
const reportTrace = 'Report the trace to the operator of the other party.'
const readReason = 'Read the reason in the answer of the other party. After a temporary fault, try again later.'
const sendAdministratorToken = 'Send the token of an administrator in the Authorization header as Bearer.'
const correctMember = 'Correct this member, and send no unknown member.'

export const walletAdvice = {
  search_malformed: ['A member of the search is malformed or unknown.', correctMember],
  group_malformed: [
    'A member of the request to revoke a group of Wallet Instances is missing, malformed or unknown.',
    'Send reason, and either certificate_serial, user or held.',
  ],
  link_malformed: [
    'A member of the request to link or unlink a Wallet Instance is missing, malformed or unknown.',
    'Send hardware_key_tag. To link, send user too. Each has 1 to 256 characters.',
  ],
  release_malformed: [
    'A member of the request to release Wallet Instances is missing, malformed or unknown.',
    'To release one instance, send only hardware_key_tag. To release all, send only held: true.',
  ],
  revocation_malformed: [
    'A member of the request to revoke a Wallet Instance is missing, malformed or unknown.',
    'Send hardware_key_tag, and the reason revoked_by_provider or revoked_by_user.',
  ],
  key_request_malformed: ['A member of the request about a key is missing, malformed or unknown.', correctMember],
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
  attestation_refused: ['The Wallet Provider refused the request for an attestation, or failed.', readReason],
  registration_refused: ['The Wallet Provider refused the registration, or failed.', readReason],
  attestation_expiring: [
    'The Wallet Attestation expires too soon for this step.',
    'Begin again. If the attestation is new, have the Wallet Provider extend the lifetime of attestations.',
  ],
  attestation_lost: [
    'The Wallet Attestation of this step has expired, or the wallet no longer has it or its key.',
    beginAgain,
  ],
  ephemeral_key_lost: [
    'The wallet no longer has the key of the Wallet Attestation.',
    'Begin again after the Wallet Attestation has expired, or set the wallet up again.',
  ],
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
  credential_refused: ['The PID Provider refused the credential request, or failed.', readReason],
  request_refused: ['The other party refused the request, or failed.', readReason],
  token_refused: ['The PID Provider refused the token request, or failed.', readReason],
  response_refused: ['The service did not answer the presentation with status 200.', readReason],
  grant_missing: ['The wallet has no access token for a renewal.', requestAgain],
  grant_expired: ['The access token or the c_nonce for a renewal has expired.', requestAgain],
  admin_token_missing: ['The Authorization header is missing or has no bearer token.', sendAdministratorToken],
  admin_token_unknown: ['No administrator has this token.', sendAdministratorToken],
  token_missing: ['The Authorization header is missing or has no bearer token.', sendAdministratorToken],
  token_wrong: ['No administrator has this token.', sendAdministratorToken],
  token_unknown: ['No administrator has this token.', sendAdministratorToken],
  right_missing: [
    'This administrator or operator does not have the right to this action.',
    'In the settings, add the right to the list may of the administrator or operator.',
  ],
  operator_missing: ['The console named no operator.', 'Send Fiducia-Operator with the name of the operator.'],
  operator_unexpected: ['Only the console may name an operator.', 'Leave Fiducia-Operator out.'],
  operator_unknown: [
    'The settings contain no operator of this name.',
    'Name the operator in administration.operators.',
  ],
  change_malformed: [
    'status or reason is missing or malformed, or the change has an unknown member.',
    'Send the status valid, suspended or revoked, and a reason of 1 to 500 characters.',
  ],
  status_final: ['A revoked credential stays revoked.', 'Issue a new credential.'],
  suspension_unpublished: [
    'The status lists have no value for a suspension.',
    'Set statusLists.suspension to true and statusLists.bits to at least 2 in the settings.',
  ],
  status_list_unknown: ['There is no such status list.', 'Use the URI in the status claim of the credential.'],
  status_list_time_unsupported: ['This service does not keep earlier status lists.', 'Leave time out.'],
  show_malformed: [
    'hardware_key_tag is missing or malformed, or the request has an unknown member.',
    'Send only hardware_key_tag, with 1 to 256 characters.',
  ],
  key_not_held: ['The key store has no private key for this kid.', 'Restore the private key, or create a new key.'],
  key_not_pending: ['The key is not pending.', 'List the keys, and choose a pending key.'],
  key_signs: ['The key signs now.', 'Activate another key first.'],
  key_too_young: [
    'The key was published too recently.',
    'Wait until the publication time in the settings has passed, or send force: true.',
  ],
  key_unattested: [
    'A trust chain of this entity lacks the key, or this entity has no valid trust chain.',
    'Have each superior add the key to its statement.',
  ],
  keys_are_configured: ['The keys come from the settings, and not from a key ring.', 'Change the settings.'],
  vault_unavailable: [
    'The key store cannot be written.',
    'Check that the disk or the PKCS#11 token with the keys is available.',
  ],
} as const satisfies AdviceTable
