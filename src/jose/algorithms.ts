/**
 * The one table of signature algorithms (RFC 7518 §3.1, RFC 8037, RFC 8812). `none` and MAC algorithms cannot be
 * expressed: they have no row, and no configuration can add one.
 */
import type { PublicJwk, SignatureScheme } from '../base/index.ts'

/** By the name in `alg`: which keys fit, the scheme of the crypto port, and how long a signature is. */
export const jwsAlgorithms = {
  ES256: { kty: 'EC', crv: 'P-256', scheme: { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' }, signatureBytes: 64 },
  ES384: { kty: 'EC', crv: 'P-384', scheme: { name: 'ecdsa', curve: 'P-384', hash: 'sha-384' }, signatureBytes: 96 },
  ES512: { kty: 'EC', crv: 'P-521', scheme: { name: 'ecdsa', curve: 'P-521', hash: 'sha-512' }, signatureBytes: 132 },
  ES256K: {
    kty: 'EC',
    crv: 'secp256k1',
    scheme: { name: 'ecdsa', curve: 'secp256k1', hash: 'sha-256' },
    signatureBytes: 64,
  },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', scheme: { name: 'eddsa', curve: 'Ed25519' }, signatureBytes: 64 },
  RS256: { kty: 'RSA', crv: undefined, scheme: { name: 'rsa-pkcs1', hash: 'sha-256' }, signatureBytes: undefined },
  RS512: { kty: 'RSA', crv: undefined, scheme: { name: 'rsa-pkcs1', hash: 'sha-512' }, signatureBytes: undefined },
  PS256: { kty: 'RSA', crv: undefined, scheme: { name: 'rsa-pss', hash: 'sha-256' }, signatureBytes: undefined },
} as const satisfies Record<string, AlgorithmRow>

/** What is known of one signature algorithm (RFC 7518 §3.1). */
export interface AlgorithmRow {
  readonly kty: 'EC' | 'OKP' | 'RSA'
  /** `undefined` for RSA, which has no curve. */
  readonly crv: string | undefined
  readonly scheme: SignatureScheme
  /** Of a raw signature; RSA's depends on the key. */
  readonly signatureBytes: number | undefined
}

/** An `alg` that this code can do. Which of them are taken is each policy's to say. */
export type JwsAlgorithm = keyof typeof jwsAlgorithms

/** What a deployment supports unless it says otherwise: the three that IT-Wallet demands. */
export const defaultAlgorithms: readonly JwsAlgorithm[] = ['ES256', 'ES384', 'ES512']

/** Whether this code knows the algorithm. Whether it is accepted is the policy's to say. */
export const isJwsAlgorithm = (name: string): name is JwsAlgorithm => Object.hasOwn(jwsAlgorithms, name)

/** Key type, curve, hash and signature size of an algorithm (RFC 7518 §3.1). */
export const algorithmRow = (algorithm: JwsAlgorithm): AlgorithmRow => jwsAlgorithms[algorithm]

/**
 * Whether a key may verify this algorithm: type, curve, and the key's own `alg`, `use` and `key_ops` where it states
 * them (RFC 7517 §4.2–4.4). Metadata may hold anything in their place.
 */
export function keyFits(jwk: PublicJwk, algorithm: JwsAlgorithm): boolean {
  const { kty, crv } = algorithmRow(algorithm)
  return (
    jwk.kty === kty &&
    (crv === undefined || jwk.crv === crv) &&
    (jwk.alg === undefined || jwk.alg === algorithm) &&
    (jwk.use === undefined || jwk.use === 'sig') &&
    (jwk.key_ops === undefined || (Array.isArray(jwk.key_ops) && jwk.key_ops.includes('verify')))
  )
}
