/**
 * The resolve request (OpenID Federation 1.0 §8.3): anybody asks a resolver for the metadata of an entity below one of
 * the given Trust Anchors. Draft 36 named the parameters `anchor` and `type`. Both names are accepted.
 */
import { type Failure, fail, isEntityId, type UrlPolicy } from '../../base/index.ts'

/** A request for resolved metadata (OpenID Federation 1.0 §8.3.1). */
export interface ResolveRequest {
  readonly sub: string
  readonly trustAnchors: readonly string[]
  /** Requested entity types. Empty means all. */
  readonly entityTypes: readonly string[]
}

/** Reasons to refuse a resolve request (OpenID Federation 1.0 §8.3.1). */
export type ResolveRequestCode = 'sub_missing' | 'sub_invalid' | 'trust_anchor_missing'

/** Repeatable parameters, with their names in the final text and in the drafts. */
export const repeatableResolveParameters = ['trust_anchor', 'anchor', 'entity_type', 'type'] as const

/** Names of the parameters of a resolve request. */
export const resolveParameters = ['sub', ...repeatableResolveParameters] as const

/** Parameters of a request, with all values of the repeatable parameters. */
export interface ResolveParameters extends ReadonlyMap<string, string> {
  all(name: (typeof repeatableResolveParameters)[number]): readonly string[]
}

/** Parses the parameters. Removes repeated anchors and types. Does not check that an anchor is known. */
export function parseResolveRequest(
  parameters: ResolveParameters,
  urls: UrlPolicy,
): ResolveRequest | Failure<ResolveRequestCode> {
  const sub = parameters.get('sub')
  const trustAnchors = [...parameters.all('trust_anchor'), ...parameters.all('anchor')] // FED-36
  const entityTypes = [...parameters.all('entity_type'), ...parameters.all('type')] // FED-36
  if (sub === undefined) return fail('sub_missing', 'sub') // FED-30
  if (!isEntityId(sub, urls)) return fail('sub_invalid', 'sub') // FED-30
  if (trustAnchors.length === 0) return fail('trust_anchor_missing', 'trust_anchor') // FED-30
  return { sub, trustAnchors: [...new Set(trustAnchors)], entityTypes: [...new Set(entityTypes)] }
}
