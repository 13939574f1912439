/** Keeps responses with lists of entities for as long as the store has their revision (D-823). */
import { createRecent } from '../../base/index.ts'
import type { HttpResponse } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'

export interface KeptLists {
  /**
   * Returns the kept response of this name. Calls `build` if there is none, once for concurrent requests. Keeps no
   * response without a name.
   */
  find(name: string | undefined, build: () => Promise<HttpResponse>): Promise<HttpResponse>
}

/** Number of kept responses. Each can have some megabytes. */
const keptLists = 16

/**
 * Creates the cache of a store's lists of subordinates and of holders of marks. Reads the revision for each request, so
 * that a change by any replica is visible at once.
 */
export function createKeptLists({ subordinates }: Pick<TrustAnchorServices, 'subordinates'>): KeptLists {
  const kept = createRecent<Promise<HttpResponse>>(keptLists)
  let knownRevision: number | undefined
  return {
    find: async (name, build) => {
      if (name === undefined) return build()
      const revision = await subordinates.listRevision()
      if (revision !== knownRevision) kept.clear()
      knownRevision = revision
      const known = kept.get(name)
      if (known) return known
      const built = build()
      kept.set(name, built)
      built.catch(() => {
        if (kept.get(name) === built) kept.delete(name)
      })
      return built
    },
  }
}
