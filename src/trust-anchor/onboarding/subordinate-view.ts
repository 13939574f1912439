/** A subordinate as the administration shows it. */
import type { Json, JsonObject } from '../../base/index.ts'
import {
  emptiedLists,
  entityTypes,
  findKeySetUrls,
  type Metadata,
  unknownConstraints,
  unknownOperators,
} from '../../federation/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import type { ProtocolKeys, Subordinate, SubordinateEntry } from '../stores.ts'
import { constraintsFor, policyFor } from './policies.ts'

/** A subordinate or candidate in an answer. */
export interface SubordinateView extends JsonObject {
  readonly entity_id: string
  readonly status: string
}

/** Names (`type.member`) of resolved metadata with an effect that the operator may not intend. */
export interface MetadataRemarks {
  /** Lists that the policies have emptied (D-389). */
  readonly emptied: readonly string[]
  /** URLs of protocol keys that the metadata do not have by value. Entities refuse such a type (D-1112). */
  readonly keySetUrls: readonly string[]
}

/** Returns the remarks on the resolved metadata of an entity that publishes `own`. */
export const remarksOn = (own: Metadata, resolved: Metadata): MetadataRemarks => ({
  emptied: emptiedLists(own, resolved),
  keySetUrls: findKeySetUrls(resolved).map(({ entityType, member }) => `${entityType}.${member}`),
})

/** Returns the view. Includes the resolved metadata and the remarks on them, if they are passed. */
export function viewOf(
  entry: SubordinateEntry & Partial<Subordinate>,
  ctx: Pick<TrustAnchorServices, 'config'>,
  { resolved, emptied = [], keySetUrls = [] }: Partial<MetadataRemarks> & { readonly resolved?: Metadata } = {},
): SubordinateView {
  const unknown = unknownMembers(entry)
  return {
    entity_id: entry.entityId,
    status: entry.status ?? 'candidate',
    ...(entry.revision !== undefined && { revision: entry.revision }),
    entity_types: entry.entityTypes,
    intermediate: entry.intermediate,
    kids: entry.keys.map(({ kid }) => kid as Json),
    ...(entry.protocolKeys && { protocol_kids: kidsOf(entry.protocolKeys) }),
    ...(entry.acceptsAnnouncedKeys !== undefined && { accepts_announced_keys: entry.acceptsAnnouncedKeys }),
    metadata_policy: policyFor(entry, ctx.config),
    constraints: constraintsFor(entry, ctx.config),
    ...(unknown.length > 0 && { unknown }),
    ...(emptied.length > 0 && { emptied }),
    ...(keySetUrls.length > 0 && { key_set_urls: keySetUrls }),
    ...(resolved && { resolved_metadata: resolved }),
  }
}

const kidsOf = (keys: ProtocolKeys): JsonObject =>
  Object.fromEntries(Object.entries(keys).map(([type, set]) => [type, set.keys.map(({ kid }) => kid as Json)]))

/**
 * Returns the places of unknown constraints, policy operators, and entity types in the policy. Usually they are typing
 * errors. Only a party that knows their names applies them (D-238).
 */
const unknownMembers = ({ metadataPolicy = {}, constraints = {} }: SubordinateEntry): readonly string[] => [
  ...Object.keys(metadataPolicy)
    .filter((type) => !(entityTypes as readonly string[]).includes(type))
    .map((type) => `metadata_policy.${type}`),
  ...unknownOperators(metadataPolicy).map((place) => `metadata_policy.${place}`),
  ...unknownConstraints(constraints).map((place) => `constraints.${place}`),
]
