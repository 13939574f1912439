/** RSA keys, each made once in a process: to make one takes longer than all that a test asks of it. */
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

/** The first, the second, … of that length. */
export function rsaPair(which = 1, bits = 2048): RsaPair {
  const name = `${which} of ${bits}`
  const pair = pairs.get(name) ?? generateKeyPairSync('rsa', { modulusLength: bits })
  pairs.set(name, pair)
  return pair
}

/** All of one key, whatever they sign with. */
export async function rsaSigner(alg: 'RS256' | 'PS256' = 'RS256'): Promise<Signer> {
  signingKey ??= crypto.generateSigningKey(jwsAlgorithms.RS256.scheme)
  return createLocalSigner({ crypto }, alg, await signingKey)
}

/** As a national relying party publishes it for its userinfo. */
export function userinfoDecrypter(which = 1): Promise<Decrypter> {
  const decrypter = decrypters.get(which) ?? generateDecrypter({ crypto }, 'RSA-OAEP-256', { enc: ['A256CBC-HS512'] })
  decrypters.set(which, decrypter)
  return decrypter
}
