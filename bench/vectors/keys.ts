/**
 * Keys of the wallets, out of seeds: a run can be repeated with the same ones, and no two wallets share one.
 */
import type { Crypto, Random } from '../../src/base/index.ts'
import { createLocalSigner, type Signer } from '../../src/jose/index.ts'
import { createNodeCrypto, signingKey } from '../../src/node/index.ts'
import { seededKey } from '../floors/primitives.ts'

/** Draws of one seed, in order. */
export interface Seeds {
  readonly random: Random
  /** The wallets' cryptography: the product's own, with keys out of the seed. */
  readonly crypto: Crypto
  signer(): Signer
}

/** `random` is only as good as its seed: for vectors. */
export function createSeeds(seed: string, random: Random): Seeds {
  const crypto = createNodeCrypto()
  let drawn = 0
  const next = () => {
    drawn += 1
    return signingKey(seededKey(`${seed} ${drawn}`).privateKey)
  }
  return {
    random,
    crypto: { ...crypto, generateSigningKey: next },
    signer: () => createLocalSigner({ crypto }, 'ES256', next()),
  }
}
