/** Public keys as certificates contain them: SubjectPublicKeyInfo (RFC 5280 §4.1.2.7), and their identifiers. */
import { createPublicKey, hash } from 'node:crypto'
import { type PublicJwk, sameBytes } from '../base/index.ts'
import type { Certificate } from './certificate.ts'
import { derMembers, derTags, isUniversal, readDer } from './der.ts'
import { writeNull, writeOid, writeSequence } from './der-write.ts'

/** Returns the DER SubjectPublicKeyInfo of a key. Throws if this runtime does not support the key. */
export const spkiOf = (jwk: PublicJwk): Uint8Array =>
  new Uint8Array(createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).export({ type: 'spki', format: 'der' }))

/**
 * Returns the key of a certificate. Throws if this runtime does not support the key: check it with `isSupportedKey`
 * first.
 */
export function publicJwkOf(certificate: Pick<Certificate, 'publicKey'>): PublicJwk {
  const { kty = '', crv, x, y, n, e } = certificate.publicKey()?.export({ format: 'jwk' }) ?? {}
  if (kty === '') throw new TypeError('the key of the certificate is not supported')
  return { kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }), ...(n && { n }), ...(e && { e }) }
}

/**
 * Returns the identifier of a key: the SHA-1 of the contents of its BIT STRING (RFC 5280 §4.2.1.2, method 1). Throws a
 * TypeError if the argument is not a DER SubjectPublicKeyInfo.
 */
export function keyIdentifierOf(spki: Uint8Array): Uint8Array {
  const [, key] = derMembers(readDer(spki)) ?? []
  if (!isUniversal(key, derTags.bitString)) throw new TypeError('the public key cannot be read')
  return new Uint8Array(hash('sha1', key.contents.subarray(1), 'buffer'))
}

/** AlgorithmIdentifiers of supported EC and Ed25519 keys (RFC 5480 §2.1.1, RFC 8410 §3). EC needs a named curve. */
const keyAlgorithms: readonly Uint8Array[] = [
  ...['1.2.840.10045.3.1.7', '1.3.132.0.34', '1.3.132.0.35'].map((curve) =>
    writeSequence(writeOid('1.2.840.10045.2.1'), writeOid(curve)),
  ),
  writeSequence(writeOid('1.3.101.112')),
]
/** AlgorithmIdentifier of RSA keys (RFC 4055 §1.2). */
const rsaAlgorithm = writeSequence(writeOid('1.2.840.113549.1.1.1'), writeNull())

/** Returns true for a key on P-256, P-384, P-521 or Ed25519, and for an RSA key of 2048 to 8192 bits in whole bytes. */
export function isSupportedKey(certificate: Pick<Certificate, 'spki' | 'publicKey'>): boolean {
  const [algorithm] = derMembers(readDer(certificate.spki)) ?? []
  const key = certificate.publicKey()
  if (algorithm === undefined || key === undefined) return false
  if (keyAlgorithms.some((known) => sameBytes(known, algorithm.encoded))) return true
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return sameBytes(rsaAlgorithm, algorithm.encoded) && bits >= 2048 && bits <= 8192 && bits % 8 === 0
}
