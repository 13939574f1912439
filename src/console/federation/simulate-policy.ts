/**
 * Simulates a metadata policy before it is published: which entities would have other metadata, and for which the
 * resolution would fail. Uses the observed statements, which can be a minute old. The simulation replaces the policy of
 * the edited entity types in the authority's statements.
 */
import { type Failure, failed, type JsonObject, type UrlPolicy } from '../../base/index.ts'
import {
  type EntityStatement,
  parseMetadataPolicy,
  type ResolveMetadataCode,
  resolveMetadata,
} from '../../federation/index.ts'
import { type ComparedMember, compareMetadata } from '../map/compare-metadata.ts'
import type { ObservedEdge, ObservedFederation } from '../map/observe-federation.ts'

/** The effect of an edited policy on one entity. */
export interface SimulatedMember {
  readonly entityId: string
  /** `breaks`: the resolution would fail. `broken_now`: it fails with the published policy too. */
  readonly outcome: 'same' | 'changes' | 'breaks' | 'broken_now'
  readonly failure?: Failure<ResolveMetadataCode>
  /**
   * Metadata members that would differ from today: all members if today's resolution fails. Empty if the resolution
   * would fail.
   */
  readonly changes: readonly ComparedMember[]
  /** True if the authority's statement is about this entity itself, so that a policy for it can be published. */
  readonly isDirect: boolean
}

/** An edited policy, and the statements to which it applies. */
interface PolicyEdit {
  /** Entity identifier of the authority that would publish it. */
  readonly authority: string
  /** Policy by entity type. Absent types keep their published policy. */
  readonly policy: JsonObject
  /** Restricts the edit to the statement about one member. Defaults to all statements of the authority. */
  readonly member?: string
}

/**
 * Returns the effect of a policy on each entity below the authority, or the failure of a malformed policy. Follows one
 * path from each entity (`superiorsOf`). Leaves out entities whose path has not been fetched, or does not lead to the
 * authority. Does not verify signatures or times.
 */
export function simulatePolicy(
  observed: ObservedFederation,
  { authority, policy, member }: PolicyEdit,
  urls: UrlPolicy,
): readonly SimulatedMember[] | Failure<'policy_malformed' | 'policy_operand_invalid' | 'policy_combination_invalid'> {
  const parsed = parseMetadataPolicy(policy, 'metadata_policy')
  if (failed(parsed)) return parsed
  return observed.entities.flatMap(({ entityId, configuration }) => {
    const superiors = configuration && superiorsOf(observed, entityId)
    const authorityStatement = superiors?.find(({ iss }) => iss === authority)
    if (configuration === undefined || superiors === undefined || authorityStatement === undefined) return []
    if (member !== undefined && authorityStatement.sub !== member) return []
    const edited = superiors.map((statement) =>
      statement === authorityStatement
        ? { ...authorityStatement, metadata_policy: { ...authorityStatement.metadata_policy, ...policy } }
        : statement,
    )
    const resolve = (statements: readonly EntityStatement[]) => resolveMetadata(configuration, statements, urls)
    const outcome = outcomeOf(resolve(superiors), resolve(edited))
    return [{ entityId, isDirect: authorityStatement.sub === entityId, ...outcome }]
  })
}

type Resolved = ReturnType<typeof resolveMetadata>

function outcomeOf(before: Resolved, after: Resolved): Pick<SimulatedMember, 'outcome' | 'failure' | 'changes'> {
  if (failed(after)) return { outcome: failed(before) ? 'broken_now' : 'breaks', failure: after, changes: [] }
  const changes = compareMetadata(failed(before) ? {} : before, after).filter(({ change }) => change !== 'same')
  return { outcome: changes.length > 0 ? 'changes' : 'same', changes }
}

/**
 * Returns the statements above an entity, the nearest first. At each entity, follows the first observed edge to a
 * superior that the entity names and whose statement was fetched. Returns `undefined` if there is no statement, or if
 * the path is a loop.
 */
function superiorsOf({ edges }: ObservedFederation, entityId: string): readonly EntityStatement[] | undefined {
  const edgeAbove = (subordinate: string): ObservedEdge | undefined =>
    edges.find((edge) => edge.subordinate === subordinate && edge.statement !== undefined && edge.hinted)
  const statements: EntityStatement[] = []
  const visited = new Set<string>()
  for (let edge = edgeAbove(entityId); edge?.statement !== undefined; edge = edgeAbove(edge.superior)) {
    if (visited.has(edge.superior)) return undefined
    visited.add(edge.superior)
    statements.push(edge.statement)
  }
  return statements.length === 0 ? undefined : statements
}
