/** Checks of claims. Hand-written for speed: with a schema, validation took half of the parsing time. */
import { type Failure, fail, isJsonObject, type Json, type JsonObject } from '../base/index.ts'

/** Checks by claim name, in order. The value of an absent claim is `undefined`. */
export type ClaimChecks = readonly (readonly [name: string, holds: (value: Json | undefined) => boolean])[]

/** Returns the failure of the first claim whose check fails, or `undefined`. `at` is the place of the payload. */
export function checkClaims(
  payload: JsonObject,
  checks: ClaimChecks,
  at: string,
): Failure<'claim_missing' | 'claim_malformed'> | undefined {
  const [name] = checks.find(([claim, holds]) => !holds(payload[claim])) ?? []
  if (name === undefined) return undefined
  if (payload[name] === undefined) return fail('claim_missing', `${at}.${name}`)
  return fail('claim_malformed', `${at}.${name}`)
}

/** Returns true for a string that is not empty. */
export const isFilledText = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''

/** Returns the check for a string of 1 to `maximum` characters. */
export const isTextUpTo =
  (maximum: number) =>
  (value: Json | undefined): boolean =>
    isFilledText(value) && value.length <= maximum

/** Returns true for a claim that is present, also with the value `null`. */
export const isPresent = (value: Json | undefined): boolean => value !== undefined

/** Returns a check that accepts an absent claim, and any value that passes `holds`. `null` is not absent. */
export const mayBe =
  (holds: (value: Json) => boolean) =>
  (value: Json | undefined): boolean =>
    value === undefined || holds(value)

/**
 * Returns true for a `cnf` object with or without `jwk`. The parsers report an absent `jwk` with a separate code.
 * `parsePublicJwk` checks the content of `jwk`.
 */
export const isConfirmation = (value: Json | undefined): boolean =>
  isJsonObject(value) && (value.jwk === undefined || isJsonObject(value.jwk))
