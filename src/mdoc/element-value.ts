/**
 * What stands in the elements of an mdoc (ISO 18013-5 §7.2, RFC 8943): CBOR with dates as tagged texts, and the same as
 * JSON for those who ask for claims.
 */
import { encodeBase64url, type Json, type NumericDate } from '../base/index.ts'
import { type Cbor, cborTag, isCborArray, isCborBytes, isCborMap, isCborTag, WholeFloat } from '../cose/index.ts'

/** RFC 8949 §3.4, RFC 8943. */
export const mdocTags = { tdate: 0, epoch: 1, encoded: 24, fullDate: 1004 } as const

/** Tags that are understood in an element. */
export const elementTags: readonly number[] = Object.values(mdocTags)

/** DigestID (ISO 18013-5 §9.1.2.4): `uint`. Libraries of issuers draw them from 32 bits and more. */
export const isDigestId = (value: Cbor | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const dateForm = /^\d{4}-\d{2}-\d{2}$/
const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

/** full-date: `1980-01-10`. Throws a TypeError for any other form. */
export function fullDate(text: string): Cbor {
  if (!dateForm.test(text)) throw new TypeError('no full-date')
  return cborTag(mdocTags.fullDate, text)
}

/** The day of a time, in UTC. */
export const fullDateOf = (time: NumericDate): Cbor => fullDate(new Date(time * 1000).toISOString().slice(0, 10))

/** tdate without fractions of a second, in UTC (ISO 18013-5 §9.1.2.4). */
export const tdate = (time: NumericDate): Cbor => cborTag(mdocTags.tdate, utcText(time))

/** Reads a tdate; `undefined` for anything else. */
export function readTdate(value: Cbor | undefined): NumericDate | undefined {
  if (!isCborTag(value) || value.tag !== mdocTags.tdate || typeof value.value !== 'string') return undefined
  return readUtc(value.value)
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

/** CBOR as JSON: tags fall off, bytes become base64url, keys of maps become texts. */
export function cborToJson(value: Cbor): Json {
  if (isCborTag(value) || value instanceof WholeFloat) return cborToJson(value.value)
  if (isCborBytes(value)) return encodeBase64url(value)
  if (isCborArray(value)) return value.map(cborToJson)
  if (isCborMap(value))
    return Object.fromEntries([...value].map(([key, member]) => [keyText(cborToJson(key)), cborToJson(member)]))
  return typeof value === 'bigint' ? value.toString() : (value as Json)
}

/** A key of a map may be anything, also what throws when it is made a text of. */
const keyText = (key: Json): string => (typeof key === 'object' ? JSON.stringify(key) : String(key))
