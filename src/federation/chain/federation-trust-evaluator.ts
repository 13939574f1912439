/**
 * The `TrustEvaluator` of every role, by trust chains. A chain from a header is validated with our own anchors.
 * Entities below an intermediate must name their superiors themselves (FED-54). Without a chain, or if it has expired
 * or ends at another anchor, a chain is fetched. Newer knowledge about an entity outweighs an older chain from a
 * header. Verdicts are cached, the cache is bounded, and no verdict outlives its chain. After ten minutes the superiors
 * must confirm a chain (FED-38). It stays valid for an hour while they do not answer (FED-42). Refusals are cached too,
 * repeated ones for longer.
 */
import {
  type Failure,
  fail,
  failed,
  isEntityId,
  type MaybePromise,
  type NumericDate,
  type Verified,
} from '../../base/index.ts'
import { checkDemandedMarks, type RequiredTrustMarks } from '../mark/demanded-trust-marks.ts'
import {
  type EntityType,
  hasKey,
  type TrustCode,
  type TrustEvaluator,
  type TrustedEntity,
  type TrustHint,
} from '../trust-evaluator.ts'
import { createChainDigest } from './chain-digest.ts'
import {
  createMarkJudge,
  type FederationTrustConfig,
  type FederationTrustContext,
  isKnownEntity,
  isSilent,
  type Known,
  policyOf,
  type Verdict,
} from './judge-entity.ts'
import { createKnownEntities } from './known-entities.ts'
import { createNamedSuperiorCheck, type NamedSuperiorCode } from './named-superiors.ts'
import { noTrustChain, trustUnavailable } from './no-trust-chain.ts'
import { type TrustChainCode, validateTrustChain } from './trust-chain.ts'
import { isNewerChain, latestIssuedAt, trustPath } from './trust-path.ts'
import { createVerdictCache } from './verdict-cache.ts'

/** Failures of a header's chain after which a chain is fetched (FED-26). Any other failure refuses the entity. */
const refreshable: ReadonlySet<string> = new Set<TrustChainCode>(['expired', 'anchor_unknown'])

/**
 * Creates the evaluator. Its anchors never change: create a new one for other anchors, so that no old verdict stays. A
 * chain is kept until its earliest `exp` at most, and renewed before that (FED-09). A chain in a `trust_chain` header
 * costs one SHA-256 if it is cached. Otherwise it costs a request to each of its entities below an intermediate.
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
  const headers = createVerdictCache<Known>(cacheEntries, { refuses: ({ verdict }) => failed(verdict) })
  const digestOf = createChainDigest(ctx)
  const checkNamedSuperiors = createNamedSuperiorCheck(ctx, config, cacheEntries)

  const refreshed = async (entityId: string, now: NumericDate): Promise<Known> => {
    const known = await entities.verdictOn(entityId, now)
    const { verdict } = known
    if (!failed(verdict) || verdict.code !== 'no_trust_chain') return known
    return { ...known, verdict: fail('trust_chain_expired', verdict.at, verdict.evidence) } // FED-26
  }

  /** Returns what is known of an entity that does not answer. Any other answer of the entity refuses the chain. */
  const unconfirmed = async (
    entityId: string,
    failure: Failure<NamedSuperiorCode>,
    now: NumericDate,
  ): Promise<Known> => {
    const silent = failure.code === 'unreachable'
    if (silent && isKnownEntity(entities.peek(entityId, now))) return entities.verdictOn(entityId, now)
    const verdict = silent ? trustUnavailable(failure, config.tellsTrouble === true) : noTrustChain(failure)
    return { verdict, establishedAt: undefined }
  }

  const judged = (entityId: string, statements: readonly string[], now: NumericDate): MaybePromise<Known> =>
    headers.get(`${entityId} ${digestOf(statements)}`, now, async () => {
      const chain = await validateTrustChain(ctx, statements, policyOf(config, now, entityId)) // FED-03
      if (failed(chain) && !refreshable.has(chain.code))
        return drop({ verdict: noTrustChain(chain, [entityId]), establishedAt: undefined })
      if (failed(chain)) return drop(await (chain.code === 'expired' ? refreshed : entities.verdictOn)(entityId, now))
      const unnamed = await checkNamedSuperiors(chain, now) // FED-54
      if (unnamed) return drop(await unconfirmed(entityId, unnamed, now))
      const known = await withMarks(chain, now, chain.issuedAt, true)
      return { verdict: known, expiresAt: known.endsAt }
    })

  /**
   * Returns the verdict for a header's chain. A valid chain counts unless something newer is known. It replaces what
   * was known.
   */
  const hinted = async (entityId: string, statements: readonly string[], now: NumericDate): Promise<Verdict> => {
    const carried = await judged(entityId, statements, now)
    const { verdict } = carried
    if (isKnownEntity(carried) && now >= carried.freshUntil) return (await entities.confirm(carried, now)).verdict // FED-38
    const known = entities.peek(entityId, now)
    if (failed(verdict) || known?.establishedAt === undefined) return verdict
    const { establishedAt, verdict: before } = known
    const trustChain = failed(before) ? [] : before.trustChain
    const says = isNewerChain(verdict.trustChain, { trustChain, establishedAt }) && !isSilent(verdict)
    if (!says) return (await entities.verdictOn(entityId, now, true)).verdict // FED-38
    if (isKnownEntity(carried) && replaces(verdict, before))
      entities.replace({ ...carried, establishedAt: latestIssuedAt(verdict.trustChain) }, now)
    return verdict
  }

  return {
    evaluate: async (entityId, types, { trustChain, kid, unverified = false }: TrustHint = {}) => {
      const now = ctx.clock.now()
      if (!isEntityId(entityId, config.urls)) return fail('no_trust_chain', 'entity_id') // FED-28
      const reached = async () =>
        trustChain ? hinted(entityId, trustChain, now) : (await entities.verdictOn(entityId, now)).verdict
      const hasIt = (found: Verdict) => !failed(found) && !unverified && hasKey(found, types, kid)
      const known = await reached()
      const lacks = !failed(known) && !hasIt(known)
      if (lacks) await entities.lookFor(entityId, now, hasIt)
      const verdict = lacks ? await reached() : known
      if (failed(verdict)) return verdict
      return checkEntityType(verdict, types, required)
    },
  }
}

/**
 * Returns true if a newer chain may replace what is known: it has the same path and loses no trust mark. Otherwise
 * anybody could choose another path or omit trust marks for later requests without a chain.
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
  const plays = types.filter((type) => Object.hasOwn(entity.metadata, type))
  if (plays.length === 0) {
    const found = `${Object.keys(entity.metadata).slice(0, 8).join(', ')} at ${entity.entityId}`
    return fail('entity_type_missing', 'metadata', { expected: types, found, isOwnWords: true }) // FED-25
  }
  return checkDemandedMarks(entity, plays, required) ?? entity
}

const drop = (verdict: Known) => ({ verdict, expiresAt: 0 })
