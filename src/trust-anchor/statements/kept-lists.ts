/** Keeps responses with lists of subordinates for as long as the store has their revision (D-823). */
import { createRecent } from '../../base/index.ts'
import { entityTypes, type ListRequest } from '../../federation/index.ts'
import type { HttpResponse } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'

export interface KeptLists {
  /** Returns the kept response to a request. Calls `build` if there is none, once for concurrent requests. */
  find(request: ListRequest, build: () => Promise<HttpResponse>): Promise<HttpResponse>
}

/** Number of kept responses. Each can have some megabytes. */
const keptLists = 16

/**
 * Creates the cache of a store's lists. Reads the revision for each request, so that a change by any replica is
 * visible at once. Keeps no response to a request with several entity types, or with a name that is not known here,
 * because strangers could ask for any number of these.
 */
export function createKeptLists({
  subordinates,
  config,
}: Pick<TrustAnchorServices, 'subordinates' | 'config'>): KeptLists {
  const kept = createRecent<Promise<HttpResponse>>(keptLists)
  const types: ReadonlySet<string> = new Set(['federation_entity', ...entityTypes])
  const marks = new Set(['any', ...config.trustMarks.map(({ type }) => type)])
  const isUsual = ({ entityTypes: asked, trustMark }: ListRequest): boolean =>
    asked.length < 2 && asked.every((type) => types.has(type)) && (trustMark === undefined || marks.has(trustMark.type))
  let knownRevision: number | undefined
  return {
    find: async (request, build) => {
      if (!isUsual(request)) return build()
      const revision = await subordinates.listRevision()
      if (revision !== knownRevision) kept.clear()
      knownRevision = revision
      const { entityTypes: asked, intermediate, trustMark } = request
      const name = JSON.stringify([asked, intermediate ?? null, trustMark?.type ?? null])
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
