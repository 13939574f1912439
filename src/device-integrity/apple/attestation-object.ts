/**
 * The outer form of an App Attest attestation: a CBOR map of format, statement and authenticator data.
 * https://developer.apple.com/documentation/devicecheck/validating-apps-that-connect-to-your-server
 */
import { type Failure, fail } from '../../base/index.ts'
import { decodeCbor, isCborArray, isCborBytes, isCborMap } from '../../cose/index.ts'

export interface AttestationObject {
  /** DER, leaf first. */
  readonly certificates: readonly Uint8Array[]
  /** Input of the vendor's fraud service. Not parsed here. */
  readonly receipt: Uint8Array
  readonly authenticatorData: Uint8Array
}

export type AttestationObjectCode =
  | 'app_attest_object_undecodable'
  | 'app_attest_object_malformed'
  | 'app_attest_format_mismatch'

const at = 'key_attestation'

/** Parses the object. Ignores members that App Attest does not define. */
export function parseAttestationObject(bytes: Uint8Array): AttestationObject | Failure<AttestationObjectCode> {
  const object = decodeCbor(bytes, at)
  if (!isCborMap(object)) return fail('app_attest_object_undecodable', at) // WP-51
  if (object.get('fmt') !== 'apple-appattest') return fail('app_attest_format_mismatch', `${at}.fmt`) // WP-47
  const statement = object.get('attStmt')
  if (!isCborMap(statement)) return fail('app_attest_object_malformed', `${at}.attStmt`) // WP-38
  const certificates = statement.get('x5c')
  const readable = isCborArray(certificates) && certificates.every(isCborBytes)
  if (!readable) return fail('app_attest_object_malformed', `${at}.attStmt.x5c`) // WP-38
  const receipt = statement.get('receipt')
  if (!isCborBytes(receipt)) return fail('app_attest_object_malformed', `${at}.attStmt.receipt`) // WP-38
  const authenticatorData = object.get('authData')
  if (!isCborBytes(authenticatorData)) return fail('app_attest_object_malformed', `${at}.authData`) // WP-38
  return { certificates, receipt, authenticatorData }
}
