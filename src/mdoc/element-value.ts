/**
 * What stands in the elements of an mdoc (ISO 18013-5 §7.2, RFC 8943): CBOR with dates as tagged texts, and the same as
 * JSON for those who ask for claims.
 */
import { encodeBase64url, exactNumber, type Json, type NumericDate } from '../base/index.ts'
import { type Cbor, cborTag, isCborArray, isCborBytes, isCborMap, isCborTag, WholeFloat } from '../cose/index.ts'

/** RFC 8949 §3.4, RFC 8943. */
export const mdocTags = { tdate: 0, epoch: 1, encoded: 24, fullDate: 1004 } as const

/** Tags that are understood in an element. */
export const elementTags: readonly number[] = Object.values(mdocTags)

/** DigestID (ISO 18013-5 §9.1.2.4): `uint`. Libraries of issuers draw them from 32 bits and more. */
export const isDigestId = (value: Cbor | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const fractionForm = /^(.{19})(\.\d+)Z$/

/** full-date (RFC 8943): `1980-01-10`. Throws a TypeError for any other form and for a day that does not exist. */
export function fullDate(text: string): Cbor {
  if (readUtc(`${text}T00:00:00Z`) === undefined) throw new TypeError('no full-date')
  return cborTag(mdocTags.fullDate, text)
}

/** The day of a time, in UTC. */
export const fullDateOf = (time: NumericDate): Cbor => fullDate(new Date(time * 1000).toISOString().slice(0, 10))

/** tdate without fractions of a second, in UTC (ISO 18013-5 §9.1.2.4). */
export const tdate = (time: NumericDate): Cbor => cborTag(mdocTags.tdate, utcText(time))

/**
 * Reads a tdate; `undefined` for anything else. A fraction of a second is taken, although ISO 18013-5 §9.1.2.4 forbids it:
 * published issuers write one (D-516).
 */
export function readTdate(value: Cbor | undefined): NumericDate | undefined {
  if (!isCborTag(value) || value.tag !== mdocTags.tdate || typeof value.value !== 'string') return undefined
  const [, seconds, fraction] = fractionForm.exec(value.value) ?? []
  const whole = readUtc(fraction === undefined ? value.value : `${seconds}Z`)
  return whole === undefined ? undefined : whole + Number(fraction ?? 0)
}

/** `2026-01-31T00:00:00Z` of a day that exists (RFC 3339 §5.7); `undefined` for anything else. */
export function readUtc(text: string): NumericDate | undefined {
  const time = timeForm.test(text) ? Date.parse(text) / 1000 : Number.NaN
  return !Number.isNaN(time) && utcText(time) === text ? time : undefined
}

const utcText = (time: NumericDate): string => `${new Date(time * 1000).toISOString().slice(0, 19)}Z`

/** JSON as CBOR; texts that are dates stay texts. */
export function jsonToCbor(value: Json): Cbor {
  if (Array.isArray(value)) return value.map(jsonToCbor)
  if (value === null || typeof value !== 'object') return value as Cbor
  return new Map(Object.entries(value).map(([name, member]): [Cbor, Cbor] => [name, jsonToCbor(member as Json)]))
}

/**
 * CBOR as JSON: tags fall off, bytes become base64url, keys of maps become texts, and so do integers that a double does not
 * hold (GEN-34). `ofFloat` says what a float that is a whole number becomes; defaults to that number. The last of two keys
 * that become one text counts: see `hasJsonForm`.
 */
export function cborToJson(value: Cbor, ofFloat: (whole: number) => Json = (whole) => whole): Json {
  const inside = (one: Cbor): Json => cborToJson(one, ofFloat)
  if (value instanceof WholeFloat) return ofFloat(value.value)
  if (isCborTag(value)) return inside(value.value)
  if (isCborBytes(value)) return encodeBase64url(value)
  if (isCborArray(value)) return value.map(inside)
  if (isCborMap(value)) return Object.fromEntries([...value].map(([key, member]) => [keyText(key), inside(member)]))
  return typeof value === 'bigint' ? (exactNumber(`${value}`) ?? `${value}`) : (value as Json)
}

/** Whether `cborToJson` keeps every member: no map in it has two keys that become one text. */
export function hasJsonForm(value: Cbor): boolean {
  if (isCborTag(value)) return hasJsonForm(value.value)
  if (isCborArray(value)) return value.every(hasJsonForm)
  if (!isCborMap(value)) return true
  const names = new Set([...value.keys()].map(keyText))
  return names.size === value.size && [...value.values()].every(hasJsonForm)
}

/** A key of a map may be anything, also what throws when it is made a text of. */
function keyText(key: Cbor): string {
  const json = cborToJson(key)
  return typeof json === 'object' ? JSON.stringify(json) : String(json)
}
