/**
 * What a trust evaluator finds out about one entity: over the network, and of the trust marks that are demanded of it. Keeps
 * nothing: `federation-trust-evaluator.ts` does.
 */
import {
  type Clock,
  type Failure,
  failed,
  type NumericDate,
  type UrlPolicy,
  type Verified,
  verified,
} from '../base/index.ts'
import { defaultAlgorithms, type JwsAlgorithm } from '../jose/index.ts'
import { judgeDemandedMarks, type RequiredTrustMarks } from './demanded-trust-marks.ts'
import { noTrustChain, trustUnavailable } from './no-trust-chain.ts'
import { type ResolveCode, silentOf } from './rejected-path.ts'
import { usualGraceMilliseconds } from './resolve-limits.ts'
import { type ResolveContext, resolveTrustChains } from './resolve-trust-chain.ts'
import type { TrustAnchors, TrustChain } from './trust-chain.ts'
import type { TrustedEntity } from './trust-evaluator.ts'
import { type Judge, refusalSeconds } from './verdict-cache.ts'

/** By what a trust evaluator judges: who is pinned, what is demanded of entities, and how long a verdict stands. */
export interface FederationTrustConfig {
  readonly anchors: TrustAnchors
  readonly urls: UrlPolicy
  /** ES256, ES384, ES512 when not said (GEN-03). */
  readonly algorithms?: readonly JwsAlgorithm[]
  /** Seconds by which clocks may differ. */
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

/** The network by which statements are got, and the time at which they arrive. */
export type FederationTrustContext = ResolveContext & { readonly clock: Clock }

/** A path that fails so says nothing of the entity: nobody answered, or we did not go on. */
const inconclusive: ReadonlySet<string> = new Set<ResolveCode>([
  'unreachable',
  'url_forbidden',
  'address_forbidden',
  'answer_too_large',
  'chain_too_long',
  'limit_reached',
])

export type Verdict = Verified<TrustedEntity> | Failure<'no_trust_chain' | 'trust_chain_expired' | 'trust_unavailable'>

/** What is known of an entity. */
export interface Known {
  readonly verdict: Verdict
  /** What was said until then is known. A refusal for silence or a limit has none: it says nothing against any chain. */
  readonly establishedAt: NumericDate | undefined
}

/** One day (FED-38). */
export const usualAgeSeconds = 86_400

/** The rules of a chain, at this time and for this entity. */
export const policyOf = (config: FederationTrustConfig, now: NumericDate, subject: string) => ({
  anchors: config.anchors,
  algorithms: config.algorithms ?? defaultAlgorithms,
  urls: config.urls,
  skew: config.skewSeconds,
  now,
  subject,
  graceMilliseconds: usualGraceMilliseconds,
})

/** Trust in the subject of a chain until `latest` at most, with the marks that are demanded of it (FED-07). */
export type MarkJudge = (
  chain: Verified<TrustChain>,
  now: NumericDate,
  latest: NumericDate,
  askAnchor?: boolean,
) => Promise<Verified<TrustedEntity>>

/** Where no mark is demanded nobody is asked. The trust ends with the marks, or soon when one was missing. */
export function createMarkJudge(
  ctx: FederationTrustContext,
  config: FederationTrustConfig,
  required: RequiredTrustMarks,
): MarkJudge {
  const demandsMarks = Object.values(required).flat().length > 0
  return async (chain, now, latest, askAnchor = false) => {
    if (!demandsMarks) return trustedEntity(chain, latest)
    const statusSeconds = config.trustMarkStatusSeconds ?? Number.POSITIVE_INFINITY
    const options = { ...policyOf(config, now, chain.subject), statusSeconds, askAnchor }
    const { expiresAt, lacksAny, ...marks } = await judgeDemandedMarks(ctx, chain, required, options)
    const soon = lacksAny ? now + refusalSeconds(0) : Number.POSITIVE_INFINITY // what is missing may be there soon
    return trustedEntity(chain, Math.min(latest, expiresAt, soon), marks)
  }
}

/** Judges an entity over the network; `refusals` says how often in a row it was refused before. */
export const createEntityJudge =
  (ctx: FederationTrustContext, config: FederationTrustConfig, withMarks: MarkJudge) =>
  (entityId: string, now: NumericDate): Judge<Known> =>
  async (refusals) => {
    const { chains, rejected } = await resolveTrustChains(ctx, entityId, policyOf(config, now, entityId))
    const [shortest] = chains // FED-27
    if (shortest) {
      const verdict = await withMarks(shortest, now, now + (config.maximumAgeSeconds ?? usualAgeSeconds))
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

/** Nobody answers who could say more: that says nothing against what is known. */
export const isSilent = (verdict: Verdict): boolean =>
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
