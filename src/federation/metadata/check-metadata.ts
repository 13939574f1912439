/**
 * Checks resolved metadata as the last step of the resolution, after all policies. The metadata must match the schemas
 * of their entity types (FED-20).
 */
import { type Failure, fail, failed, type JsonObject, parseUrl, type UrlPolicy } from '../../base/index.ts'
import { parsePublicJwk } from '../../jose/index.ts'
import type { Metadata } from '../statement/metadata-form.ts'
import { shapesByType } from './shapes-by-type.ts'

/** Reasons to refuse resolved metadata. */
export type MetadataCode = 'metadata_key_private' | 'metadata_schema_violated' | 'federation_endpoint_invalid'

/**
 * Checks the metadata of each entity type: its schema, if the type is known, and that `jwks` has no private key. Also
 * checks the URLs of federation endpoints. Does not check whether a public key is usable (RFC 7517 §5).
 */
export function checkMetadata(metadata: Metadata, urls: UrlPolicy, at: string): undefined | Failure<MetadataCode> {
  for (const [type, parameters] of Object.entries(metadata)) {
    const fault = shapesByType.get(type)?.(parameters)
    if (fault !== undefined) return fail('metadata_schema_violated', `${at}.${type}${fault}`) // FED-20
    const keys = (parameters.jwks as { keys?: readonly never[] } | undefined)?.keys
    const privateIndex = Array.isArray(keys) ? keys.findIndex(isPrivate) : -1
    if (privateIndex >= 0) return fail('metadata_key_private', `${at}.${type}.jwks.keys[${privateIndex}]`) // GEN-15
    const endpoint = type === 'federation_entity' ? findInvalidEndpoint(parameters, urls) : undefined
    if (endpoint !== undefined) return fail('federation_endpoint_invalid', `${at}.${type}.${endpoint}`) // GEN-19
  }
  return undefined
}

/** Returns the names of the federation endpoints in `federation_entity` (OpenID Federation 1.0 §5.1.1). */
export const federationEndpoints = (federationEntity: JsonObject): readonly string[] =>
  Object.keys(federationEntity).filter((name) => /^federation_.*_endpoint$/.test(name))

const findInvalidEndpoint = (parameters: JsonObject, urls: UrlPolicy): string | undefined =>
  federationEndpoints(parameters).find((name) => failed(parseUrl(String(parameters[name]), urls)))

function isPrivate(value: never): boolean {
  const key = parsePublicJwk(value, '')
  return failed(key) && key.code === 'jwk_private'
}
