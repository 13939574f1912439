/** The form of the claim `metadata` of an entity statement (OpenID Federation 1.0 §3.1.1). */
import { type Failure, fail, isJsonObject, type Json, type JsonObject } from '../../base/index.ts'

/** Metadata by entity type, as published or as resolved. */
export type Metadata = { readonly [entityType: string]: JsonObject }

/** Reasons to refuse `metadata`: it contains null, or is not an object of objects (OpenID Federation 1.0 §3.1.1). */
export type MetadataFormCode = 'metadata_null' | 'metadata_malformed'

/**
 * Checks the shape of metadata: an object for each entity type, with no member that is null. Returns `{}` if absent.
 */
export function parseMetadata(value: Json | undefined, at: string): Metadata | Failure<MetadataFormCode> {
  if (value === undefined) return {}
  if (value === null) return fail('metadata_null', at) // FED-17
  if (!isJsonObject(value)) return fail('metadata_malformed', at) // FED-17
  for (const [type, parameters] of Object.entries(value)) {
    if (parameters === null) return fail('metadata_null', `${at}.${type}`) // FED-17
    if (!isJsonObject(parameters)) return fail('metadata_malformed', `${at}.${type}`) // FED-17
    const nullName = findNullMember(parameters)
    if (nullName !== undefined) return fail('metadata_null', `${at}.${type}.${nullName}`) // FED-17
  }
  return value as Metadata
}

function findNullMember(parameters: JsonObject): string | undefined {
  for (const name in parameters) if (parameters[name] === null) return name
  return undefined
}
