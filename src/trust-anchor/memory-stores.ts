/**
 * Subordinates that stand in the configuration. What is configured is judged once, when the role is put together: an
 * anchor with a broken entry does not start.
 */
import { z } from 'zod'
import { failed, isJsonObject, type Json, type JsonObject, type PublicJwk, parseEntityId } from '../base/index.ts'
import type { Metadata } from '../federation/index.ts'
import { parsePublicJwk } from '../jose/index.ts'
import type { TrustAnchorConfig } from './config.ts'
import type { Subordinate, Subordinates } from './stores.ts'

const publicKey = z.custom<PublicJwk>((value) => {
  const key = parsePublicJwk(value as Json, 'jwks')
  return !failed(key) && key.kid !== undefined && key.kid !== ''
})
const json = z.custom<JsonObject>(isJsonObject)

/** One subordinate as it stands in a configuration file. */
export const configuredSubordinate = z.strictObject({
  entityId: z.string(),
  jwks: z.object({ keys: z.array(publicKey).min(1) }),
  entityTypes: z.array(z.string()).min(1),
  intermediate: z.boolean().default(false),
  metadata: z.custom<Metadata>(isJsonObject).optional(),
  metadataPolicy: json.optional(),
  constraints: json.optional(),
})

export type ConfiguredSubordinate = z.input<typeof configuredSubordinate>

/** Throws a ZodError or a TypeError for an entry that cannot be served. */
export function createMemorySubordinates(
  entries: readonly ConfiguredSubordinate[],
  { entityId: anchor, loopbackHttp }: Pick<TrustAnchorConfig, 'entityId' | 'loopbackHttp'>,
): Subordinates {
  const byId = new Map<string, Subordinate>()
  for (const entry of entries) {
    const { jwks, metadata, metadataPolicy, constraints, ...rest } = configuredSubordinate.parse(entry)
    if (failed(parseEntityId(rest.entityId, { loopbackHttp }))) throw new TypeError(`no entity: ${rest.entityId}`)
    if (rest.entityId === anchor || byId.has(rest.entityId)) throw new TypeError(`not twice: ${rest.entityId}`)
    byId.set(rest.entityId, {
      ...rest,
      keys: jwks.keys,
      ...(metadata && { metadata }),
      ...(metadataPolicy && { metadataPolicy }),
      ...(constraints && { constraints }),
    })
  }
  const all = [...byId.values()].sort((a, b) => (a.entityId < b.entityId ? -1 : 1))
  return { find: async (entityId) => byId.get(entityId), list: async () => all }
}
