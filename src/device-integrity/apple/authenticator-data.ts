/**
 * Authenticator data of App Attest (WebAuthn Level 2 §6.1): 37 bytes in an assertion, followed by the attested key in
 * an attestation. iOS 27 appends a map of extensions to both, with or without the extensions flag (D-442).
 */
import { type Failure, fail, failed, type PublicJwk } from '../../base/index.ts'
import { coseKeyToJwk, decodeCbor, decodeLeadingCbor, isCborMap } from '../../cose/index.ts'

interface AuthenticatorData {
  /** SHA-256 of the App ID. */
  readonly rpIdHash: Uint8Array
  readonly counter: number
}

export interface AttestedAuthenticatorData extends AuthenticatorData {
  /** 16 bytes that identify the environment. */
  readonly aaguid: Uint8Array
  readonly credentialId: Uint8Array
  readonly publicKey: PublicJwk
}

export type AttestedAuthenticatorDataCode =
  | 'app_attest_authenticator_data_malformed'
  | 'app_attest_credential_data_missing'
  | 'app_attest_credential_key_malformed'

/** Length of the common part. The attested key or extensions follow it. */
const commonBytes = 37

const flagsOffset = 32
const attestedCredentialFlag = 0x40
const extensionsFlag = 0x80
const aaguidEnd = 53
const credentialIdStart = 55

/** Reads the common part. Throws a RangeError for fewer than 37 bytes. */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { rpIdHash: bytes.subarray(0, flagsOffset), counter: view.getUint32(flagsOffset + 1) }
}

/**
 * Returns true for authenticator data of an assertion. Ignores the flag of an attested key: Apple sets it even without
 * a key.
 */
export const isAssertedAuthenticatorData = (bytes: Uint8Array): boolean =>
  bytes.length >= commonBytes && endsWithExtensions(bytes, commonBytes)

/**
 * Returns true if the bytes end at `start`, or if one map of extensions with text keys follows (WebAuthn Level 2 §9.5).
 * Returns false for the flag without the map. Does not check the extensions.
 */
function endsWithExtensions(bytes: Uint8Array, start: number): boolean {
  const isFlagged = ((bytes[flagsOffset] ?? 0) & extensionsFlag) !== 0
  if (bytes.length === start) return !isFlagged
  const extensions = decodeCbor(bytes.subarray(start), 'extensions')
  return isCborMap(extensions) && [...extensions.keys()].every((name) => typeof name === 'string')
}

/** Parses authenticator data of an attestation. Does not check key, counter, environment or extensions. */
export function parseAttestedAuthenticatorData(
  bytes: Uint8Array,
  at: string,
): AttestedAuthenticatorData | Failure<AttestedAuthenticatorDataCode> {
  const attested = ((bytes[flagsOffset] ?? 0) & attestedCredentialFlag) !== 0
  if (!attested) return fail('app_attest_credential_data_missing', `${at}.flags`) // WP-49
  if (bytes.length < credentialIdStart) return fail('app_attest_authenticator_data_malformed', at) // WP-51
  const credentialIdBytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(aaguidEnd)
  const keyStart = credentialIdStart + credentialIdBytes
  const coseKey = decodeLeadingCbor(bytes.subarray(keyStart), at)
  const publicKey = failed(coseKey) ? coseKey : coseKeyToJwk(coseKey.value, at)
  if (failed(coseKey) || failed(publicKey))
    return fail('app_attest_credential_key_malformed', `${at}.credentialPublicKey`) // WP-51
  const isWhole = endsWithExtensions(bytes, bytes.length - coseKey.rest.length)
  if (!isWhole) return fail('app_attest_authenticator_data_malformed', `${at}.extensions`) // WP-51
  return {
    ...readAuthenticatorData(bytes),
    aaguid: bytes.subarray(commonBytes, aaguidEnd),
    credentialId: bytes.subarray(credentialIdStart, keyStart),
    publicKey,
  }
}
