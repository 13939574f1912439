/** A valid Wallet Attestation Request, which tests change and then verify. */

import { generateSigner, type Signer } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { createWalletAttestationRequest } from '../../src/wallet-attestation/attestation-request.ts'
import type { WalletCapabilities } from '../../src/wallet-attestation/capabilities.ts'
import { fixedClock } from './fixed-clock.ts'
import { decodeJwt, forgeJwt } from './forge-jwt.ts'

export const ctx = { crypto: createNodeCrypto() }
export const now = fixedClock().now()
export const walletProvider = 'https://wallet-provider.example'
export const signer = await generateSigner(ctx)
export const policy = { walletProvider, now, skew: 30, algorithms: ['ES256'] } as const

export const capabilities: WalletCapabilities = {
  authorization_endpoint: 'haip://authorize',
  response_types_supported: ['vp_token'],
  response_modes_supported: ['direct_post.jwt'],
  vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
  request_object_signing_alg_values_supported: ['ES256'],
}
const content = {
  walletProvider,
  challenge: 'challenge',
  hardware_key_tag: 'tag',
  hardware_signature: 'c2ln',
  integrity_assertion: 'YXNz',
  capabilities,
  now,
  lifetimeSeconds: 300,
}
export const validRequest = await createWalletAttestationRequest(ctx, signer, content)

export type Members = Record<string, unknown>
export const { header, payload } = decodeJwt(validRequest)

/** Returns the valid request with members changed (`undefined` removes one), signed again. */
export function changed(payloadChanges: Members, headerChanges: Members = {}, key: Signer = signer): Promise<string> {
  return forgeJwt(validRequest, key, { header: headerChanges, payload: payloadChanges })
}
