/** Advice on refusals by the wallet, for its user, and on the administration of the roles. */
import { type AdviceTable, named } from './advice.ts'

const setUp = 'Set the wallet up again.'
const requestAgain = 'Request the credential again.'
const faultyProvider = 'Report the trace to the operator of the other party.'
const administrator = 'Send the token of an administrator in the Authorization header as Bearer.'
const listKeys = 'List the keys, and choose one in the right state.'

export const walletAdvice = {
  ...named({
    'The search': 'search_malformed',
    'The group of Wallet Instances': 'group_malformed',
    'The link of a Wallet Instance and a user': 'link_malformed',
    'The release of Wallet Instances': 'release_malformed',
    'The revocation': 'revocation_malformed',
    'The request for a key': 'key_request_malformed',
  }),
  profile_not_chosen: [
    'The service uses another version of IT-Wallet than the chosen one.',
    'Choose its version, or choose none.',
  ],
  anchor_profile_mismatch: [
    'The Trust Anchor of the party is not pinned for this version of IT-Wallet.',
    'Pin the anchor for this version, or use a party whose anchor is pinned for it.',
  ],
  request_ambiguous: [
    'The link contains both a Request Object and a request_uri.',
    'Scan the code of the service again.',
  ],
  certificates_unsupported: [
    'This wallet has no root certificates configured.',
    'Use a wallet that supports IT-Wallet 1.4.',
  ],
  certificate_key_mismatch: ['The certificate is of another key than the one that signed.', faultyProvider],
  type_unknown: ['The wallet does not support this type of credential.', 'Choose a type that the wallet supports.'],
  not_registered: ['The wallet is not set up.', 'Set the wallet up first.'],
  device_below_minimum: ['The device is not secure enough for the wallet.', 'Use another device.'],
  integrity_service_unavailable: ['The integrity service of the device is not available.', 'Try again later.'],
  no_secure_hardware: ['The device has no secure hardware.', 'Use another device.'],
  instance_lost: ['The Wallet Provider no longer has a record of this wallet.', setUp],
  attestation_refused: ['The Wallet Provider refused the attestation.', 'Read the reason that it gave.'],
  registration_refused: ['The Wallet Provider refused the registration.', 'Read the reason that it gave.'],
  attestation_expiring: ['The Wallet Attestation expires too soon for this step.', requestAgain],
  attestation_lost: ['The wallet no longer has its attestation.', requestAgain],
  ephemeral_key_lost: ['The wallet no longer has the key of its attestation.', requestAgain],
  key_lost: ['The wallet no longer has the key of this credential.', requestAgain],
  credential_key_lost: ['The wallet no longer has the key of this credential.', requestAgain],
  credential_not_offered: ['The chosen credential does not answer the request.', 'Choose an offered credential.'],
  item_not_chosen: ['No credential was chosen for a part of the request.', 'Choose a credential for each part.'],
  credential_unknown: ['There is no such credential.', 'Use the identifier of an existing credential.'],
  credential_type_missing: ['The issuer offers no PID.', 'Choose another issuer.'],
  issuance_not_allowed: [
    'The federation does not allow this issuer to issue the PID.',
    'Choose another issuer, or have the superior add the type to credential_types_allowed of the issuer.',
  ],
  authorization_response_malformed: [
    'The redirect to the wallet contains neither code nor error, or contains both.',
    faultyProvider,
  ],
  credential_response_malformed: ['The credential response is malformed.', faultyProvider],
  token_response_malformed: ['The token response is malformed.', faultyProvider],
  token_type_mismatch: ['token_type of the token response is not DPoP.', faultyProvider],
  par_response_malformed: ['The answer to the pushed request is malformed.', faultyProvider],
  issuer_metadata_malformed: ['The metadata of the issuer is malformed.', faultyProvider],
  issuer_mismatch: ['The metadata is of another issuer.', faultyProvider],
  dpop_alg_unsupported: ['The issuer accepts no DPoP algorithm of this wallet.', 'Choose another issuer.'],
  authorization_refused: ['The PID Provider ended the authorization.', 'Read the reason that it gave.'],
  credential_refused: ['The PID Provider refused the credential.', 'Read the reason that it gave.'],
  request_refused: ['The other party refused the request.', 'Read the reason that it gave.'],
  token_refused: ['The PID Provider refused the token.', 'Read the reason that it gave.'],
  response_refused: ['The service did not accept the presentation.', 'Read the reason that it gave.'],
  grant_missing: ['The wallet has no access token for a renewal.', requestAgain],
  grant_expired: ['The access token for a renewal has expired.', requestAgain],
  admin_token_missing: ['The token of an administrator is missing.', administrator],
  admin_token_unknown: ['No administrator has this token.', administrator],
  token_missing: ['The token of the operator is missing.', administrator],
  token_wrong: ['The token is not that of the operator.', administrator],
  token_unknown: ['No administrator has this token.', administrator],
  right_missing: [
    'This administrator has no right to this action.',
    'Give the administrator the right in the settings.',
  ],
  operator_missing: ['The console named no operator.', 'Send Fiducia-Operator with the name of the operator.'],
  operator_unexpected: ['Only the console may name an operator.', 'Leave Fiducia-Operator out.'],
  operator_unknown: [
    'The settings contain no operator of this name.',
    'Name the operator in administration.operators.',
  ],
  change_malformed: ['A change needs a status and a reason.', 'Send status and reason.'],
  status_final: ['A revoked credential stays revoked.', 'Issue a new credential.'],
  suspension_unpublished: ['The status lists have no value for a suspension.', 'Set status lists of 2 bits.'],
  status_list_unknown: ['There is no such status list.', 'Use the URI of the credential.'],
  status_list_time_unsupported: ['This service does not keep earlier status lists.', 'Leave time out.'],
  show_malformed: ['The request names no Wallet Instance.', 'Send hardware_key_tag.'],
  key_not_held: ['The key store has no private key for this kid.', 'Restore the private key, or create a new key.'],
  key_not_pending: ['The key is not pending.', listKeys],
  key_signs: ['The key signs now.', 'Activate another key first.'],
  key_too_young: ['The key was published too recently.', 'Wait until caches have the new key.'],
  key_unattested: ['A trust chain of this entity lacks the key.', 'Have each superior add the key to its statement.'],
  keys_are_configured: ['The keys come from the settings, and not from a key ring.', 'Change the settings.'],
  vault_unavailable: ['The key store cannot be written.', 'Check that the disk or the token is available.'],
} as const satisfies AdviceTable
