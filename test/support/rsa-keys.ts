/** RSA keys, each created once per process, because key generation takes longer than a test. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import {
  createLocalSigner,
  type Decrypter,
  generateDecrypter,
  jwsAlgorithms,
  type Signer,
} from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'

interface RsaPair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const crypto = createNodeCrypto()
const pairs = new Map<string, RsaPair>()
const decrypters = new Map<number, Promise<Decrypter>>()
let signingKey: ReturnType<typeof crypto.generateSigningKey> | undefined

/** Returns the n-th key pair of that length. */
export function rsaPair(which = 1, bits = 2048): RsaPair {
  const name = `${which} of ${bits}`
  const pair = pairs.get(name) ?? generateKeyPairSync('rsa', { modulusLength: bits })
  pairs.set(name, pair)
  return pair
}

/** Returns a signer. All signers share one key, whatever the algorithm. */
export async function rsaSigner(alg: 'RS256' | 'PS256' = 'RS256'): Promise<Signer> {
  signingKey ??= crypto.generateSigningKey(jwsAlgorithms.RS256.scheme)
  return createLocalSigner({ crypto }, alg, await signingKey)
}

/** Returns the decrypter whose key a national relying party publishes for its userinfo. */
export function userinfoDecrypter(which = 1): Promise<Decrypter> {
  const decrypter = decrypters.get(which) ?? generateDecrypter({ crypto }, 'RSA-OAEP-256', { enc: ['A256CBC-HS512'] })
  decrypters.set(which, decrypter)
  return decrypter
}
