/**
 * The PID Provider's private key for national identity providers: it signs request objects and client assertions.
 * `openid-client` signs with WebCrypto, so the JWK becomes a CryptoKey that cannot be exported.
 */
import { webcrypto } from 'node:crypto'
import type { CryptoKey } from 'openid-client'
import { algorithmRow, type JwsAlgorithm } from '../jose/index.ts'

/** A key for national identity providers, in the form that `openid-client` requires. */
export interface NationalLoginKey {
  readonly key: CryptoKey
  readonly kid: string
  readonly alg: JwsAlgorithm
}

const hashes = { 'sha-256': 'SHA-256', 'sha-384': 'SHA-384', 'sha-512': 'SHA-512' } as const

/** Imports a private JWK for one algorithm. Rejects if the key does not fit the algorithm. */
export async function importNationalLoginKey(
  jwk: webcrypto.JsonWebKey,
  kid: string,
  alg: JwsAlgorithm,
): Promise<NationalLoginKey> {
  const { kty, crv, x, y, d, n, e, p, q, dp, dq, qi } = jwk
  const material = Object.fromEntries(
    Object.entries({ kty, crv, x, y, d, n, e, p, q, dp, dq, qi }).filter(([, value]) => value !== undefined),
  )
  const key = await webcrypto.subtle.importKey('jwk', material, importParameters(alg), false, ['sign'])
  return { key: key as CryptoKey, kid, alg }
}

function importParameters(alg: JwsAlgorithm): webcrypto.EcKeyImportParams | webcrypto.RsaHashedImportParams {
  const { scheme } = algorithmRow(alg)
  switch (scheme.name) {
    case 'ecdsa':
      return { name: 'ECDSA', namedCurve: scheme.curve }
    case 'rsa-pkcs1':
      return { name: 'RSASSA-PKCS1-v1_5', hash: hashes[scheme.hash] }
    case 'rsa-pss':
      return { name: 'RSA-PSS', hash: hashes[scheme.hash] }
    default:
      throw new TypeError(`${alg} cannot sign towards a national identity provider`)
  }
}
