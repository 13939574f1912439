/**
 * Authenticator data as App Attest has it (WebAuthn Level 2 §6.1): 37 bytes in an assertion; in an attestation the
 * attested key follows them.
 */
import { type Failure, fail, failed, type PublicJwk } from '../../base/index.ts'
import { coseKeyToJwk, decodeCbor } from '../../cose/index.ts'

export interface AuthenticatorData {
  /** SHA-256 of the App ID. */
  readonly rpIdHash: Uint8Array
  readonly counter: number
}

export interface AttestedAuthenticatorData extends AuthenticatorData {
  /** 16 bytes that name the environment. */
  readonly aaguid: Uint8Array
  readonly credentialId: Uint8Array
  readonly publicKey: PublicJwk
}

export type AttestedAuthenticatorDataCode =
  | 'app_attest_authenticator_data_malformed'
  | 'app_attest_credential_data_missing'
  | 'app_attest_credential_key_malformed'

/** Bytes of an assertion's authenticator data, and where the attested key begins. */
export const authenticatorDataBytes = 37

const flagsOffset = 32
const attestedCredentialFlag = 0x40
const aaguidEnd = 53
const credentialIdStart = 55

/** Reads the part that every authenticator data has. Expects at least 37 bytes. */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { rpIdHash: bytes.subarray(0, flagsOffset), counter: view.getUint32(flagsOffset + 1) }
}

/** Reads an attestation's authenticator data, with nothing after the key. Judges nothing. */
export function parseAttestedAuthenticatorData(
  bytes: Uint8Array,
  at: string,
): AttestedAuthenticatorData | Failure<AttestedAuthenticatorDataCode> {
  const attested = ((bytes[flagsOffset] ?? 0) & attestedCredentialFlag) !== 0
  if (!attested) return fail('app_attest_credential_data_missing', `${at}.flags`) // WP-49
  if (bytes.length < credentialIdStart) return fail('app_attest_authenticator_data_malformed', at) // WP-51
  const credentialIdBytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(aaguidEnd)
  const keyStart = credentialIdStart + credentialIdBytes
  const coseKey = decodeCbor(bytes.subarray(keyStart), at)
  const publicKey = failed(coseKey) ? coseKey : coseKeyToJwk(coseKey, at)
  if (failed(publicKey)) return fail('app_attest_credential_key_malformed', `${at}.credentialPublicKey`) // WP-51
  return {
    ...readAuthenticatorData(bytes),
    aaguid: bytes.subarray(authenticatorDataBytes, aaguidEnd),
    credentialId: bytes.subarray(credentialIdStart, keyStart),
    publicKey,
  }
}
