/**
 * What is known of entities that were looked at over the network: verdicts by identifier, renewed in the background near
 * their end, and looked for anew when an entity is named with a key that it is not known to have.
 */
import { failed, type NumericDate } from '../base/index.ts'
import {
  createEntityJudge,
  type FederationTrustConfig,
  type FederationTrustContext,
  isSilent,
  type Known,
  type MarkJudge,
  type Verdict,
} from './judge-entity.ts'
import { createVerdictCache, refusalSeconds, type VerdictCache } from './verdict-cache.ts'

export interface KnownEntities extends Pick<VerdictCache<Known>, 'peek' | 'replace'> {
  /** What is known, or is found out now. */
  verdictOn(entityId: string, now: NumericDate): Promise<Verdict>
  /** Looks at an entity anew for a key that it is not known to have; again only after a while, whatever key is named. */
  lookFor(entityId: string, now: NumericDate, found: (verdict: Verdict) => boolean): Promise<void>
}

/** Keeps `capacity` entities that are trusted, as many that are not, and as many searches of each outcome. */
export function createKnownEntities(
  ctx: FederationTrustContext,
  config: FederationTrustConfig,
  { withMarks, capacity }: { readonly withMarks: MarkJudge; readonly capacity: number },
): KnownEntities {
  const entities = createVerdictCache<Known>(capacity, {
    refuses: ({ verdict }) => failed(verdict) || isSilent(verdict),
    silent: ({ verdict }) => isSilent(verdict),
  })
  const searches = createVerdictCache<boolean>(capacity, { refuses: (found) => !found })
  const build = createEntityJudge(ctx, config, withMarks)
  return {
    peek: entities.peek,
    replace: entities.replace,
    verdictOn: async (entityId, now) => (await entities.get(entityId, now, build(entityId, now))).verdict,
    lookFor: async (entityId, now, found) => {
      if (entities.peek(entityId, now)?.establishedAt === now) return
      await searches.get(entityId, now, async (refusals) => {
        const { verdict } = await entities.renew(entityId, now, build(entityId, now))
        return { verdict: found(verdict), expiresAt: now + refusalSeconds(refusals) } // FED-37
      })
    },
  }
}
