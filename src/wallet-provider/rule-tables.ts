/** All rule tables of the Wallet Provider, by endpoint, for `npm run requirements`. */
import { KEY_REQUEST_RULES, KEY_RING_RULES } from './attestation/administer-attestation-keys.ts'
import { STATUS_LIST_RULES } from './attestation/attestation-status.ts'
import {
  ATTESTATION_REQUEST_RULES,
  EPHEMERAL_KEY_RULES,
  REQUEST_SIGNATURE_RULES,
} from './attestation/issue-wallet-attestation.ts'
import { GROUP_RULES, LINK_RULES, SEARCH_RULES, SHOW_RULES } from './lifecycle/administer-wallet-instances.ts'
import { ADMINISTRATOR_RULES } from './lifecycle/administrator.ts'
import { RELEASE_RULES } from './lifecycle/release-wallet-instances.ts'
import { REVOCATION_RULES } from './lifecycle/revoke-wallet-instance.ts'
import { STATUS_REQUEST_RULES, USER_TOKEN_RULES } from './lifecycle/user-instances.ts'
import { CHALLENGE_RULES, REQUEST_CHALLENGE_RULES } from './registration/challenge.ts'
import {
  HARDWARE_SIGNATURE_RULES,
  INTEGRITY_ASSERTION_RULES,
  KEY_ATTESTATION_RULES,
} from './registration/evidence-rules.ts'
import { REGISTRATION_RULES } from './registration/register-wallet-instance.ts'

const registration = {
  ...REGISTRATION_RULES,
  ...CHALLENGE_RULES,
  ...KEY_ATTESTATION_RULES,
  ...USER_TOKEN_RULES,
} as const

const issuance = {
  ...ATTESTATION_REQUEST_RULES,
  ...REQUEST_CHALLENGE_RULES,
  ...REQUEST_SIGNATURE_RULES,
  ...EPHEMERAL_KEY_RULES,
  ...HARDWARE_SIGNATURE_RULES,
  ...INTEGRITY_ASSERTION_RULES,
} as const

export const ruleTables = {
  'wallet-provider/wallet-instance': registration,
  'wallet-provider/wallet-instances': registration,
  'wallet-provider/token': issuance,
  'wallet-provider/wallet-attestations': issuance,
  'wallet-provider/wallet-instances/:id/status': { ...USER_TOKEN_RULES, ...STATUS_REQUEST_RULES },
  'wallet-provider/statuslists': STATUS_LIST_RULES,
  'wallet-provider/admin/wallet-instances/search': { ...ADMINISTRATOR_RULES, ...SEARCH_RULES },
  'wallet-provider/admin/wallet-instances/show': { ...ADMINISTRATOR_RULES, ...SHOW_RULES },
  'wallet-provider/admin/wallet-instances/revoke-all': { ...ADMINISTRATOR_RULES, ...GROUP_RULES },
  'wallet-provider/admin/wallet-instances/release': { ...ADMINISTRATOR_RULES, ...RELEASE_RULES },
  'wallet-provider/admin/wallet-instances/release-all': { ...ADMINISTRATOR_RULES, ...RELEASE_RULES },
  'wallet-provider/admin/wallet-instances/link': { ...ADMINISTRATOR_RULES, ...LINK_RULES },
  'wallet-provider/admin/wallet-instances/unlink': { ...ADMINISTRATOR_RULES, ...LINK_RULES },
  'wallet-provider/admin/wallet-instances/revoke': { ...ADMINISTRATOR_RULES, ...REVOCATION_RULES },
  'wallet-provider/admin/attestation-keys/list': { ...ADMINISTRATOR_RULES, ...KEY_RING_RULES },
  'wallet-provider/admin/attestation-keys': { ...ADMINISTRATOR_RULES, ...KEY_REQUEST_RULES, ...KEY_RING_RULES },
  'wallet-provider/admin/attestation-keys/activate': {
    ...ADMINISTRATOR_RULES,
    ...KEY_REQUEST_RULES,
    ...KEY_RING_RULES,
  },
  'wallet-provider/admin/attestation-keys/revoke': { ...ADMINISTRATOR_RULES, ...KEY_REQUEST_RULES, ...KEY_RING_RULES },
} as const
