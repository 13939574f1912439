/**
 * Members of a Play Integrity verdict and their types
 * (https://developer.android.com/google/play/integrity/verdicts). Does not check values.
 */
import { decodeLenientBase64, isJsonObject, type Json, type JsonObject } from '../base/index.ts'

const at = 'integrity_assertion'

const isString = (value: Json | undefined): boolean => typeof value === 'string'
const isName = (value: Json | undefined): boolean => typeof value === 'string' && value !== ''
const areStrings = (value: Json | undefined): boolean => Array.isArray(value) && value.every(isString)
/** Returns true for a safe non-negative integer, or a text of 1 to 15 digits. */
const isCount = (value: Json | undefined): boolean =>
  typeof value === 'string' ? /^\d{1,15}$/.test(value) : Number.isSafeInteger(value) && (value as number) >= 0

/** Checks of a group's members. Hand-written, because a schema is too slow for the busiest endpoint. */
type Shape = readonly (readonly [member: string, holds: (value: Json | undefined) => boolean])[]

export interface RequestDetails {
  readonly requestPackageName: string
  /** Binding of a standard request. */
  readonly requestHash?: Json
  /** Binding of a classic request. */
  readonly nonce?: Json
  readonly timestampMillis: string | number
}
export interface AppIntegrity {
  readonly appRecognitionVerdict: string
  readonly packageName: string
  readonly certificateSha256Digest: readonly string[]
  readonly versionCode: string | number
}

export const requestDetails: Shape = [
  ['requestPackageName', isName],
  ['timestampMillis', isCount],
]
/** The member that every verdict about the app has. */
export const recognition: Shape = [['appRecognitionVerdict', isString]]
/** Members that the verdict about a recognized app has in addition. */
export const recognisedApp: Shape = [
  ['packageName', isName],
  ['certificateSha256Digest', (value) => Array.isArray(value) && value.length > 0 && value.every(isDigest)],
  ['versionCode', isCount],
]
/**
 * `deviceRecognitionVerdict` is absent if the device has no label, because the vendor's JSON omits an empty list
 * (D-431).
 */
export const deviceIntegrity: Shape = [
  ['deviceRecognitionVerdict', (value) => value === undefined || areStrings(value)],
]
export const accountDetails: Shape = [['appLicensingVerdict', isString]]

/**
 * Returns the place of the first fault: the group itself, or its first missing or malformed member. Returns `undefined`
 * if there is no fault.
 */
export function findMalformed(payload: JsonObject, group: string, shape: Shape): string | undefined {
  const members = payload[group]
  if (!isJsonObject(members)) return `${at}.${group}`
  for (const [member, holds] of shape) if (!holds(members[member])) return `${at}.${group}.${member}`
  return undefined
}

/**
 * Decodes a SHA-256 in hexadecimal or base64 of either alphabet. Returns `undefined` unless the result has 32 bytes.
 */
export function readDigest(text: string): Uint8Array | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : decodeLenientBase64(text)
  return bytes?.length === 32 ? bytes : undefined
}

const digestHex = (value: Json): string | undefined => {
  const bytes = typeof value === 'string' ? readDigest(value) : undefined
  return bytes && Buffer.from(bytes).toString('hex')
}

const isDigest = (value: Json): boolean => digestHex(value) !== undefined

/** Returns the readable digests of a list in lower-case hexadecimal. Empty if the value is not a list. */
export const readableDigests = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.flatMap((one) => digestHex(one) ?? []) : []
