/**
 * The members that a verdict of Play Integrity must have to be judged, and their types
 * (https://developer.android.com/google/play/integrity/verdicts). Judges no value.
 */
import { decodeLenientBase64, isJsonObject, type Json, type JsonObject } from '../base/index.ts'

const at = 'integrity_assertion'

const isString = (value: Json | undefined): boolean => typeof value === 'string'
export const areStrings = (value: Json | undefined): boolean => Array.isArray(value) && value.every(isString)
/** A 64-bit integer travels as text. */
const isCount = (value: Json | undefined): boolean =>
  typeof value === 'string' ? /^\d{1,15}$/.test(value) : Number.isSafeInteger(value) && (value as number) >= 0

/** What a group must have, by hand and not by a schema: each verdict is read once, at the busiest endpoint. */
export type Shape<T> = readonly (readonly [member: keyof T & string, holds: (value: Json | undefined) => boolean])[]

export interface RequestDetails {
  readonly requestPackageName: string
  /** Of a standard request. */
  readonly requestHash?: Json
  /** Of a classic request. */
  readonly nonce?: Json
  readonly timestampMillis: string | number
}
export interface AppIntegrity {
  readonly appRecognitionVerdict: string
  readonly packageName: string
  readonly certificateSha256Digest: readonly string[]
  readonly versionCode: string | number
}
export interface DeviceIntegrityLabels {
  readonly deviceRecognitionVerdict: readonly string[]
}
export interface AccountDetails {
  readonly appLicensingVerdict: string
}

export const requestDetails: Shape<RequestDetails> = [
  ['requestPackageName', isString],
  ['timestampMillis', isCount],
]
export const recognition: Shape<AppIntegrity> = [['appRecognitionVerdict', isString]]
export const recognisedApp: Shape<AppIntegrity> = [
  ['packageName', isString],
  ['certificateSha256Digest', (value) => areStrings(value) && (value as readonly string[]).length > 0],
  ['versionCode', isCount],
]
export const deviceIntegrity: Shape<DeviceIntegrityLabels> = [['deviceRecognitionVerdict', areStrings]]
export const accountDetails: Shape<AccountDetails> = [['appLicensingVerdict', isString]]

/** Where a group is not what it must be: in itself, or in its first member that is absent or of another type. */
export function misfitOf<T>(payload: JsonObject, group: string, shape: Shape<T>): string | undefined {
  const members = payload[group]
  if (!isJsonObject(members)) return `${at}.${group}`
  for (const [member, holds] of shape) if (!holds(members[member])) return `${at}.${group}.${member}`
  return undefined
}

/** A SHA-256 as wallets and the vendor write it: hexadecimal or base64 in either alphabet. */
export function readDigest(text: string): Uint8Array | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : decodeLenientBase64(text)
  return bytes?.length === 32 ? bytes : undefined
}

/** The same, in lower-case hexadecimal; empty where it is none. */
export const digestHex = (text: string): string => Buffer.from(readDigest(text) ?? []).toString('hex')
