/** Evaluates one entity over the network, with its required trust marks. Caches nothing: `known-entities.ts` does. */
import { type Failure, failed, type NumericDate, type Verified, verified } from '../../base/index.ts'
import { OriginBudgets } from '../fetch/origin-budget.ts'
import { type RequiredTrustMarks, verifyDemandedTrustMarks } from '../mark/demanded-trust-marks.ts'
import type { ResolveTrustMarksOptions } from '../mark/resolve-trust-marks.ts'
import type { TrustedEntity } from '../trust-evaluator.ts'
import { agesOf, type FederationTrustConfig, type FederationTrustContext, policyOf } from './evaluator-config.ts'
import type { Judged } from './kept-verdicts.ts'
import { noTrustChain, trustUnavailable } from './no-trust-chain.ts'
import { findUnreachablePath, isConclusive, type RejectedPath } from './rejected-path.ts'
import type { ResolveOptions } from './resolve-options.ts'
import { type ResolvedTrustChains, resolveTrustChains } from './resolve-trust-chain.ts'
import type { TrustChain } from './trust-chain.ts'
import { trustPath } from './trust-path.ts'
import { retryTime } from './verdict-cache.ts'

export type Verdict = Verified<TrustedEntity> | Failure<'no_trust_chain' | 'trust_chain_expired' | 'trust_unavailable'>

/** The current verdict on an entity. */
export interface KnownVerdict {
  readonly verdict: Verdict
  /**
   * Time at which the verdict was established. If a chain from a header replaced the cached verdict, `iat` of the
   * newest statement in that chain. Another chain from a header replaces this verdict only if `isNewerChain` returns
   * true for this time. `undefined` for a refused chain from a header, which is not cached, and for a refusal because
   * of an outage or a restriction of this service. Any valid chain takes precedence over these two refusals.
   */
  readonly establishedAt: NumericDate | undefined
}

/** A trusted entity and the times of that trust. */
export interface KnownEntity extends KnownVerdict {
  readonly verdict: Verified<TrustedEntity>
  /** Expiry of the chain, or the time at which the required trust marks must be verified again if that is earlier. */
  readonly endsAt: NumericDate
  /** Time after which the superiors must confirm the trust. */
  readonly freshUntil: NumericDate
  /** Time until which the trust lasts if the superiors do not answer. */
  readonly usableUntil: NumericDate
  /** Number of consecutive attempts without an answer. */
  readonly silences: number
}

/** Returns true for an entity that was accepted. Does not check that the acceptance is still valid. */
export const isKnownEntity = (known: KnownVerdict | undefined): known is KnownEntity =>
  known !== undefined && 'usableUntil' in known

/**
 * Evaluates the subject of a chain that was confirmed at `confirmedAt`, with its required trust marks (FED-07).
 * `askAnchor` fetches the anchor's configuration even if the chain contains it. Defaults to false. `forStranger` and
 * `origins` are those of the evaluation.
 */
export type MarkJudge = (
  chain: Verified<TrustChain>,
  now: NumericDate,
  confirmedAt: NumericDate,
  options: Pick<ResolveTrustMarksOptions, 'askAnchor' | 'forStranger' | 'origins'>,
) => Promise<KnownEntity>

/**
 * Creates a `MarkJudge`. The judge sends no request if no marks are required. If marks are required, the trust ends
 * when a mark or its status response expires, or after 15 s if a required mark is missing.
 */
export function createMarkJudge(
  ctx: FederationTrustContext,
  config: FederationTrustConfig,
  required: RequiredTrustMarks,
): MarkJudge {
  const { maximumAgeSeconds, staleOnOutageSeconds } = agesOf(config)
  const demandsMarks = Object.values(required).flat().length > 0
  const knownEntityOf = (
    chain: Verified<TrustChain>,
    now: NumericDate,
    { confirmedAt, marksEndAt, ...marks }: TrustedMarks & { confirmedAt: NumericDate; marksEndAt: NumericDate },
  ): KnownEntity => {
    const endsAt = Math.min(chain.expiresAt, marksEndAt) // FED-19
    const freshUntil = Math.min(endsAt, confirmedAt + maximumAgeSeconds) // FED-38
    const usableUntil = Math.min(endsAt, confirmedAt + maximumAgeSeconds + staleOnOutageSeconds) // FED-42
    const verdict = trustedEntity(chain, freshUntil, marks)
    return { verdict, establishedAt: now, endsAt, freshUntil, usableUntil, silences: 0 }
  }
  return async (chain, now, confirmedAt, requests) => {
    if (!demandsMarks) return knownEntityOf(chain, now, { confirmedAt, marksEndAt: chain.expiresAt })
    const statusSeconds = config.trustMarkStatusSeconds ?? Number.POSITIVE_INFINITY
    const options = { ...policyOf(config, now, chain.subject), statusSeconds, ...requests }
    const { expiresAt, lacksAny, ...marks } = await verifyDemandedTrustMarks(ctx, chain, required, options)
    // A missing mark may be issued soon, so the marks are verified again after 15 s.
    const retryAt = lacksAny ? retryTime(0, now, ctx.clock) : Number.POSITIVE_INFINITY
    return knownEntityOf(chain, now, { confirmedAt, marksEndAt: Math.min(expiresAt, retryAt), ...marks })
  }
}

/** Options of one evaluation. */
interface EvaluationOptions {
  /** True if an unknown client named the entity (FED-50). Defaults to false. */
  readonly forStranger?: boolean
  /** Result of the same build, if it has just ended. By default the evaluation builds the chains. */
  readonly build?: ResolvedTrustChains | undefined
  /** Called with the result of the build. */
  readonly onBuild?: ((build: ResolvedTrustChains) => void) | undefined
}

/**
 * Creates a function that evaluates an entity over the network. `before` is the previous acceptance. It stays valid
 * until its `usableUntil` if the superiors do not answer (FED-42). `refusals` is the number of preceding consecutive
 * refusals.
 */
export function createEntityJudge(ctx: FederationTrustContext, config: FederationTrustConfig, withMarks: MarkJudge) {
  const { maximumAgeSeconds } = agesOf(config)

  /**
   * Resolves chains. If no chain is found and the entity itself does not answer, resolves chains with the entity's last
   * known configuration, except for an anchor.
   */
  const resolve = async (
    entityId: string,
    now: NumericDate,
    before: KnownEntity | undefined,
    requests: Pick<ResolveOptions, 'forStranger' | 'origins'>,
    { build, onBuild }: EvaluationOptions,
  ) => {
    const policy = { ...policyOf(config, now, entityId), ...requests }
    const built = build ?? (await resolveTrustChains(ctx, entityId, policy))
    onBuild?.(built)
    const configuration = before?.verdict.trustChain[0]
    const hasSuperior = before !== undefined && trustPath(before.verdict).length > 1
    const lacksEntity = built.chains.length === 0 && findUnreachablePath(built.rejected)?.path.length === 1
    if (!hasSuperior || !lacksEntity || configuration === undefined) return built
    return resolveTrustChains(ctx, entityId, { ...policy, configuration })
  }

  /** Returns the previous acceptance. If it is no longer fresh, extends it and calls `onStaleTrust`. */
  const extend = (before: KnownEntity, now: NumericDate): Judged<KnownVerdict> => {
    const { verdict, freshUntil, usableUntil, silences } = before
    const isStale = now >= freshUntil
    if (isStale) ctx.onStaleTrust?.(verdict.entityId)
    const expiresAt = isStale ? Math.min(usableUntil, now + maximumAgeSeconds) : verdict.expiresAt
    const extended: KnownEntity = { ...before, verdict: verified({ ...verdict, expiresAt }), silences: silences + 1 }
    return { verdict: extended, expiresAt, renewAt: retryTime(silences, now, ctx.clock), knownUntil: before.endsAt }
  }

  return async (
    entityId: string,
    now: NumericDate,
    before: KnownEntity | undefined,
    refusals: number,
    options: EvaluationOptions = {},
  ): Promise<Judged<KnownVerdict>> => {
    const { forStranger = false } = options
    const requests = { forStranger, origins: new OriginBudgets(config.anchors.keys()) } // FED-51
    const { chains, rejected } = await resolve(entityId, now, before, requests, options)
    const [preferred] = chains // FED-27
    const known = preferred && (await withMarks(preferred, now, now, requests))
    const isUnanswered = known ? isSilent(known.verdict) : before && isSilentOn(trustPath(before.verdict), rejected)
    if (isUnanswered && before && now < before.usableUntil) return extend(before, now)
    if (known) return { verdict: known, ...lifeOf(known, now) }
    const silent = findUnreachablePath(rejected)
    const verdict = silent
      ? trustUnavailable(silent.failure, config.tellsTrouble === true, silent.path)
      : noTrustChain(rejected[0]?.failure, rejected[0]?.path) // FED-02
    const conclusive = rejected.every(isConclusive)
    return {
      verdict: { verdict, establishedAt: conclusive ? now : undefined },
      expiresAt: retryTime(refusals, now, ctx.clock),
    }
  }
}

/** Returns true for a verdict that results from an outage: `trust_unavailable`, or an entity with `unknownMarks`. */
export const isSilent = (verdict: Verdict): boolean =>
  failed(verdict) ? verdict.code === 'trust_unavailable' : verdict.unknownMarks !== undefined

/**
 * Returns true if a superior on the known path does not answer and there is no other failure on that path. For an
 * anchor, the anchor itself counts as its superior.
 */
function isSilentOn(knownPath: readonly string[], rejected: readonly RejectedPath[]): boolean {
  const minimumLength = Math.min(2, knownPath.length)
  const onKnownPath = rejected.filter(
    ({ path }) => path.length >= minimumLength && path.every((id, index) => id === knownPath[index]),
  )
  return onKnownPath.length > 0 && onKnownPath.every(({ failure }) => failure.code === 'unreachable')
}

type TrustedMarks = Pick<TrustedEntity, 'trustMarks' | 'unknownMarks'>

const trustedEntity = (
  chain: Verified<TrustChain>,
  expiresAt: NumericDate,
  marks: TrustedMarks,
): Verified<TrustedEntity> =>
  verified({
    entityId: chain.subject,
    metadata: chain.metadata,
    federationKeys: chain.federationKeys,
    trustChain: chain.statements,
    expiresAt,
    ...marks,
  })

/**
 * Returns the times of an acceptance in the cache. The acceptance is confirmed when it is no longer fresh, and renewed
 * in the background in the last quarter of its lifetime.
 */
export const lifeOf = (
  { freshUntil, endsAt }: KnownEntity,
  now: NumericDate,
): Omit<Judged<KnownVerdict>, 'verdict'> => ({
  expiresAt: freshUntil, // FED-38
  renewAt: now + Math.max(1, Math.floor(((endsAt - now) * 3) / 4)), // FED-19
  knownUntil: endsAt,
})
