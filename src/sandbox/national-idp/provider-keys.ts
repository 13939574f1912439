/** Keys with which the sandbox's OpenID Provider signs ID Tokens and userinfo. Each start creates new ones. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'

type Jwk = Readonly<Record<string, unknown>>

/** The same keys in the private and in the public form, as JWKs. */
export interface ProviderKeys {
  readonly privateKeys: readonly Jwk[]
  readonly publicKeys: readonly Jwk[]
}

/** Creates an RSA and a P-256 key, which takes a tenth of a second. */
export function createProviderKeys(): ProviderKeys {
  const pairs = [
    { ...generateKeyPairSync('rsa', { modulusLength: 2048 }), alg: 'RS256' },
    { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }), alg: 'ES256' },
  ].map((pair) => ({ ...pair, kid: randomBytes(12).toString('hex') }))
  const jwksOf = (side: 'privateKey' | 'publicKey'): readonly Jwk[] =>
    pairs.map((pair) => ({ ...pair[side].export({ format: 'jwk' }), kid: pair.kid, use: 'sig', alg: pair.alg }))
  return { privateKeys: jwksOf('privateKey'), publicKeys: jwksOf('publicKey') }
}
