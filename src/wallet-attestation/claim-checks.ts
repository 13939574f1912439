/**
 * The claims of an artefact, judged by hand and not by a schema: a schema took half of the time in which a request
 * is read.
 */
import { isJsonObject, type Json, type JsonObject } from '../base/index.ts'

/** The claims in the order in which they are judged. `undefined` is what an absent one has. */
export type ClaimChecks = readonly (readonly [name: string, holds: (value: Json | undefined) => boolean])[]

/** The name of the first claim that does not hold. */
export function malformedClaim(payload: JsonObject, checks: ClaimChecks): string | undefined {
  for (const [name, holds] of checks) if (!holds(payload[name])) return name
  return undefined
}

export const isFilledText = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''

export const isTextUpTo =
  (most: number) =>
  (value: Json | undefined): boolean =>
    isFilledText(value) && value.length <= most

export const isPresent = (value: Json | undefined): boolean => value !== undefined

/** Absent, or as it must be; `null` is not absent. */
export const mayBe =
  (holds: (value: Json) => boolean) =>
  (value: Json | undefined): boolean =>
    value === undefined || holds(value)

/** `cnf`, whose `jwk` may be missing here: the parsers refuse that under a code of its own. `parsePublicJwk` judges the `jwk`. */
export const isConfirmation = (value: Json | undefined): boolean =>
  isJsonObject(value) && (value.jwk === undefined || isJsonObject(value.jwk))
