/**
 * The `TrustEvaluator` of every role. It uses trust chains. A chain from a `trust_chain` header is validated with the
 * pinned anchors, and the configurations of entities below an intermediate must name their superiors (FED-54). A chain
 * is fetched if there is no such header, or if the header's chain has expired or ends at an anchor that is not pinned.
 * A newer verdict on an entity takes precedence over an older chain from a header. Verdicts are cached, the cache is
 * bounded, and no verdict is used after its chain expires. By default, the superiors must confirm a chain after ten
 * minutes (FED-38). The chain stays valid for another hour while they do not answer (FED-42). Refusals of entities are
 * cached too, repeated ones for longer.
 */
import {
  type Failure,
  fail,
  failed,
  isEntityId,
  type MaybePromise,
  type NumericDate,
  timeOfArrival,
  type Verified,
} from '../../base/index.ts'
import { checkDemandedMarks, type RequiredTrustMarks } from '../mark/demanded-trust-marks.ts'
import {
  type EntityType,
  findRefusedKeySet,
  hasKey,
  type TrustCode,
  type TrustEvaluator,
  type TrustedEntity,
  type TrustHint,
} from '../trust-evaluator.ts'
import { createChainDigest } from './chain-digest.ts'
import { type FederationTrustConfig, type FederationTrustContext, policyOf } from './evaluator-config.ts'
import { createMarkJudge, isKnownEntity, isSilent, type KnownVerdict, type Verdict } from './judge-entity.ts'
import { createKnownEntities, lengthOfStatements } from './known-entities.ts'
import { createNamedSuperiorCheck, type UnconfirmedPath } from './named-superiors.ts'
import { noTrustChain, trustUnavailable } from './no-trust-chain.ts'
import { type TrustChainCode, validateTrustChain } from './trust-chain.ts'
import { isNewerChain, latestIssuedAt, trustPath, unverifiedPath } from './trust-path.ts'
import { createVerdictCache } from './verdict-cache.ts'

/**
 * Failures of a chain from a header after which a chain is fetched (FED-26). After any other failure the entity is
 * refused.
 */
const refreshable: ReadonlySet<string> = new Set<TrustChainCode>(['expired', 'anchor_unknown'])

/**
 * Creates the evaluator. Its anchors never change: create a new evaluator for other anchors, so that no old verdict is
 * used. A chain is cached at most until its earliest `exp`, and renewed before that (FED-09).
 *
 * A cached chain from a `trust_chain` header costs at most one SHA-256 while the chain is fresh. A new valid chain from
 * a header costs its signature checks and the requests for required trust marks. Each entity of the chain directly
 * below an intermediate costs at most one more request.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createFederationTrustEvaluator } from 'fiducia/federation'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 *
 * const fetch = async () => new Response('', { status: 404 }) // createGuardedFetch() in production
 * const ctx = { crypto: createNodeCrypto(), clock: createSystemClock(), fetch }
 * const anchors = new Map([['https://ta.example', [(await generateSigner(ctx)).publicJwk]]])
 * const trust = createFederationTrustEvaluator(ctx, { anchors, urls: { loopbackHttp: false }, skewSeconds: 30 })
 * const verdict = await trust.evaluate('https://rp.example', ['openid_relying_party'])
 * assert.equal(failed(verdict) && verdict.code, 'no_trust_chain')
 * ```
 */
export function createFederationTrustEvaluator(
  ctx: FederationTrustContext,
  config: FederationTrustConfig,
): TrustEvaluator {
  const { cacheEntries = 1000 } = config
  const required = config.requiredTrustMarks ?? {}
  const withMarks = createMarkJudge(ctx, config, required)
  const entities = createKnownEntities(ctx, config, { withMarks, capacity: cacheEntries })
  const headers = createVerdictCache<KnownVerdict>(cacheEntries, ({ verdict }) => failed(verdict), lengthOfStatements)
  const digestOf = createChainDigest(ctx)
  const checkNamedSuperiors = createNamedSuperiorCheck(ctx, config, cacheEntries)

  /**
   * Returns the verdict on an entity whose chain from a header has expired. A failure `no_trust_chain` becomes
   * `trust_chain_expired`.
   */
  const verdictOnExpired = async (entityId: string, now: NumericDate): Promise<KnownVerdict> => {
    const known = await entities.verdictOn(entityId, now)
    const { verdict } = known
    if (!failed(verdict) || verdict.code !== 'no_trust_chain') return known
    return { ...known, verdict: fail('trust_chain_expired', verdict.at, verdict.evidence) } // FED-26
  }

  /**
   * Returns the verdict on a chain that its entities do not confirm. If one of them does not answer, returns the
   * verdict of `verdictOn` for a subject that was accepted before, and `trust_unavailable` for any other subject. For
   * any other failure, returns `no_trust_chain`.
   */
  const verdictOnUnconfirmed = async (
    entityId: string,
    { failure, path }: UnconfirmedPath,
    now: NumericDate,
  ): Promise<KnownVerdict> => {
    const isUnanswered = failure.code === 'unreachable'
    if (isUnanswered && isKnownEntity(entities.peek(entityId, now))) return entities.verdictOn(entityId, now)
    const verdict = isUnanswered
      ? trustUnavailable(failure, config.tellsTrouble === true, path)
      : noTrustChain(failure, path)
    return { verdict, establishedAt: undefined }
  }

  /** Returns the cached or new verdict on a chain from a header. */
  const verdictOnChain = (
    entityId: string,
    statements: readonly string[],
    now: NumericDate,
  ): MaybePromise<KnownVerdict> =>
    headers.get(`${entityId} ${digestOf(statements)}`, now, async () => {
      const chain = await validateTrustChain(ctx, statements, policyOf(config, now, entityId)) // FED-03
      if (failed(chain) && !refreshable.has(chain.code))
        return uncached({ verdict: noTrustChain(chain, unverifiedPath(statements)), establishedAt: undefined })
      if (failed(chain))
        return uncached(await (chain.code === 'expired' ? verdictOnExpired : entities.verdictOn)(entityId, now))
      const unconfirmed = await checkNamedSuperiors(chain, now) // FED-54
      if (unconfirmed) return uncached(await verdictOnUnconfirmed(entityId, unconfirmed, timeOfArrival(now, ctx.clock)))
      const known = await withMarks(chain, now, chain.issuedAt, { askAnchor: true, forStranger: true }) // FED-50
      return { verdict: known, expiresAt: known.endsAt }
    })

  /**
   * Returns the verdict on an entity with a chain from a header. A valid chain determines the verdict unless the cached
   * verdict is at least as new. If the chain is no longer fresh, the superiors must confirm it. A chain that determines
   * the verdict also replaces the cached verdict if `replaces` returns true.
   */
  const verdictWithChain = async (
    entityId: string,
    statements: readonly string[],
    begun: NumericDate,
  ): Promise<Verdict> => {
    const carried = await verdictOnChain(entityId, statements, begun)
    const now = timeOfArrival(begun, ctx.clock) // meanwhile another decision may have evaluated the entity
    const { verdict } = carried
    if (isKnownEntity(carried) && now >= carried.freshUntil) return (await entities.confirm(carried, now)).verdict // FED-38
    const known = entities.peek(entityId, now)
    if (failed(verdict) || known?.establishedAt === undefined) return verdict
    const { establishedAt, verdict: before } = known
    const trustChain = failed(before) ? [] : before.trustChain
    const isNewer = isNewerChain(verdict.trustChain, { trustChain, establishedAt }) && !isSilent(verdict)
    if (!isNewer) return (await entities.verdictOn(entityId, now, true)).verdict // FED-38
    if (isKnownEntity(carried) && replaces(verdict, before))
      entities.replace({ ...carried, establishedAt: latestIssuedAt(verdict.trustChain) }, now)
    return verdict
  }

  return {
    evaluate: async (entityId, types, { trustChain, kid, unverified = false }: TrustHint = {}) => {
      const begun = ctx.clock.now()
      if (!isEntityId(entityId, config.urls)) return fail('no_trust_chain', 'entity_id') // FED-28
      const currentVerdict = async (now: NumericDate) =>
        trustChain ? verdictWithChain(entityId, trustChain, now) : (await entities.verdictOn(entityId, now)).verdict
      const hasSigningKey = (candidate: Verdict) => !failed(candidate) && !unverified && hasKey(candidate, types, kid)
      const known = await currentVerdict(begun)
      const lacksKey = !failed(known) && !hasSigningKey(known)
      if (lacksKey) await entities.searchKey(entityId, begun, hasSigningKey)
      const verdict = lacksKey ? await currentVerdict(timeOfArrival(begun, ctx.clock)) : known
      if (failed(verdict)) return verdict
      return checkEntityType(verdict, types, required)
    },
  }
}

/**
 * Returns true if a newer chain from a header may replace the cached verdict. The cached verdict must be a refusal, or
 * have the same path and no trust mark that the chain lacks. Otherwise the sender of one header could choose another
 * path or omit trust marks for all following requests.
 */
function replaces(entity: Verified<TrustedEntity>, before: Verdict): boolean {
  if (failed(before)) return true
  const marks = before.trustMarks ?? []
  return (
    trustPath(entity).join(' ') === trustPath(before).join(' ') &&
    marks.every((mark) => entity.trustMarks?.includes(mark))
  )
}

function checkEntityType(
  entity: Verified<TrustedEntity>,
  types: readonly EntityType[],
  required: RequiredTrustMarks,
): Verified<TrustedEntity> | Failure<TrustCode> {
  const presentTypes = types.filter((type) => Object.hasOwn(entity.metadata, type))
  if (presentTypes.length === 0) {
    const found = `${Object.keys(entity.metadata).slice(0, 8).join(', ')} at ${entity.entityId}`
    return fail('entity_type_missing', 'metadata', { expected: types, found, isShownAnywhere: true }) // FED-25
  }
  const keySet = findRefusedKeySet(entity.metadata, presentTypes)
  if (keySet) {
    const found = `only ${keySet.member} at ${entity.entityId}`
    return fail('key_set_by_reference', `metadata.${keySet.entityType}.${keySet.member}`, {
      expected: 'jwks',
      found,
      isShownAnywhere: true,
    }) // FED-131
  }
  return checkDemandedMarks(entity, presentTypes, required) ?? entity
}

/** Returns the verdict with expiry 0, so that the cache does not keep it. */
const uncached = (verdict: KnownVerdict) => ({ verdict, expiresAt: 0 })
