/**
 * Comparison of JSON values by content: object members in any order, arrays as sets where a policy requires that
 * (OpenID Federation 1.0 §6.1).
 */
import { isJsonObject, type Json } from '../../base/index.ts'

/** Returns the same text for equal values and different texts for others. */
export function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] as Json)}`).join()}}`
}

const textsOf = (values: readonly Json[]): Set<string> => new Set(values.map(canonicalText))

/** Returns true if `whole` contains each value of `part`. True for an empty `part`. */
export const isSubset = (part: readonly Json[], whole: readonly Json[]): boolean => {
  const texts = textsOf(whole)
  return part.every((value) => texts.has(canonicalText(value)))
}

/** Returns the common values in the order of the first array. */
export const intersection = (a: readonly Json[], b: readonly Json[]): readonly Json[] => {
  const texts = textsOf(b)
  return a.filter((value) => texts.has(canonicalText(value)))
}

/** Returns all values of both arrays, each once, in order of appearance. */
export const union = (a: readonly Json[], b: readonly Json[]): readonly Json[] => [
  ...new Map([...a, ...b].map((value) => [canonicalText(value), value] as const)).values(),
]

/** Returns the same text for arrays with the same elements in any order and number, and for other equal values. */
const setText = (value: Json): string =>
  Array.isArray(value) ? `[${[...textsOf(value)].sort().join()}]` : canonicalText(value)

/** Returns true for equal values. Two arrays are equal if they have the same elements in any order and number. */
export const sameValue = (a: Json, b: Json): boolean => setText(a) === setText(b)

/** Returns true if one of the values is equal by `sameValue`. */
export const isOneOf = (values: readonly Json[], value: Json): boolean => {
  const text = setText(value)
  return values.some((one) => setText(one) === text)
}

/** Returns the values of the first array that equal a value of the second by `sameValue`. */
export const commonChoices = (a: readonly Json[], b: readonly Json[]): readonly Json[] => {
  const texts = new Set(b.map(setText))
  return a.filter((value) => texts.has(setText(value)))
}
