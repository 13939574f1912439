/**
 * Signatures of certificates and revocation lists (RFC 5280 §4.1.1, RFC 5758, RFC 4055, RFC 8410): algorithms, signing
 * with a `CertificateSigner`, and verification.
 */
import { verify } from 'node:crypto'
import { type MaybePromise, sameBytes } from '../base/index.ts'
import type { IssuerKey } from './certificate.ts'
import { type DerValue, derMembers, derTags, isUniversal, readDer } from './der.ts'
import { writeBits, writeNull, writeOid, writeSequence, writeUnsigned } from './der-write.ts'

/**
 * A key that signs certificates or revocation lists, for example a `Signer` of `jose/`. The private key may be in a
 * hardware token.
 */
export interface CertificateSigner {
  /** JWS name of the algorithm (RFC 7518 §3.1). */
  readonly alg: string
  /** Returns the raw signature: r‖s for ECDSA. */
  sign(data: Uint8Array): MaybePromise<Uint8Array>
}

const withoutParameters = (oid: string): Uint8Array => writeSequence(writeOid(oid))
/** Returns the AlgorithmIdentifier of an RSA algorithm with NULL (RFC 4055 §5). */
const withNullParameters = (oid: string): Uint8Array => writeSequence(writeOid(oid), writeNull())

/**
 * Algorithms by their JWS name: AlgorithmIdentifier, hash for `node:crypto`, and type of key. ECDSA has no parameters
 * (RFC 5758 §3.2). Ed25519 includes its hash.
 */
export const certificateAlgorithms = {
  ES256: { identifier: withoutParameters('1.2.840.10045.4.3.2'), hash: 'sha256', keyType: 'ec' },
  ES384: { identifier: withoutParameters('1.2.840.10045.4.3.3'), hash: 'sha384', keyType: 'ec' },
  ES512: { identifier: withoutParameters('1.2.840.10045.4.3.4'), hash: 'sha512', keyType: 'ec' },
  EdDSA: { identifier: withoutParameters('1.3.101.112'), hash: null, keyType: 'ed25519' },
  RS256: { identifier: withNullParameters('1.2.840.113549.1.1.11'), hash: 'sha256', keyType: 'rsa' },
  RS384: { identifier: withNullParameters('1.2.840.113549.1.1.12'), hash: 'sha384', keyType: 'rsa' },
  RS512: { identifier: withNullParameters('1.2.840.113549.1.1.13'), hash: 'sha512', keyType: 'rsa' },
} as const

const isCertificateAlgorithm = (alg: string): alg is keyof typeof certificateAlgorithms =>
  Object.hasOwn(certificateAlgorithms, alg)

/**
 * Signs the body that `write` returns. `write` receives the AlgorithmIdentifier, because the body contains it. Rejects
 * with a TypeError for an algorithm that certificates do not support.
 */
export async function signBody(
  signer: CertificateSigner,
  write: (algorithm: Uint8Array) => Uint8Array,
): Promise<Uint8Array> {
  const { alg } = signer
  if (!isCertificateAlgorithm(alg)) throw new TypeError(`certificates cannot be signed with ${alg}`)
  const { identifier } = certificateAlgorithms[alg]
  const body = write(identifier)
  const raw = await signer.sign(body)
  return writeSigned(body, identifier, alg.startsWith('ES') ? ecdsaToDer(raw) : raw)
}

/** Writes a body with its signature (RFC 5280 §4.1.1, §5.1.1). */
export const writeSigned = (body: Uint8Array, algorithm: Uint8Array, signature: Uint8Array): Uint8Array =>
  writeSequence(body, algorithm, writeBits(0, signature))

/** Converts r‖s to an ECDSA-Sig-Value (RFC 3279 §2.2.3). */
function ecdsaToDer(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2
  return writeSequence(writeUnsigned(raw.subarray(0, half)), writeUnsigned(raw.subarray(half)))
}

/** A certificate or list, split into what its issuer signs and the signature. */
export interface SignedDer {
  readonly body: DerValue
  /** Encoded AlgorithmIdentifier. */
  readonly algorithm: Uint8Array
  readonly signature: Uint8Array
}

/** Splits one signed structure with no bytes after it. Returns `undefined` for anything else. */
export function readSignedDer(der: Uint8Array): SignedDer | undefined {
  const [body, algorithm, bits, ...further] = derMembers(readDer(der)) ?? []
  const split = isUniversal(body, derTags.sequence) && isUniversal(algorithm, derTags.sequence)
  if (!split || !isUniversal(bits, derTags.bitString) || further.length > 0 || bits.contents[0] !== 0) return undefined
  return { body, algorithm: algorithm.encoded, signature: bits.contents.subarray(1) }
}

/** Returns the row of `certificateAlgorithms` for a signature, or `undefined`. */
export const algorithmOf = ({ algorithm }: SignedDer) =>
  Object.values(certificateAlgorithms).find(({ identifier }) => sameBytes(identifier, algorithm))

/**
 * Returns true if this key made the signature with an algorithm of `certificateAlgorithms`. Does not check names, dates
 * and extensions. Never throws.
 */
export function verifySigned(signed: SignedDer, key: IssuerKey): boolean {
  const row = algorithmOf(signed)
  if (row === undefined) return false
  try {
    const { keyObject } = key
    return (
      keyObject.asymmetricKeyType === row.keyType && verify(row.hash, signed.body.encoded, keyObject, signed.signature)
    )
  } catch {
    return false // An unsupported key has no key object.
  }
}
