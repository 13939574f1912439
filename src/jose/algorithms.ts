/**
 * The only table of signature algorithms (RFC 7518 §3.1, RFC 8037, RFC 8812). `none` and MAC algorithms have no row,
 * and no configuration can add one.
 */
import type { PublicJwk, SignatureScheme } from '../base/index.ts'

/** Properties of each algorithm by `alg`: key type, curve, scheme of the crypto port, signature length. */
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

/** Properties of a signature algorithm (RFC 7518 §3.1). */
export interface AlgorithmRow {
  readonly kty: 'EC' | 'OKP' | 'RSA'
  /** `undefined` for RSA. */
  readonly crv: string | undefined
  readonly scheme: SignatureScheme
  /** Length of the raw signature in bytes. `undefined` for RSA, whose key determines it. */
  readonly signatureBytes: number | undefined
}

/** A supported `alg`. Each policy decides which of them it accepts. */
export type JwsAlgorithm = keyof typeof jwsAlgorithms

/** Default algorithms of a deployment (GEN-03). */
export const defaultAlgorithms: readonly JwsAlgorithm[] = ['ES256', 'ES384', 'ES512']

/** All supported algorithms, for tools that exclude none. A role accepts those of its settings. */
export const allAlgorithms = Object.keys(jwsAlgorithms) as readonly JwsAlgorithm[]

/** Returns true for a supported algorithm. Does not check a policy. */
export const isJwsAlgorithm = (name: string): name is JwsAlgorithm => Object.hasOwn(jwsAlgorithms, name)

/** Returns key type, curve, scheme and signature length of an algorithm (RFC 7518 §3.1). */
export const algorithmRow = (algorithm: JwsAlgorithm): AlgorithmRow => jwsAlgorithms[algorithm]

/**
 * Returns true if a key may verify signatures of this algorithm. Checks type and curve, and checks `alg`, `use` and
 * `key_ops` of the key if present (RFC 7517 §4.2–4.4). Returns false for a malformed member.
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
