/** Checks of claims. A schema took half of the time for parsing a request. */
import { isJsonObject, type Json, type JsonObject } from '../base/index.ts'

/** Checks in order. An absent claim is `undefined`. */
export type ClaimChecks = readonly (readonly [name: string, holds: (value: Json | undefined) => boolean])[]

/** Returns the name of the first malformed claim. */
export function malformedClaim(payload: JsonObject, checks: ClaimChecks): string | undefined {
  for (const [name, holds] of checks) if (!holds(payload[name])) return name
  return undefined
}

/** Returns true for a text that is not empty. */
export const isFilledText = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''

/** Returns the check for a text of 1 to `most` characters. */
export const isTextUpTo =
  (most: number) =>
  (value: Json | undefined): boolean =>
    isFilledText(value) && value.length <= most

/** Returns true for a claim that is present, also with the value `null`. */
export const isPresent = (value: Json | undefined): boolean => value !== undefined

/** Accepts an absent claim. `null` is not absent. */
export const mayBe =
  (holds: (value: Json) => boolean) =>
  (value: Json | undefined): boolean =>
    value === undefined || holds(value)

/**
 * Returns true for a `cnf` with or without `jwk`. The parsers report an absent `jwk` with a code of its own.
 * `parsePublicJwk` checks the `jwk`.
 */
export const isConfirmation = (value: Json | undefined): boolean =>
  isJsonObject(value) && (value.jwk === undefined || isJsonObject(value.jwk))
