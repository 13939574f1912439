/** Public keys as certificates contain them: SubjectPublicKeyInfo (RFC 5280 §4.1.2.7), and their identifiers. */
import { createPublicKey, hash } from 'node:crypto'
import type { PublicJwk } from '../base/index.ts'
import { derMembers, derTags, isUniversal, readDer } from './der.ts'

/** Returns the DER SubjectPublicKeyInfo of a key. Throws if this runtime does not support the key. */
export const spkiOf = (jwk: PublicJwk): Uint8Array =>
  new Uint8Array(createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).export({ type: 'spki', format: 'der' }))

/**
 * Returns the identifier of a key: the SHA-1 of its bit string (RFC 5280 §4.2.1.2, method 1). Throws a TypeError if the
 * argument is not a DER SubjectPublicKeyInfo.
 */
export function keyIdentifierOf(spki: Uint8Array): Uint8Array {
  const [, key] = derMembers(readDer(spki)) ?? []
  if (!isUniversal(key, derTags.bitString)) throw new TypeError('a public key that cannot be read')
  return new Uint8Array(hash('sha1', key.contents.subarray(1), 'buffer'))
}
