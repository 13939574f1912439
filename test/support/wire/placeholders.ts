/**
 * Replaces values that differ between runs: keys, signatures, random values, times. Each value gets a name by the
 * member in which it first occurs, so that a reader sees where it recurs.
 */
import { isJsonObject, type Json } from '../../../src/base/index.ts'

export interface Placeholders {
  /** Gives a text its name in advance, for example a JWT the name of its kind. */
  name(text: string, what: string): void
  /** Returns a text with its volatile parts replaced. */
  text(text: string, member: string): string
  json(value: Json, member?: string): Json
}

/** Members whose value is one opaque text, whatever its content. */
const opaque = new Set(['key_attestation', 'integrity_assertion', 'hardware_signature', 'lst', 'x5c'])
/** Members with a random number. */
const drawn = new Set(['idx'])
/** 22 or more letters and digits: keys, digests, tokens, identifiers. */
const volatile = /[A-Za-z0-9_-]{22,}/g
/** Returns true for a random word: not for names, which have few capitals and no digit, cookie names and tax codes. */
export const isRandom = (word: string): boolean =>
  !/^(?:TINIT-|__Host-)/.test(word) && (/\d/.test(word) || (word.match(/[A-Z]/g)?.length ?? 0) > 5)
/** A parameter of a URL in a text. */
const parameter = /([?&])([a-z_]+)=([^&\s;]*)/g

export function createPlaceholders(now: number): Placeholders {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const nameOf = (value: string, what: string): string => {
    const known = names.get(value)
    if (known !== undefined) return known
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    const name = count === 1 ? `<${what}>` : `<${what} ${count}>`
    names.set(value, name)
    return name
  }
  const named = (text: string): string =>
    [...names.keys()]
      .filter((value) => value.includes('.') && text.includes(value))
      .sort((a, b) => b.length - a.length)
      .reduce((result, value) => result.replaceAll(value, names.get(value) ?? ''), text)
  const words = (text: string, member: string): string =>
    text.replace(volatile, (word) => (isRandom(word) ? nameOf(word, member) : word))
  const replace = (text: string, member: string): string => {
    if (opaque.has(member)) return nameOf(text, member)
    const query = (_: string, sign: string, name: string, value: string): string =>
      `${sign}${name}=${replace(decodeURIComponent(value), name)}`
    return words(named(text).replace(parameter, query), member)
  }
  const json = (value: Json, member = 'value'): Json => {
    if (typeof value === 'string') return replace(value, member)
    if (typeof value === 'number') return drawn.has(member) ? `<${member}>` : timeOf(value, now)
    if (Array.isArray(value)) return value.map((element: Json) => json(element, member))
    if (isJsonObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, json(inner, name)]))
    return value
  }
  return { name: (text, what) => void nameOf(text, what), text: replace, json }
}

/** Replaces a time by its distance from the time of the test. */
function timeOf(value: number, now: number): Json {
  if (Math.abs(value - now) > 400 * 86_400) return value
  return value === now ? '<now>' : `<now ${value > now ? '+' : '-'} ${Math.abs(value - now)}>`
}
