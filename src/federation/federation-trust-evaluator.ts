/**
 * Trust by federation: the `TrustEvaluator` of every role. A chain from a header is judged by our own anchors; without
 * one, or when it is out of date or ends elsewhere, a chain is built over the network. What is known of an entity decides
 * over a header's chain that is older. Verdicts are cached, bounded, renewed in the background near their end, and never
 * outlive the chain, nor the time within which a removed member must stop being trusted. Refusals are remembered too, each
 * in a row for longer.
 */
import {
  type Clock,
  type Failure,
  fail,
  failed,
  type MaybePromise,
  type NumericDate,
  parseEntityId,
  type UrlPolicy,
  type Verified,
  verified,
} from '../base/index.ts'
import { defaultAlgorithms, type JwsAlgorithm } from '../jose/index.ts'
import { createChainDigest } from './chain-digest.ts'
import { checkDemandedMarks, judgeDemandedMarks, type RequiredTrustMarks } from './demanded-trust-marks.ts'
import { noTrustChain, trustUnavailable } from './no-trust-chain.ts'
import { usualGraceMilliseconds } from './resolve-limits.ts'
import { type ResolveCode, type ResolveContext, resolveTrustChains, silentOf } from './resolve-trust-chain.ts'
import { type TrustAnchors, type TrustChain, type TrustChainCode, validateTrustChain } from './trust-chain.ts'
import {
  type EntityType,
  hasKey,
  type TrustCode,
  type TrustEvaluator,
  type TrustedEntity,
  type TrustHint,
} from './trust-evaluator.ts'
import { isNewerChain, latestIssuedAt, trustPath } from './trust-path.ts'
import { createVerdictCache, type Judge, refusalSeconds } from './verdict-cache.ts'

export interface FederationTrustConfig {
  readonly anchors: TrustAnchors
  readonly urls: UrlPolicy
  /** ES256, ES384, ES512 when not said (GEN-03). */
  readonly algorithms?: readonly JwsAlgorithm[]
  readonly skewSeconds: number
  /** How old a superior's word may be, and how long a verdict is kept at most (FED-38). One day when not said. */
  readonly maximumAgeSeconds?: number
  /** Verdicts kept, of each sort: on entities and on headers' chains, acceptances and refusals. */
  readonly cacheEntries?: number
  /**
   * Trust marks of which an entity must hold one, by the type in which it is to be trusted; of several types that are asked
   * for, for each that it plays (FED-07).
   */
  readonly requiredTrustMarks?: RequiredTrustMarks
  /** For how long an issuer's answer counts that a required mark still holds. Not said: none is asked (FED-32). */
  readonly trustMarkStatusSeconds?: number
  /** Of an entity that did not answer the place says why, too: for a wallet, whose refusals only its user reads. */
  readonly tellsTrouble?: boolean
}

export type FederationTrustContext = ResolveContext & { readonly clock: Clock }

/** A header's chain that fails so is replaced by a fetched one (FED-26); any other fault refuses the entity. */
const refreshable: ReadonlySet<string> = new Set<TrustChainCode>(['expired', 'anchor_unknown'])

/** A path that fails so says nothing of the entity: nobody answered, or we did not go on. */
const inconclusive: ReadonlySet<string> = new Set<ResolveCode>([
  'unreachable',
  'url_forbidden',
  'address_forbidden',
  'answer_too_large',
  'chain_too_long',
  'limit_reached',
])

type Verdict = Verified<TrustedEntity> | Failure<'no_trust_chain' | 'trust_chain_expired' | 'trust_unavailable'>

/** What is known of an entity. */
interface Known {
  readonly verdict: Verdict
  /** What was said until then is known. A refusal for silence or a limit has none: it says nothing against any chain. */
  readonly establishedAt: NumericDate | undefined
}

/**
 * Creates the evaluator. Anchors are fixed for its life: after a change of anchors a new one is created, so that no
 * verdict of the old ones lives on. A cached header chain costs one SHA-256.
 */
export function createFederationTrustEvaluator(
  ctx: FederationTrustContext,
  config: FederationTrustConfig,
): TrustEvaluator {
  const { maximumAgeSeconds = 86_400, cacheEntries = 1000, skewSeconds } = config
  const entities = createVerdictCache<Known>(cacheEntries, {
    refuses: ({ verdict }) => failed(verdict) || isSilent(verdict),
    silent: ({ verdict }) => isSilent(verdict),
  })
  const headers = createVerdictCache<Verdict>(cacheEntries)
  const digestOf = createChainDigest(ctx)
  const keySearches = createVerdictCache<boolean>(cacheEntries, { refuses: (found) => !found })
  const policyAt = (now: NumericDate, subject: string) => ({
    anchors: config.anchors,
    algorithms: config.algorithms ?? defaultAlgorithms,
    urls: config.urls,
    skew: skewSeconds,
    now,
    subject,
    graceMilliseconds: usualGraceMilliseconds,
  })

  const required = config.requiredTrustMarks ?? {}
  const demandsMarks = Object.values(required).flat().length > 0
  const withMarks = async (chain: Verified<TrustChain>, now: NumericDate, latest: NumericDate, askAnchor = false) => {
    if (!demandsMarks) return trustedEntity(chain, latest)
    const statusSeconds = config.trustMarkStatusSeconds ?? Number.POSITIVE_INFINITY
    const options = { ...policyAt(now, chain.subject), statusSeconds, askAnchor }
    const { expiresAt, lacksAny, ...marks } = await judgeDemandedMarks(ctx, chain, required, options)
    const soon = lacksAny ? now + refusalSeconds(0) : Number.POSITIVE_INFINITY // what is missing may be there soon
    return trustedEntity(chain, Math.min(latest, expiresAt, soon), marks)
  }

  const build =
    (entityId: string, now: NumericDate): Judge<Known> =>
    async (refusals) => {
      const { chains, rejected } = await resolveTrustChains(ctx, entityId, policyAt(now, entityId))
      const [shortest] = chains // FED-27
      if (shortest) {
        const verdict = await withMarks(shortest, now, now + maximumAgeSeconds)
        return { verdict: { verdict, establishedAt: now }, ...renewable(verdict, now) }
      }
      const silent = silentOf(rejected)
      const verdict = silent
        ? trustUnavailable(silent.failure, config.tellsTrouble === true)
        : noTrustChain(rejected[0]?.failure) // FED-02
      const conclusive = rejected.every(({ failure }) => !inconclusive.has(failure.code))
      return {
        verdict: { verdict, establishedAt: conclusive ? now : undefined },
        expiresAt: now + refusalSeconds(refusals),
      }
    }

  const fetched = async (entityId: string, now: NumericDate): Promise<Verdict> =>
    (await entities.get(entityId, now, build(entityId, now))).verdict

  const refreshed = async (entityId: string, now: NumericDate): Promise<Verdict> => {
    const verdict = await fetched(entityId, now)
    if (failed(verdict) && verdict.code === 'no_trust_chain') return fail('trust_chain_expired', verdict.at) // FED-26
    return verdict
  }

  const judged = (entityId: string, statements: readonly string[], now: NumericDate): MaybePromise<Verdict> =>
    headers.get(`${entityId} ${digestOf(statements)}`, now, async () => {
      const chain = await validateTrustChain(ctx, statements, policyAt(now, entityId)) // FED-03
      if (failed(chain) && !refreshable.has(chain.code)) return drop(noTrustChain(chain))
      if (failed(chain) && chain.code === 'expired') return drop(await refreshed(entityId, now))
      if (failed(chain) || now >= chain.issuedAt + maximumAgeSeconds) return drop(await fetched(entityId, now)) // FED-38
      const verdict = await withMarks(chain, now, chain.issuedAt + maximumAgeSeconds, true) // FED-38
      return { verdict, expiresAt: verdict.expiresAt }
    })

  /** A valid chain of a header decides where nothing later is known, and is known from then on where something was. */
  const hinted = async (entityId: string, statements: readonly string[], now: NumericDate): Promise<Verdict> => {
    const verdict = await judged(entityId, statements, now)
    const known = entities.peek(entityId, now)
    if (failed(verdict) || known?.establishedAt === undefined) return verdict
    const { establishedAt, verdict: before } = known
    const trustChain = failed(before) ? [] : before.trustChain
    const says = isNewerChain(verdict.trustChain, { trustChain, establishedAt }) && !isSilent(verdict)
    if (!says) return fetched(entityId, now) // FED-38
    if (!replaces(verdict, before)) return verdict
    const newer = { verdict, establishedAt: latestIssuedAt(verdict.trustChain) }
    entities.replace(entityId, now, { verdict: newer, expiresAt: verdict.expiresAt })
    return verdict
  }

  /** Looks at an entity anew for a key that it is not known to have; again only after a while, whatever key is named. */
  const search = async (entityId: string, now: NumericDate, found: (verdict: Verdict) => boolean): Promise<void> => {
    if (entities.peek(entityId, now)?.establishedAt === now) return
    await keySearches.get(entityId, now, async (refusals) => {
      const { verdict } = await entities.renew(entityId, now, build(entityId, now))
      return { verdict: found(verdict), expiresAt: now + refusalSeconds(refusals) } // FED-37
    })
  }

  return {
    evaluate: async (entityId, types, { trustChain, kid, unverified = false }: TrustHint = {}) => {
      const now = ctx.clock.now()
      if (failed(parseEntityId(entityId, config.urls))) return fail('no_trust_chain', 'entity_id') // FED-28
      const reached = () => (trustChain ? hinted(entityId, trustChain, now) : fetched(entityId, now))
      const hasIt = (found: Verdict) => !failed(found) && !unverified && hasKey(found, types, kid)
      const known = await reached()
      const lacks = !failed(known) && !hasIt(known)
      if (lacks) await search(entityId, now, hasIt)
      const verdict = lacks ? await reached() : known
      if (failed(verdict)) return verdict
      return checkEntityType(verdict, types, required)
    },
  }
}

/**
 * Whether a newer chain may stand for what is known: along the same way, and without losing a mark. So nobody can choose
 * another way, or leave out what speaks for an entity, for those who bring no chain.
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
  if (plays.length === 0) return fail('entity_type_missing', 'metadata') // FED-25
  return checkDemandedMarks(entity, plays, required) ?? entity
}

/** Nobody answers who could say more: that says nothing against what is known. */
const isSilent = (verdict: Verdict): boolean =>
  failed(verdict) ? verdict.code === 'trust_unavailable' : verdict.unknownMarks !== undefined

const trustedEntity = (
  chain: Verified<TrustChain>,
  latest: NumericDate,
  marks: Pick<TrustedEntity, 'trustMarks' | 'unknownMarks'> = {},
): Verified<TrustedEntity> =>
  verified({
    entityId: chain.subject,
    metadata: chain.metadata,
    federationKeys: chain.federationKeys,
    trustChain: chain.statements,
    expiresAt: Math.min(chain.expiresAt, latest), // FED-19
    ...marks,
  })

/** In the last quarter of its life it is built anew while it is still served. */
const renewable = ({ expiresAt }: TrustedEntity, now: NumericDate) => ({
  expiresAt,
  renewAt: now + Math.max(1, Math.floor(((expiresAt - now) * 3) / 4)), // FED-19
})
const drop = (verdict: Verdict) => ({ verdict, expiresAt: 0 })
