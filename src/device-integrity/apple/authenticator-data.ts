/**
 * Authenticator data of App Attest (WebAuthn Level 2 §6.1): 37 bytes in an assertion, followed by the attested key in
 * an attestation. iOS 27 appends a map of extensions to both, with or without the extensions flag (D-442).
 */
import { type Failure, fail, failed, type PublicJwk } from '../../base/index.ts'
import { coseKeyToJwk, decodeLeadingCbor } from '../../cose/index.ts'
import { type AppExtensions, parseAppExtensions } from './app-extensions.ts'

interface AuthenticatorData {
  /** SHA-256 of the App ID. */
  readonly rpIdHash: Uint8Array
  readonly counter: number
}

/** Authenticator data of an assertion. */
export interface AssertedAuthenticatorData extends AuthenticatorData {
  readonly app: AppExtensions
}

export interface AttestedAuthenticatorData extends AssertedAuthenticatorData {
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
function readCommonPart(bytes: Uint8Array): AuthenticatorData {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { rpIdHash: bytes.subarray(0, flagsOffset), counter: view.getUint32(flagsOffset + 1) }
}

/**
 * Parses authenticator data of an assertion. Returns `undefined` for other bytes. Ignores the flag of an attested key:
 * Apple sets it even without a key. Does not check counter or extensions.
 */
export function parseAssertedAuthenticatorData(bytes: Uint8Array): AssertedAuthenticatorData | undefined {
  const app = bytes.length < commonBytes ? undefined : readExtensions(bytes, commonBytes)
  return app && { ...readCommonPart(bytes), app }
}

/**
 * Parses the extensions from `start` to the end. Returns no statement if the bytes end at `start`. Returns `undefined`
 * for the flag without extensions, and for other content.
 */
function readExtensions(bytes: Uint8Array, start: number): AppExtensions | undefined {
  const isFlagged = ((bytes[flagsOffset] ?? 0) & extensionsFlag) !== 0
  if (bytes.length > start) return parseAppExtensions(bytes.subarray(start))
  return isFlagged ? undefined : {}
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
  const app = readExtensions(bytes, bytes.length - coseKey.rest.length)
  if (app === undefined) return fail('app_attest_authenticator_data_malformed', `${at}.extensions`) // WP-51
  return {
    ...readCommonPart(bytes),
    app,
    aaguid: bytes.subarray(commonBytes, aaguidEnd),
    credentialId: bytes.subarray(credentialIdStart, keyStart),
    publicKey,
  }
}
