/**
 * Cached verdicts on entities that were evaluated over the network, by identifier. Superiors must confirm a verdict
 * when it is no longer fresh. An entity is evaluated again if a header names a key that the entity does not have.
 */
import { fail, failed, type NumericDate, timeOfArrival } from '../../base/index.ts'
import { createStrangerBuilds } from '../fetch/stranger-builds.ts'
import type { FederationTrustConfig, FederationTrustContext } from './evaluator-config.ts'
import {
  createEntityJudge,
  isKnownEntity,
  isSilent,
  type KnownEntity,
  type KnownVerdict,
  lifeOf,
  type MarkJudge,
  type Verdict,
} from './judge-entity.ts'
import type { ResolvedTrustChains } from './resolve-trust-chain.ts'
import { charactersOf } from './trust-path.ts'
import { createVerdictCache, retryTime, type VerdictCache } from './verdict-cache.ts'

interface KnownEntities extends Pick<VerdictCache<KnownVerdict>, 'peek'> {
  /**
   * Returns the cached verdict or evaluates the entity. The evaluation of an entity without a known chain waits for a
   * free place (FED-49), and fails with `trust_unavailable` if none is free in time. Does not wait if the context has
   * no `clientNetwork`, or if `hasChain` is true. `hasChain` means that a header contains a valid chain of the entity.
   */
  verdictOn(entityId: string, now: NumericDate, hasChain?: boolean): Promise<KnownVerdict>
  /**
   * Returns the verdict on an entity whose chain from a header is valid but no longer fresh. That chain stays valid
   * while the superiors do not answer (FED-42).
   */
  confirm(carried: KnownEntity, now: NumericDate): Promise<KnownVerdict>
  /** Replaces the cached verdict with a verdict on a chain from a header. */
  replace(known: KnownEntity, now: NumericDate): void
  /**
   * Evaluates an entity again to find an unknown key. Does nothing if the entity was evaluated since `begun`, the start
   * of the decision. Does nothing for 15 s after a search for any of the entity's keys, and for up to 240 s after
   * consecutive searches without result.
   */
  searchKey(entityId: string, begun: NumericDate, hasKey: (verdict: Verdict) => boolean): Promise<void>
}

/** Returns the number of characters in the statements of an accepted entity. Returns 0 for a refusal. */
export const lengthOfStatements = ({ verdict }: KnownVerdict): number =>
  failed(verdict) ? 0 : charactersOf(verdict.trustChain)

const refuses = ({ verdict }: KnownVerdict): boolean => failed(verdict) || isSilent(verdict)

/**
 * Creates the caches of entities, of confirmed chains from headers and of key searches. Each has at most `capacity`
 * acceptances and as many refusals.
 */
export function createKnownEntities(
  ctx: FederationTrustContext,
  config: FederationTrustConfig,
  { withMarks, capacity }: { readonly withMarks: MarkJudge; readonly capacity: number },
): KnownEntities {
  const entities = createVerdictCache<KnownVerdict>(capacity, refuses, lengthOfStatements)
  const configurations = createVerdictCache<KnownVerdict>(capacity, refuses, lengthOfStatements)
  const searches = createVerdictCache<boolean>(capacity, (isFound) => !isFound)
  const judge = createEntityJudge(ctx, config, withMarks)
  const runForStranger = ctx.clientNetwork && createStrangerBuilds(ctx.clientNetwork)
  const judgeEntity =
    (entityId: string, now: NumericDate, options: Parameters<typeof judge>[4] = {}) =>
    (refusals: number) => {
      const known = entities.peek(entityId, now)
      const before = isKnownEntity(known) && !isSilent(known.verdict) ? known : undefined
      return judge(entityId, now, before, refusals, options)
    }
  const verdictOn = async (entityId: string, now: NumericDate, hasChain = false): Promise<KnownVerdict> => {
    const forStranger = runForStranger !== undefined && !hasChain && !isKnownEntity(entities.peek(entityId, now))
    const evaluate = () => entities.get(entityId, now, judgeEntity(entityId, now, { forStranger }))
    if (!forStranger || entities.hasValid(entityId, now)) return evaluate()
    const outcome = await runForStranger(evaluate)
    if (!failed(outcome)) return outcome
    return { verdict: fail('trust_unavailable', `trust_chain.${outcome.code}`), establishedAt: undefined }
  }

  return {
    peek: entities.peek,
    replace: (known, now) => entities.replace(known.verdict.entityId, now, { verdict: known, ...lifeOf(known, now) }),
    verdictOn,
    confirm: async (carried, now) => {
      const { entityId, trustChain } = carried.verdict
      let build: ResolvedTrustChains | undefined
      const onBuild = (built: ResolvedTrustChains) => {
        build = built
      }
      const known = await entities.get(entityId, now, judgeEntity(entityId, now, { onBuild }))
      if (!failed(known.verdict) || known.verdict.code !== 'trust_unavailable') return known
      // Cached by the entity's configuration, so that one chain does not affect another chain of the entity (D-235).
      const name = ctx.crypto.digestText('sha-256', trustChain[0] ?? '')
      return configurations.get(name, now, (refusals) => {
        const previous = configurations.peek(name, now)
        const before = isKnownEntity(previous) && previous.usableUntil >= carried.usableUntil ? previous : carried
        return judge(entityId, now, before, refusals, { build })
      })
    },
    searchKey: async (entityId, begun, hasKey) => {
      const now = timeOfArrival(begun, ctx.clock)
      const { establishedAt = Number.NEGATIVE_INFINITY } = entities.peek(entityId, now) ?? {}
      if (begun <= establishedAt && establishedAt <= now) return // a chain from a header may be issued in the future
      await searches.get(entityId, now, async (refusals) => {
        const { verdict } = await entities.renew(entityId, now, judgeEntity(entityId, now))
        return { verdict: hasKey(verdict), expiresAt: retryTime(refusals, now, ctx.clock) } // FED-37
      })
    },
  }
}
