/**
 * Public keys of entities in settings, files and requests of operators: pinned anchors, subordinates, owners of trust
 * marks. Each key needs a `kid`, because the headers of statements name the key by its `kid` (OpenID Federation 1.0
 * §3.1).
 */
import { z } from 'zod'
import { type Failure, fail, failed, type Json, type PublicJwk, parseJsonObject } from '../../base/index.ts'
import { parsePublicJwk } from '../../jose/index.ts'

function isFederationKey(value: unknown): value is PublicJwk {
  const key = parsePublicJwk(value as Json | undefined, 'jwks')
  return !failed(key) && key.kid !== undefined && key.kid !== ''
}

/** Schema of an entity's public key: a JWK with a `kid`. */
export const federationKey = z.custom<PublicJwk>(isFederationKey, 'is not a supported public key with a kid')

/** Schema of the keys of one entity: at least one, each with a `kid` of its own (OpenID Federation 1.0 §3.1). */
export const federationKeys = z
  .array(federationKey)
  .min(1)
  .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'has two keys with the same kid')

const keySet = z.object({ keys: federationKeys })

/**
 * Parses the text of a JWK set. Returns a failure if the text is malformed, the set is empty, a key is malformed,
 * unsupported or without `kid`, or two keys have the same `kid`.
 */
export function parseFederationKeySet(text: string): readonly PublicJwk[] | Failure<'jwks_malformed'> {
  const content = parseJsonObject(text, 'jwks')
  const set = failed(content) ? undefined : keySet.safeParse(content).data
  return set?.keys ?? fail('jwks_malformed', 'jwks')
}
