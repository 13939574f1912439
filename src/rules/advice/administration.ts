/** Advice on refusals by the administration of the roles, by key rings and by status list endpoints. */
import type { AdviceTable } from './advice.ts'

const sendAdministratorToken = 'Send the token of an administrator in the Authorization header as Bearer.'
const correctMember = 'Correct this member, and send no unknown member.'

export const administrationAdvice = {
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
