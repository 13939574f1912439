/**
 * The outer encoding of device evidence. The platform is read from the evidence itself and not from statements of the
 * sender (WP-08, WP-38).
 */
import { decodeLenientBase64, decodeUtf8, type Failure, fail } from '../base/index.ts'
import { parseAssertedAuthenticatorData } from './apple/authenticator-data.ts'
import type { Platform } from './port.ts'

/** Maximum size of the decoded object in bytes. */
const sizeLimit = 65_536
/** Maximum length in characters: an object of maximum size in base64 with line breaks. */
const textLimit = 96_000
const maximumCertificates = 10

/** A decoded key attestation and its platform. Its content is not parsed. */
export interface KeyAttestationObject {
  readonly platform: Platform
  /** Android: DER certificates, leaf first. Apple: the CBOR object. */
  readonly parts: readonly Uint8Array[]
}

/** Reasons to refuse a key attestation before a vendor is selected. */
export type KeyAttestationObjectCode = 'evidence_too_large' | 'evidence_undecodable' | 'evidence_chain_too_long'

/**
 * Decodes base64 (either alphabet, optional padding, white space) of a CBOR map, or of comma-separated base64
 * certificates. Bytes that start like a CBOR map count as Apple's, any other bytes as Android's. Does not decode CBOR
 * or certificates.
 */
export function readKeyAttestation(text: string): KeyAttestationObject | Failure<KeyAttestationObjectCode> {
  const at = 'key_attestation'
  if (text.length > textLimit) return fail('evidence_too_large', at) // WP-38
  const bytes = decodeLenientBase64(text)
  if (bytes === undefined || bytes.length === 0) return fail('evidence_undecodable', at) // WP-38
  if (bytes.length > sizeLimit) return fail('evidence_too_large', at) // WP-38
  if ((bytes[0] ?? 0) >> 5 === 5) return { platform: 'apple', parts: [bytes] }
  const parts = decodeUtf8(bytes)?.split(',') ?? []
  if (parts.length > maximumCertificates) return fail('evidence_chain_too_long', at) // WP-38
  const certificates = parts.map(decodeLenientBase64).filter((part) => part !== undefined)
  const areAllDecoded = certificates.length === parts.length && certificates.every(({ length }) => length > 0)
  if (certificates.length === 0 || !areAllDecoded) return fail('evidence_undecodable', at) // WP-38
  return { platform: 'android', parts: certificates }
}

/**
 * Returns the platform of an assertion: `apple` for base64 of bytes that start like a CBOR map, and of authenticator
 * data of an App Attest assertion. Returns `android` for any other text, because a Play Integrity token is neither.
 * Does not decode the map.
 */
export function platformOfAssertion(integrity_assertion: string): Platform {
  const bytes = integrity_assertion.includes('.') ? undefined : decodeLenientBase64(integrity_assertion)
  if (bytes === undefined) return 'android'
  return (bytes[0] ?? 0) >> 5 === 5 || parseAssertedAuthenticatorData(bytes) !== undefined ? 'apple' : 'android'
}
