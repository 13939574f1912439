/** Seeded keys of the wallets. A run can be repeated with the same keys, and no two wallets share one. */
import type { Crypto, Random } from '../../src/base/index.ts'
import { createLocalSigner, type Signer } from '../../src/jose/index.ts'
import { createNodeCrypto, signingKey } from '../../src/node/index.ts'
import { seededKey } from '../floors/primitives.ts'

/** Random numbers of one seed, in order. */
export interface Seeds {
  readonly random: Random
  /** Cryptography of the wallets: the product's own, with keys from the seed. */
  readonly crypto: Crypto
  signer(): Signer
}

/** Returns seeded sources. Its `random` is predictable, so it is only for vectors. */
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
