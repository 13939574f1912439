/** Which keys each role needs in its key file, by purpose. */
import type { KeyPlan } from './key-file.ts'

const es256 = { use: 'sig', alg: 'ES256' } as const

/** The keys of each role by their purpose. The wallet has none: its keys are the device's. */
export const keyPlans = {
  'trust-anchor': { federation: es256 },
  'wallet-provider': { federation: es256, attestation: es256 },
  // person_source: asks an authentic source that wants private_key_jwt, and makes nothing that others would trust.
  'pid-provider': { federation: es256, credential: es256, person_source: es256 },
  'relying-party': { federation: es256, request: es256, response: { use: 'enc', crv: 'P-256' } },
} as const satisfies Record<string, KeyPlan>

/** May stand beside a Relying Party's `response` key: for wallets that encrypt to RSA keys only (RP-27). */
export const rsaResponseKey = { use: 'enc', alg: 'RSA-OAEP-256' } as const satisfies KeyPlan[string]

/** A role that has a key file. */
export type KeyedRole = keyof typeof keyPlans
