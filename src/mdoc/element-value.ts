/**
 * Values of the elements of an mdoc (ISO 18013-5 §7.2, RFC 8943): CBOR with dates as tagged texts, and their conversion
 * to JSON for callers that need claims.
 */
import { encodeBase64url, type Json, type NumericDate, parseExactNumber } from '../base/index.ts'
import { type Cbor, cborTag, isCborArray, isCborBytes, isCborMap, isCborTag, WholeFloat } from '../cose/index.ts'

/** Tags of RFC 8949 §3.4 and RFC 8943. */
export const mdocTags = { tdate: 0, epoch: 1, encoded: 24, fullDate: 1004 } as const

/** Tags that are supported in an element. */
export const elementTags: readonly number[] = Object.values(mdocTags)

/** Returns true for the version of a structure that can be read: `1.` and any minor version (D-1036). */
export const isKnownVersion = (value: Cbor | undefined): boolean => typeof value === 'string' && /^1\.\d+$/.test(value)

/**
 * Returns true for a DigestID (ISO 18013-5 §9.1.2.4): an unsigned integer in the safe range. Accepts integers of more
 * than 31 bits, because some issuers use random integers of 32 bits or more.
 */
export const isDigestId = (value: Cbor | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const utcPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const fractionPattern = /^(.{19})(\.\d+)Z$/

/**
 * Returns a full-date (RFC 8943) for a text such as `1980-01-10`. Throws a TypeError for any other form and for a day
 * that does not exist.
 */
export function fullDate(text: string): Cbor {
  if (readUtc(`${text}T00:00:00Z`) === undefined) throw new TypeError('the text is not a date of the form 1980-01-10')
  return cborTag(mdocTags.fullDate, text)
}

/** Returns the UTC day of a time as full-date. */
export const fullDateOf = (time: NumericDate): Cbor => fullDate(new Date(time * 1000).toISOString().slice(0, 10))

/** Returns a tdate without fractions of a second, in UTC (ISO 18013-5 §9.1.2.4). */
export const tdate = (time: NumericDate): Cbor => cborTag(mdocTags.tdate, utcText(time))

/**
 * Reads a tdate. Returns `undefined` for anything else. Accepts a fraction of a second, although ISO 18013-5 §9.1.2.4
 * forbids it, because published issuers write one (D-516).
 */
export function readTdate(value: Cbor | undefined): NumericDate | undefined {
  if (!isCborTag(value) || value.tag !== mdocTags.tdate || typeof value.value !== 'string') return undefined
  const [, seconds, fraction] = fractionPattern.exec(value.value) ?? []
  const whole = readUtc(fraction === undefined ? value.value : `${seconds}Z`)
  return whole === undefined ? undefined : whole + Number(fraction ?? 0)
}

/**
 * Reads a text like `2026-01-31T00:00:00Z` (RFC 3339 §5.6). Returns `undefined` for any other form, for a day that does
 * not exist, and for a leap second.
 */
export function readUtc(text: string): NumericDate | undefined {
  const time = utcPattern.test(text) ? Date.parse(text) / 1000 : Number.NaN
  return !Number.isNaN(time) && utcText(time) === text ? time : undefined
}

const utcText = (time: NumericDate): string => `${new Date(time * 1000).toISOString().slice(0, 19)}Z`

/** Converts JSON to CBOR. Does not convert date texts to dates. */
export function jsonToCbor(value: Json): Cbor {
  if (Array.isArray(value)) return value.map(jsonToCbor)
  if (value === null || typeof value !== 'object') return value as Cbor
  return new Map(Object.entries(value).map(([name, member]): [Cbor, Cbor] => [name, jsonToCbor(member as Json)]))
}

/**
 * Converts CBOR to JSON. Drops tags. Bytes become base64url. Map keys, and integers that a double cannot represent,
 * become texts (GEN-34). `ofFloat` converts the value of a `WholeFloat`. By default it returns the value. If two keys
 * become the same text, the last one wins: check with `hasJsonForm`.
 */
export function cborToJson(value: Cbor, ofFloat: (whole: number) => Json = (whole) => whole): Json {
  const inside = (one: Cbor): Json => cborToJson(one, ofFloat)
  if (value instanceof WholeFloat) return ofFloat(value.value)
  if (isCborTag(value)) return inside(value.value)
  if (isCborBytes(value)) return encodeBase64url(value)
  if (isCborArray(value)) return value.map(inside)
  if (isCborMap(value)) return Object.fromEntries([...value].map(([key, member]) => [keyText(key), inside(member)]))
  return typeof value === 'bigint' ? (parseExactNumber(`${value}`) ?? `${value}`) : (value as Json)
}

/**
 * Returns true if `cborToJson` keeps every member of every map: no map has two keys that become the same text, or a key
 * that becomes `__proto__`.
 */
export function hasJsonForm(value: Cbor): boolean {
  if (isCborTag(value)) return hasJsonForm(value.value)
  if (isCborArray(value)) return value.every(hasJsonForm)
  if (!isCborMap(value)) return true
  const names = new Set([...value.keys()].map(keyText))
  return names.size === value.size && !names.has('__proto__') && [...value.values()].every(hasJsonForm)
}

/** Converts a map key to a text. A key may be any value, even one for which `String` throws. */
function keyText(key: Cbor): string {
  const json = cborToJson(key)
  return typeof json === 'object' ? JSON.stringify(json) : String(json)
}
