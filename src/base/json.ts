/**
 * The one reader of JSON from outside: JOSE headers and payloads, bodies, form members. JSON.parse takes the last of
 * two members with one name and lets `__proto__` through; both have forged metadata and policies elsewhere, so a text
 * is scanned before it is parsed (RFC 8259 §4, RFC 7515 §4).
 */
import { type Failure, fail, failed } from './failure.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [member: string]: Json }

export type JsonCode = 'json_malformed' | 'json_too_large' | 'json_too_deep' | 'json_duplicate_member'

export interface JsonLimits {
  /** Characters. */
  readonly size: number
  readonly depth: number
}

const defaultLimits: JsonLimits = { size: 262_144, depth: 32 }
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8 strictly; `undefined` for a broken sequence. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Parses a JSON text. `at` names it in the failure. */
export function parseJson(text: string, at: string, limits: JsonLimits = defaultLimits): Json | Failure<JsonCode> {
  if (text.length > limits.size) return fail('json_too_large', at)
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    return fail('json_malformed', at)
  }
  const fault = scan(text, limits.depth)
  return fault === undefined ? value : fail(fault, at)
}

/** Parses a JSON text that must be an object. */
export function parseJsonObject(
  text: string,
  at: string,
  limits: JsonLimits = defaultLimits,
): JsonObject | Failure<JsonCode> {
  const value = parseJson(text, at, limits)
  if (isJsonObject(value)) return value
  return failed(value) ? value : fail('json_malformed', at)
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Walks a text that JSON.parse has accepted, so that only names and nesting are left to look at. */
function scan(text: string, maximumDepth: number): 'json_too_deep' | 'json_duplicate_member' | undefined {
  const names: (Set<string> | undefined)[] = []
  const escapes = text.includes('\\')
  let expectsName = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (character === 0x22) {
      const end = escapes ? endOfString(text, index) : text.indexOf('"', index + 1)
      if (expectsName) {
        const raw = text.slice(index, end + 1)
        const name = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
        const seen = names.at(-1)
        if (name === '__proto__' || seen?.has(name)) return 'json_duplicate_member'
        seen?.add(name)
        expectsName = false
      }
      index = end
    } else if (character === 0x7b || character === 0x5b) {
      names.push(character === 0x7b ? new Set() : undefined)
      if (names.length > maximumDepth) return 'json_too_deep'
      expectsName = character === 0x7b
    } else if (character === 0x7d || character === 0x5d) {
      names.pop()
      expectsName = false
    } else if (character === 0x2c) {
      expectsName = names.at(-1) !== undefined
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (text.charCodeAt(index) !== 0x22) index += text.charCodeAt(index) === 0x5c ? 2 : 1
  return index
}
