/**
 * The listing request (OpenID Federation 1.0 §8.2): anybody asks a Trust Anchor or intermediate for the identifiers of
 * its immediate subordinates, optionally filtered.
 */
import { type Failure, fail } from '../../base/index.ts'

/** A request for the subordinates of an entity (OpenID Federation 1.0 §8.2.1). A subordinate must match all filters. */
export interface ListRequest {
  /** Selects entities that have any of these types. Empty selects all. */
  readonly entityTypes: readonly string[]
  /** True selects intermediates, false selects leaves. */
  readonly intermediate: boolean | undefined
  /** Selects entities with a mark of this type. Without `type`, selects entities with any mark. */
  readonly trustMark: { readonly type?: string } | undefined
}

/** An unsupported filter (`unsupported_parameter`, OpenID Federation 1.0 §8.9) or a malformed one. */
export type ListRequestCode = 'filter_unsupported' | 'filter_malformed'

/** Parameters that filter by trust mark: the final names, then the name in draft 36. */
const markFilters = ['trust_marked', 'trust_mark_type', 'trust_mark_id']

/** Names of the parameters of a listing request. */
export const listParameters = ['entity_type', 'intermediate', ...markFilters]

/**
 * Parses the parameters. `entityTypes` has all values of the repeatable `entity_type`. If `marks` is false, refuses
 * filters by trust mark. `trust_marked=false` has no effect.
 */
export function parseListRequest(
  parameters: ReadonlyMap<string, string>,
  entityTypes: readonly string[],
  { marks }: { readonly marks: boolean },
): ListRequest | Failure<ListRequestCode> {
  const unsupported = marks ? undefined : markFilters.find((name) => parameters.has(name))
  if (unsupported !== undefined) return fail('filter_unsupported', unsupported) // FED-29
  const intermediate = readFlag(parameters.get('intermediate'))
  if (intermediate === 'malformed') return fail('filter_malformed', 'intermediate') // FED-29
  const marked = readFlag(parameters.get('trust_marked'))
  if (marked === 'malformed') return fail('filter_malformed', 'trust_marked') // FED-29
  const type = parameters.get('trust_mark_type') ?? parameters.get('trust_mark_id') // FED-36
  const trustMark = type !== undefined ? { type } : marked ? {} : undefined
  return { entityTypes, intermediate, trustMark }
}

const readFlag = (value: string | undefined): boolean | undefined | 'malformed' =>
  value === undefined ? undefined : value === 'true' ? true : value === 'false' ? false : 'malformed'
