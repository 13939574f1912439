/** Plans of key files: the keys that each role needs, by purpose. */
import type { KeyPlan } from './key-file.ts'

const es256 = { use: 'sig', alg: 'ES256' } as const

/** Keys of each role by purpose. The wallet has none, because its keys are in the device. */
export const keyPlans = {
  'trust-anchor': { federation: es256 },
  'wallet-provider': { federation: es256, attestation: es256 },
  // person_source authenticates this provider to an authentic source (private_key_jwt). Nobody else trusts it.
  'pid-provider': { federation: es256, credential: es256, person_source: es256 },
  'relying-party': { federation: es256, request: es256, response: { use: 'enc', crv: 'P-256' } },
} as const satisfies Record<string, KeyPlan>

/** Optional second `response` key of a Relying Party, for wallets that only encrypt to RSA keys (RP-27). */
export const rsaResponseKey = { use: 'enc', alg: 'RSA-OAEP-256' } as const satisfies KeyPlan[string]

/**
 * Key with which a Relying Party signs the ID Tokens of its OpenID Provider. Every application supports this algorithm.
 */
export const openIdKey = { use: 'sig', alg: 'RS256' } as const satisfies KeyPlan[string]

/** A role that has a key file. */
export type KeyedRole = keyof typeof keyPlans
