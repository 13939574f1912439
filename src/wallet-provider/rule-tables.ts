/**
 * All rule tables of the role, by the surface that decides under them: what `npm run requirements` reads.
 */
import { CHALLENGE_RULES, REQUEST_CHALLENGE_RULES } from './challenge.ts'
import { HARDWARE_SIGNATURE_RULES, INTEGRITY_ASSERTION_RULES, KEY_ATTESTATION_RULES } from './evidence-rules.ts'
import { ATTESTATION_REQUEST_RULES, EPHEMERAL_KEY_RULES, REQUEST_SIGNATURE_RULES } from './issue-wallet-attestation.ts'
import { REGISTRATION_RULES } from './register-wallet-instance.ts'
import { ADMINISTRATOR_RULES, REVOCATION_RULES } from './revoke-wallet-instance.ts'

export const ruleTables = {
  'wallet-provider/wallet-instance': { ...REGISTRATION_RULES, ...CHALLENGE_RULES, ...KEY_ATTESTATION_RULES },
  'wallet-provider/token': {
    ...ATTESTATION_REQUEST_RULES,
    ...REQUEST_CHALLENGE_RULES,
    ...REQUEST_SIGNATURE_RULES,
    ...EPHEMERAL_KEY_RULES,
    ...HARDWARE_SIGNATURE_RULES,
    ...INTEGRITY_ASSERTION_RULES,
  },
  'wallet-provider/admin/wallet-instances/revoke': { ...ADMINISTRATOR_RULES, ...REVOCATION_RULES },
} as const
