/**
 * Responses with an unsigned list of entity identifiers, and their cache. Cached responses, and the records from which
 * they are built, are used until a subordinate or a trust mark changes (`listRevision`; D-823).
 */
import { createRecentResults } from '../../base/index.ts'
import { type HttpResponse, respondText } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import type { Page, Subordinate, TrustMarkGrant } from '../stores.ts'
import { readPages } from './read-pages.ts'

/** Returns the response with a list. Its entity tag is the digest of the list (RFC 9110 §8.8.3). */
export function respondList(
  { crypto }: Pick<TrustAnchorServices, 'crypto'>,
  entityIds: readonly string[],
): HttpResponse {
  const text = JSON.stringify(entityIds)
  const etag = `"${crypto.digestText('sha-256', text)}"`
  return respondText(text, 'application/json', { 'cache-control': 'no-cache', etag })
}

/** The members of an active subordinate's record that filters of a list need. */
export type ListedSubordinate = Pick<Subordinate, 'entityId' | 'entityTypes' | 'intermediate'>

export interface ListResponses {
  /**
   * Returns the cached response with this name. If there is none, calls `build`, once for concurrent requests. Without
   * a name, calls `build` and does not cache the response.
   */
  findOrBuild(name: string | undefined, build: () => Promise<HttpResponse>): Promise<HttpResponse>
  /** Returns the active subordinates, ordered by identifier. Reads them once for each revision. Only for `build`. */
  subordinates(): Promise<readonly ListedSubordinate[]>
  /** Returns the grants that are not revoked. Reads them once for each revision. Only for `build`. */
  grants(): Promise<readonly Pick<TrustMarkGrant, 'trustMarkType' | 'holder'>[]>
}

/** Maximum size of the cached responses in characters. One response can have several megabytes. */
const capacity = 33_554_432

/** Caches one result. */
const createRecentResult = <V>() => createRecentResults<V>(1, () => 1)

/**
 * Creates the cache for lists of subordinates or of trust mark holders. Reads the revision for each request, so that a
 * change by any replica is visible at once.
 */
export function createListResponses({
  subordinates,
  trustMarkGrants,
}: Pick<TrustAnchorServices, 'subordinates' | 'trustMarkGrants'>): ListResponses {
  const responses = createRecentResults<HttpResponse>(capacity, ({ body }) => body?.length ?? 0)
  const listed = createRecentResult<readonly ListedSubordinate[]>()
  const grants = createRecentResult<Awaited<ReturnType<ListResponses['grants']>>>()
  let cachedRevision: number | undefined
  return {
    findOrBuild: async (name, build) => {
      const revision = await subordinates.listRevision()
      if (revision !== cachedRevision) for (const cache of [responses, listed, grants]) cache.clear()
      cachedRevision = revision
      return name === undefined ? build() : responses.findOrCreate(name, build)
    },
    subordinates: () =>
      listed.findOrCreate('', () =>
        readPages(
          ({ after, limit }: Page<Subordinate>) => subordinates.list({ after: after?.entityId, limit }),
          ({ status, entityId, entityTypes, intermediate }) =>
            status === 'active' ? [{ entityId, entityTypes, intermediate }] : [],
        ),
      ),
    grants: () =>
      grants.findOrCreate('', () =>
        readPages(trustMarkGrants.list, ({ trustMarkType, holder }) => [{ trustMarkType, holder }]),
      ),
  }
}
