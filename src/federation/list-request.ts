/**
 * The listing request (OpenID Federation 1.0 §8.2): anybody asks a Trust Anchor or intermediate for the identifiers of its
 * immediate subordinates, all or those that every given filter lets through.
 */
import { type Failure, fail } from '../base/index.ts'

export interface ListRequest {
  /** Entities of any of these types; empty: of every type. */
  readonly entityTypes: readonly string[]
  readonly intermediate: boolean | undefined
}

export type ListRequestCode = 'filter_unsupported' | 'filter_malformed'

/** Final names and draft 36's; an endpoint without trust marks of its own cannot filter by them. */
const markFilters = ['trust_marked', 'trust_mark_type', 'trust_mark_id']

/** Reads the parameters. `entityTypes` are all values of `entity_type`, which may be repeated. */
export function parseListRequest(
  parameters: ReadonlyMap<string, string>,
  entityTypes: readonly string[],
): ListRequest | Failure<ListRequestCode> {
  const unsupported = markFilters.find((name) => parameters.has(name))
  if (unsupported !== undefined) return fail('filter_unsupported', unsupported) // FED-29
  const intermediate = parameters.get('intermediate')
  const readable = intermediate === undefined || intermediate === 'true' || intermediate === 'false'
  if (!readable) return fail('filter_malformed', 'intermediate') // FED-29
  return { entityTypes, intermediate: intermediate === undefined ? undefined : intermediate === 'true' }
}
