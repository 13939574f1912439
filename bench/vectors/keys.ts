/** Seeded keys of the wallets. A run can be repeated with the same keys, and no two wallets share one. */
import type { Crypto, Random } from '../../src/base/index.ts'
import { createLocalSigner, type Signer } from '../../src/jose/index.ts'
import { createNodeCrypto, signingKey } from '../../src/node/index.ts'
import { seededKey } from '../floors/primitives.ts'

/** Cryptography whose keys come from one seed. */
export interface Seeds {
  readonly random: Random
  /** The product's cryptography for Node, with keys from the seed. */
  readonly crypto: Crypto
  /** Returns a signer with the next key. */
  signer(): Signer
}

/** Returns seeds. Their keys are predictable, so they are only for vectors. */
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
