/** Which private keys each role has in its key file. */
import type { KeyPlan } from './key-file.ts'

const es256 = { use: 'sig', alg: 'ES256' } as const

export const roleKeyPlans = {
  trustAnchor: { federation: es256 },
  walletProvider: { federation: es256, attestation: es256 },
  pidProvider: { federation: es256, credential: es256 },
  relyingParty: { federation: es256, request: es256, response: { use: 'enc', crv: 'P-256' } },
} as const satisfies Record<string, KeyPlan>
