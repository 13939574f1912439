/**
 * Parser for JSON from outside: JOSE headers and payloads, bodies, form members. JSON.parse accepts duplicate member
 * names and `__proto__`, which allowed attackers to forge metadata and policies in other products. `parseJson`
 * therefore compares the number of members in the text and in the value (RFC 8259 §4, RFC 7515 §4). JSON.parse also
 * changes numbers with too many digits or too large an exponent for a double. Such a text is refused (RFC 7493 §2.2,
 * GEN-34).
 */
import { parseExactNumber } from './exact-number.ts'
import { type Failure, fail, failed, sizeEvidence } from './failure.ts'

/** A JSON value (RFC 8259 §3). Treat it as immutable. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
/** A JSON object. Its members are own properties. `__proto__` is never a member. */
export type JsonObject = { readonly [member: string]: Json }

/** Reasons to refuse a JSON text. */
export type JsonCode = 'json_malformed' | 'json_too_large' | 'json_too_deep' | 'json_duplicate_member'

/** Limits of a JSON text (RFC 8259 §9). */
export interface JsonLimits {
  /**
   * Maximum number of characters. Defaults to 262 144. A text with more than 1000 long numbers (with an exponent, or of
   * more than 15 characters) is also too large.
   */
  readonly size?: number
  /** Maximum nesting. Defaults to 32. */
  readonly depth?: number
}

/**
 * Parses a JSON text. `at` names the text in a failure. A number that `JSON.parse` changes is `json_malformed`. A
 * member named `__proto__` is `json_duplicate_member`.
 */
export function parseJson(text: string, at: string, limits: JsonLimits = {}): Json | Failure<JsonCode> {
  const { size = 262_144, depth = 32 } = limits
  if (text.length > size) return fail('json_too_large', at, sizeEvidence(text.length, size, 'characters'))
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    return fail('json_malformed', at)
  }
  const fault = findFault(text, value, depth)
  if (fault === undefined) return value
  return fail(fault, fault === 'json_malformed' ? `${at} (a number that a double cannot represent)` : at)
}

/** Parses a JSON text that must be an object. Fails with `json_malformed` for any other value. */
export function parseJsonObject(text: string, at: string, limits: JsonLimits = {}): JsonObject | Failure<JsonCode> {
  const value = parseJson(text, at, limits)
  if (isJsonObject(value)) return value
  return failed(value) ? value : fail('json_malformed', at)
}

/**
 * Returns true for an object whose prototype is `Object.prototype`: not an array, not null, not an instance of a class.
 * Returns false for an object without a prototype. Does not check its members.
 */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/**
 * Returns a copy without the members that are null, even in nested objects, because some serializers write null for an
 * absent value. Keeps arrays unchanged, including the nulls in them.
 */
export const withoutNulls = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, isJsonObject(member) ? withoutNulls(member) : member]),
  )

/** Returns true if two JSON values are equal. The order of members does not matter. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson((a as JsonObject)[name], (b as JsonObject)[name]))
  )
}

/**
 * Checks the depth and the numbers of a text, and compares the number of members in the text and in the value. A
 * duplicate name leaves the value with fewer members, even if the two names differ only in their escapes. Returns the
 * first fault, or `undefined` if there is none.
 */
function findFault(text: string, value: Json, maximumDepth: number): JsonCode | undefined {
  const escapes = text.includes('\\')
  let names = 0
  let longNumbers = 0
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (character === 0x22) {
      index = escapes ? endOfString(text, index) : text.indexOf('"', index + 1)
    } else if (character === 0x2d || (character >= 0x30 && character <= 0x39)) {
      const end = endOfNumber(text, index)
      if (!isShort(text, index, end)) {
        longNumbers += 1
        if (longNumbers > longNumberLimit) return 'json_too_large'
        if (parseExactNumber(text.slice(index, end)) === undefined) return 'json_malformed' // GEN-34
      }
      index = end - 1
    } else if (character === 0x3a) {
      names += 1
    } else if (character === 0x7b || character === 0x5b) {
      depth += 1
      if (depth > maximumDepth) return 'json_too_deep'
    } else if (character === 0x7d || character === 0x5d) {
      depth -= 1
    }
  }
  return countMembers(value) === names ? undefined : 'json_duplicate_member'
}

/** Counts all members at all depths. Returns NaN if a member is called `__proto__`. */
function countMembers(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const element of value as readonly Json[]) if (typeof element !== 'string') count += countMembers(element)
    return count
  }
  for (const name in value as JsonObject) {
    const member = (value as JsonObject)[name] as Json
    count += name === '__proto__' ? Number.NaN : typeof member === 'string' ? 1 : 1 + countMembers(member)
  }
  return count
}

/** Returns the offset after a number. */
function endOfNumber(text: string, start: number): number {
  let end = start
  for (; end < text.length; end += 1) {
    const character = text.charCodeAt(end)
    const isOfNumber = (character >= 0x2d && character <= 0x39) || character === 0x2b || (character | 0x20) === 0x65
    if (!isOfNumber) break
  }
  return end
}

/**
 * Maximum number of long numbers. The limit exists because the check of a long number takes ten times as long as its
 * parsing. Real documents have far fewer long numbers.
 */
const longNumberLimit = 1000

/**
 * Returns true for a number of at most fifteen characters without an exponent. `JSON.parse` never changes such a
 * number.
 */
function isShort(text: string, start: number, end: number): boolean {
  if (end - start > 15) return false
  for (let index = start; index < end; index += 1) if ((text.charCodeAt(index) | 0x20) === 0x65) return false
  return true
}

/**
 * Returns the offset of the closing quote. A quote ends the string unless an odd number of backslashes precedes it.
 * Each run of backslashes is scanned once.
 */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let runStart = end
    while (text.charCodeAt(runStart - 1) === 0x5c) runStart -= 1
    if ((end - runStart) % 2 === 0) return end
  }
}
