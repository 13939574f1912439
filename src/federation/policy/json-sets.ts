/**
 * JSON values compared by what they are: members of an object in any order, arrays as sets where a policy says so
 * (OpenID Federation 1.0 §6.1).
 */
import { isJsonObject, type Json } from '../../base/index.ts'

/** One text for equal values. */
export function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] as Json)}`).join()}}`
}

const textsOf = (values: readonly Json[]): Set<string> => new Set(values.map(canonicalText))

export const includes = (values: readonly Json[], value: Json): boolean => textsOf(values).has(canonicalText(value))

/** Each value of `part` is in `whole`; the empty set is in any. */
export const isSubset = (part: readonly Json[], whole: readonly Json[]): boolean => {
  const texts = textsOf(whole)
  return part.every((value) => texts.has(canonicalText(value)))
}

/** What both have, in the order of the first. */
export const intersection = (a: readonly Json[], b: readonly Json[]): readonly Json[] => {
  const kept = textsOf(b)
  return a.filter((value) => kept.has(canonicalText(value)))
}

/** All of both, each once, in the order of appearance. */
export const union = (a: readonly Json[], b: readonly Json[]): readonly Json[] => [
  ...new Map([...a, ...b].map((value) => [canonicalText(value), value] as const)).values(),
]

/** Equal values; two arrays are equal when they have the same members. */
export const sameValue = (a: Json, b: Json): boolean =>
  Array.isArray(a) && Array.isArray(b) ? isSubset(a, b) && isSubset(b, a) : canonicalText(a) === canonicalText(b)
