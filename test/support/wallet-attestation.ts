/** A Wallet Attestation of a trusted provider, in which a test may change one thing. */

import { fail, verified } from '../../src/base/index.ts'
import type { TrustCode, TrustEvaluator, TrustedEntity } from '../../src/federation/trust-evaluator.ts'
import { generateSigner, type Signer } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { createWalletAttestation } from '../../src/wallet-attestation/index.ts'
import { attestationClaims } from './attestation-claims.ts'
import { fixedClock } from './fixed-clock.ts'
import { decodeJwt, forgeJwt } from './forge-jwt.ts'

export const crypto = createNodeCrypto()
export const now = fixedClock().now()
export const iss = 'https://wallet-provider.example'
export const provider = await generateSigner({ crypto })
export const federation = await generateSigner({ crypto })
export const ephemeral = await generateSigner({ crypto })
export const policy = { now, skew: 30, algorithms: ['ES256'] } as const

export const entity: TrustedEntity = {
  entityId: iss,
  metadata: { wallet_provider: { jwks: { keys: [{ ...provider.publicJwk }] } as never } },
  federationKeys: [federation.publicJwk],
  trustChain: ['configuration', 'statement'],
  expiresAt: now + 7_200,
}
export const asked: { entityId: string; types: readonly string[]; hint: unknown }[] = []
export function trustIn(answer: TrustedEntity | TrustCode = entity): TrustEvaluator {
  return {
    evaluate: async (entityId, types, hint) => {
      asked.push({ entityId, types, hint })
      return typeof answer === 'string' ? fail(answer, 'trust') : verified(answer)
    },
  }
}

export const content = {
  iss,
  ephemeralKey: ephemeral.publicJwk,
  ...attestationClaims,
  trustChain: ['configuration', 'statement'],
  iat: now,
  status: { status_list: { idx: 3, uri: 'https://wallet-provider.example/status/1' } },
}
export const validAttestation = await createWalletAttestation({ crypto }, provider, content)
export type Members = Record<string, unknown>
export const { header, payload } = decodeJwt(validAttestation)

/** Returns the valid attestation with members changed (`undefined` removes one), signed again. */
export function changed(payloadChanges: Members, headerChanges: Members = {}, key: Signer = provider): Promise<string> {
  return forgeJwt(validAttestation, key, { header: headerChanges, payload: payloadChanges })
}
