/** A subordinate as the administration shows it. */
import type { Json, JsonObject } from '../../base/index.ts'
import { entityTypes, type Metadata, unknownConstraints, unknownOperators } from '../../federation/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import type { ProtocolKeys, Subordinate, SubordinateEntry } from '../stores.ts'
import { constraintsFor, policyFor } from './policies.ts'

/** A subordinate or candidate in an answer. */
export interface SubordinateView extends JsonObject {
  readonly entity_id: string
  readonly status: string
}

/**
 * Returns the view. Includes the resolved metadata, and the names of metadata lists that policy emptied, if they are
 * passed.
 */
export function viewOf(
  entry: SubordinateEntry & Partial<Subordinate>,
  ctx: Pick<TrustAnchorServices, 'config'>,
  { resolved, emptied = [] }: { readonly resolved?: Metadata; readonly emptied?: readonly string[] } = {},
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
