/**
 * One subordinate as it stands in a configuration file. What is configured is judged once, when the role is put
 * together: an anchor with a broken entry does not start. A store on disk begins with what is configured; from there on
 * it is the operator's.
 */
import { z } from 'zod'
import { failed, isJsonObject, type JsonObject, parseEntityId } from '../base/index.ts'
import { federationKey, type Metadata } from '../federation/index.ts'
import type { TrustAnchorConfig } from './config.ts'
import { type Act, isOfSubordinate, type SubordinateEntry, type Subordinates } from './stores.ts'

const json = z.custom<JsonObject>(isJsonObject)

export const configuredSubordinate = z.strictObject({
  entityId: z.string(),
  jwks: z.object({ keys: z.array(federationKey).min(1) }),
  entityTypes: z.array(z.string()).min(1),
  intermediate: z.boolean().default(false),
  metadata: z.custom<Metadata>(isJsonObject).optional(),
  metadataPolicy: json.optional(),
  constraints: json.optional(),
})

export type ConfiguredSubordinate = z.input<typeof configuredSubordinate>

type AnchorIdentity = Pick<TrustAnchorConfig, 'entityId' | 'loopbackHttp'>

/** Throws a ZodError or a TypeError for an entry that cannot be served. */
export function parseConfiguredSubordinates(
  entries: readonly ConfiguredSubordinate[],
  { entityId: anchor, loopbackHttp }: AnchorIdentity,
): readonly SubordinateEntry[] {
  const seen = new Set([anchor])
  return entries.map((entry) => {
    const { jwks, metadata, metadataPolicy, constraints, ...rest } = configuredSubordinate.parse(entry)
    if (failed(parseEntityId(rest.entityId, { loopbackHttp }))) throw new TypeError(`no entity: ${rest.entityId}`)
    if (seen.has(rest.entityId)) throw new TypeError(`not twice: ${rest.entityId}`)
    seen.add(rest.entityId)
    return {
      ...rest,
      keys: jwks.keys,
      ...(metadata && { metadata }),
      ...(metadataPolicy && { metadataPolicy }),
      ...(constraints && { constraints }),
    }
  })
}

/**
 * Takes in the configured entities that the store has never known, so every start may call this: what the operator
 * removed stays removed, what he suspended or changed stays as he left it (FED-38). Throws as
 * `parseConfiguredSubordinates` does.
 */
export async function takeInSubordinates(
  store: Subordinates,
  entries: readonly ConfiguredSubordinate[],
  config: AnchorIdentity,
  act: Act,
): Promise<void> {
  for (const entry of parseConfiguredSubordinates(entries, config)) {
    const events = await store.log({ entityId: entry.entityId, limit: Number.MAX_SAFE_INTEGER })
    if (!events.some(isOfSubordinate)) await store.add(entry, act)
  }
}

/**
 * The same for entities that lose their keys now and then, as those of a sandbox do: the keys of one whose configured key
 * the record lacks are replaced by the configured ones.
 */
export async function seedSubordinates(
  store: Subordinates,
  entries: readonly ConfiguredSubordinate[],
  config: AnchorIdentity,
  act: Act,
): Promise<void> {
  for (const { entityId, keys } of parseConfiguredSubordinates(entries, config)) {
    const record = await store.find(entityId)
    const lacks = record !== undefined && !keys.every(({ kid }) => record.keys.some((known) => known.kid === kid))
    if (lacks) await store.change(entityId, { keys }, act)
  }
  await takeInSubordinates(store, entries, config, act)
}
