/**
 * Claims of an entity statement that are read elsewhere or by others, and whose form alone makes a statement good or bad
 * (OpenID Federation 1.0 §3). What they say is judged where it is used.
 */
import { failed, isJsonObject, type Json, type JsonObject, parseEntityId, type UrlPolicy } from '../base/index.ts'
import { readTrustMarks } from './trust-mark.ts'

type Shape = (value: Json, urls: UrlPolicy) => boolean

const shapes: Readonly<Record<'configuration' | 'subordinate', Readonly<Record<string, Shape>>>> = {
  configuration: {
    trust_anchor_hints: isEntityList,
    trust_marks: (value) => Array.isArray(value) && readTrustMarks(value).length === value.length,
    trust_mark_issuers: isObjectOf((issuers) => Array.isArray(issuers) && issuers.every(isString)),
    trust_mark_owners: isObjectOf(
      (owner) =>
        isJsonObject(owner) && isString(owner.sub) && isJsonObject(owner.jwks) && Array.isArray(owner.jwks.keys),
    ),
  },
  subordinate: {
    source_endpoint: (value) => isString(value) && URL.canParse(value),
  },
}

/** The first claim that is there and has not its form. `trust_marks` of a subordinate statement are nobody's business. */
export const misshapenClaim = (kind: keyof typeof shapes, payload: JsonObject, urls: UrlPolicy): string | undefined =>
  Object.entries(shapes[kind]).find(([name, fits]) => {
    const value = payload[name]
    return value !== undefined && !fits(value, urls)
  })?.[0]

/** One entity identifier at least, and nothing else. */
export function isEntityList(value: Json, urls: UrlPolicy): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => isString(one) && !failed(parseEntityId(one, urls)))
  )
}

function isString(value: Json | undefined): value is string {
  return typeof value === 'string'
}

function isObjectOf(fits: (member: Json | undefined) => boolean): Shape {
  return (value) => isJsonObject(value) && Object.values(value).every(fits)
}
