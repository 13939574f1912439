/**
 * Responses with an unsigned list of entity identifiers, and their cache. Cached responses are used until a subordinate
 * or a trust mark changes (`listRevision`; D-823).
 */
import { createRecentResults } from '../../base/index.ts'
import { type HttpResponse, respondText } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'

/** Returns the response with a list. Its entity tag is the digest of the list (RFC 9110 §8.8.3). */
export function respondList(
  { crypto }: Pick<TrustAnchorServices, 'crypto'>,
  entityIds: readonly string[],
): HttpResponse {
  const text = JSON.stringify(entityIds)
  const etag = `"${crypto.digestText('sha-256', text)}"`
  return respondText(text, 'application/json', { 'cache-control': 'no-cache', etag })
}

export interface KeptLists {
  /**
   * Returns the cached response with this name. If there is none, calls `build`, once for concurrent requests. Without
   * a name, calls `build` and does not cache the response.
   */
  findOrBuild(name: string | undefined, build: () => Promise<HttpResponse>): Promise<HttpResponse>
}

/** Maximum size of the cached responses in characters. One response can have several megabytes. */
const capacity = 33_554_432

/**
 * Creates the cache for lists of subordinates or of trust mark holders. Reads the revision for each request, so that a
 * change by any replica is visible at once.
 */
export function createKeptLists({ subordinates }: Pick<TrustAnchorServices, 'subordinates'>): KeptLists {
  const kept = createRecentResults<HttpResponse>(capacity, ({ body }) => body?.length ?? 0)
  let cachedRevision: number | undefined
  return {
    findOrBuild: async (name, build) => {
      if (name === undefined) return build()
      const revision = await subordinates.listRevision()
      if (revision !== cachedRevision) kept.clear()
      cachedRevision = revision
      return kept.findOrCreate(name, build)
    },
  }
}
