/** A signer whose private key is in the crypto adapter of this process. */
import type { CryptoContext, SigningKey } from '../base/index.ts'
import { algorithmRow, type JwsAlgorithm } from './algorithms.ts'
import { bareJwk, jwkThumbprint } from './jwk.ts'
import type { Signer } from './signer.ts'

/**
 * Creates a signer from a key. Its `kid` is the thumbprint of the public key. Throws a TypeError for a key of an
 * unsupported type or curve. Does not check that the key fits the algorithm.
 */
export function createLocalSigner(ctx: CryptoContext, alg: JwsAlgorithm, key: SigningKey): Signer {
  const kid = jwkThumbprint(ctx, key.publicJwk)
  const { scheme } = algorithmRow(alg)
  return {
    kid,
    alg,
    publicJwk: { ...bareJwk(key.publicJwk), kid, use: 'sig', alg },
    sign: (data) => ctx.crypto.sign(scheme, key, data),
  }
}

/**
 * Creates a signer with a new key that exists only in this process. `alg` defaults to ES256.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner, jwkThumbprint } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const { alg, kid, publicJwk } = await generateSigner(ctx, 'ES384')
 * assert.equal(alg, 'ES384')
 * assert.equal(kid, jwkThumbprint(ctx, publicJwk))
 * ```
 */
export async function generateSigner(ctx: CryptoContext, alg: JwsAlgorithm = 'ES256'): Promise<Signer> {
  return createLocalSigner(ctx, alg, await ctx.crypto.generateSigningKey(algorithmRow(alg).scheme))
}
