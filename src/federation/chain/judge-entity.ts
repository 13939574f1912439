/**
 * Evaluates one entity over the network, with the trust marks that are required of it. Caches nothing:
 * `federation-trust-evaluator.ts` does.
 */
import {
  type Clock,
  type Failure,
  failed,
  type NumericDate,
  type UrlPolicy,
  type Verified,
  verified,
} from '../../base/index.ts'
import { defaultAlgorithms, type JwsAlgorithm } from '../../jose/index.ts'
import { usualGraceMilliseconds } from '../fetch/resolve-limits.ts'
import type { Asker } from '../fetch/stranger-builds.ts'
import { judgeDemandedMarks, type RequiredTrustMarks } from '../mark/demanded-trust-marks.ts'
import type { TrustedEntity } from '../trust-evaluator.ts'
import type { Judged } from './kept-verdicts.ts'
import { noTrustChain, trustUnavailable } from './no-trust-chain.ts'
import { type RejectedPath, type ResolveCode, silentOf } from './rejected-path.ts'
import { type ResolveContext, resolveTrustChains } from './resolve-trust-chain.ts'
import type { TrustAnchors, TrustChain } from './trust-chain.ts'
import { trustPath } from './trust-path.ts'
import { refusalSeconds } from './verdict-cache.ts'

/** Settings of a trust evaluator: pinned anchors, requirements on entities, lifetimes of verdicts. */
export interface FederationTrustConfig {
  readonly anchors: TrustAnchors
  readonly urls: UrlPolicy
  /** Defaults to ES256, ES384, ES512 (GEN-03). */
  readonly algorithms?: readonly JwsAlgorithm[]
  /** Maximum clock difference in seconds. */
  readonly skewSeconds: number
  /** Seconds after which the superiors must confirm a chain (FED-38). Defaults to 600. */
  readonly maximumAgeSeconds?: number
  /**
   * Further seconds for which a chain stays valid while the superiors do not answer, but not beyond its end (FED-42).
   * Defaults to 3600. 0 ends the trust at once.
   */
  readonly staleOnOutageSeconds?: number
  /** Maximum number of cached verdicts of each kind: on entities and on header chains, acceptances and refusals. */
  readonly cacheEntries?: number
  /**
   * Trust marks of which an entity needs one, by the entity type for which it is trusted. For several types, one for
   * each that it has (FED-07).
   */
  readonly requiredTrustMarks?: RequiredTrustMarks
  /** Seconds for which an issuer's status answer about a required mark counts. Defaults to never asking (FED-32). */
  readonly trustMarkStatusSeconds?: number
  /**
   * Adds the cause of a missing answer to the place of the failure. For wallets, whose refusals only their user reads.
   */
  readonly tellsTrouble?: boolean
  /** See `EntityStatementPolicy`. */
  readonly toleratesEmptyHints?: boolean | undefined
}

/** Network and clock for fetching statements. */
export type FederationTrustContext = ResolveContext & {
  readonly clock: Clock
  /** Called when a superior does not answer and an entity stays trusted without its confirmation (FED-42). */
  readonly onStaleTrust?: (entityId: string) => void
  readonly asker?: Asker
}

/** Failures of a path that say nothing about the entity: no answer, or a limit of ours. */
const inconclusive: ReadonlySet<string> = new Set<ResolveCode>([
  'unreachable',
  'url_forbidden',
  'address_forbidden',
  'answer_too_large',
  'chain_too_long',
  'limit_reached',
])

export type Verdict = Verified<TrustedEntity> | Failure<'no_trust_chain' | 'trust_chain_expired' | 'trust_unavailable'>

/** The current verdict on an entity. */
export interface Known {
  readonly verdict: Verdict
  /**
   * Time until which statements are known. Absent for a refusal because of silence or a limit, which outweighs no
   * chain.
   */
  readonly establishedAt: NumericDate | undefined
}

/** A trusted entity and the limits of that trust. */
export interface KnownEntity extends Known {
  readonly verdict: Verified<TrustedEntity>
  /** End of the chain or of a required trust mark. */
  readonly endsAt: NumericDate
  /** Time from which the superiors must confirm the trust. */
  readonly freshUntil: NumericDate
  /** End of the trust while the superiors do not answer. */
  readonly holdsUntil: NumericDate
  /** Number of consecutive attempts without an answer. */
  readonly silences: number
}

/** Returns true for an entity that was accepted. Does not check that the acceptance still holds. */
export const isKnownEntity = (known: Known | undefined): known is KnownEntity =>
  known !== undefined && 'holdsUntil' in known

/** Default of `maximumAgeSeconds`: ten minutes (FED-38). */
const usualAgeSeconds = 600
/** Default of `staleOnOutageSeconds`: one hour (FED-42). */
const usualHoldSeconds = 3600

/**
 * Returns, in seconds, how long a superior's statement is fresh, and how long it stays valid after that without an
 * answer.
 */
export const agesOf = ({
  maximumAgeSeconds = usualAgeSeconds,
  staleOnOutageSeconds = usualHoldSeconds,
}: FederationTrustConfig) => ({ maximumAgeSeconds, staleOnOutageSeconds })

/** Returns the policy for a chain of this entity at this time. */
export const policyOf = (config: FederationTrustConfig, now: NumericDate, subject: string) => ({
  anchors: config.anchors,
  algorithms: config.algorithms ?? defaultAlgorithms,
  urls: config.urls,
  skew: config.skewSeconds,
  ...(config.toleratesEmptyHints && { toleratesEmptyHints: true }),
  now,
  subject,
  graceMilliseconds: usualGraceMilliseconds,
})

/** Evaluates the subject of a confirmed chain, with its required trust marks (FED-07). */
export type MarkJudge = (
  chain: Verified<TrustChain>,
  now: NumericDate,
  confirmedAt: NumericDate,
  askAnchor?: boolean,
) => Promise<KnownEntity>

/**
 * Creates the function. Without required marks it sends no request. The trust ends with the marks, or soon if one is
 * missing.
 */
export function createMarkJudge(
  ctx: FederationTrustContext,
  config: FederationTrustConfig,
  required: RequiredTrustMarks,
): MarkJudge {
  const { maximumAgeSeconds, staleOnOutageSeconds } = agesOf(config)
  const demandsMarks = Object.values(required).flat().length > 0
  const known = (
    chain: Verified<TrustChain>,
    now: NumericDate,
    { confirmedAt, latest, ...marks }: TrustedMarks & { confirmedAt: NumericDate; latest: NumericDate },
  ): KnownEntity => {
    const endsAt = Math.min(chain.expiresAt, latest) // FED-19
    const freshUntil = Math.min(endsAt, confirmedAt + maximumAgeSeconds) // FED-38
    const holdsUntil = Math.min(endsAt, confirmedAt + maximumAgeSeconds + staleOnOutageSeconds) // FED-42
    const verdict = trustedEntity(chain, freshUntil, marks)
    return { verdict, establishedAt: now, endsAt, freshUntil, holdsUntil, silences: 0 }
  }
  return async (chain, now, confirmedAt, askAnchor = false) => {
    if (!demandsMarks) return known(chain, now, { confirmedAt, latest: chain.expiresAt })
    const statusSeconds = config.trustMarkStatusSeconds ?? Number.POSITIVE_INFINITY
    const options = { ...policyOf(config, now, chain.subject), statusSeconds, askAnchor }
    const { expiresAt, lacksAny, ...marks } = await judgeDemandedMarks(ctx, chain, required, options)
    const soon = lacksAny ? now + refusalSeconds(0) : Number.POSITIVE_INFINITY // a missing mark may be issued soon
    return known(chain, now, { confirmedAt, latest: Math.min(expiresAt, soon), ...marks })
  }
}

/**
 * Creates a function that evaluates an entity over the network. `before` is the trust to be confirmed: it stays valid
 * for a while if its superiors do not answer (FED-42). `refusals` is the number of consecutive refusals before.
 * `forStranger` means that no valid chain of the entity is known.
 */
export function createEntityJudge(ctx: FederationTrustContext, config: FederationTrustConfig, withMarks: MarkJudge) {
  const { maximumAgeSeconds } = agesOf(config)

  /** Resolves chains. If the entity does not answer, its superiors are asked with its last known configuration. */
  const resolve = async (entityId: string, now: NumericDate, before: KnownEntity | undefined, forStranger: boolean) => {
    const policy = { ...policyOf(config, now, entityId), forStranger }
    const built = await resolveTrustChains(ctx, entityId, policy)
    const configuration = before?.verdict.trustChain[0]
    const hasSuperior = before !== undefined && trustPath(before.verdict).length > 1
    const lacksEntity = built.chains.length === 0 && silentOf(built.rejected)?.path.length === 1
    if (!hasSuperior || !lacksEntity || configuration === undefined) return built
    return resolveTrustChains(ctx, entityId, { ...policy, configuration })
  }

  const hold = (before: KnownEntity, now: NumericDate): Judged<Known> => {
    const { verdict, freshUntil, holdsUntil, silences } = before
    const isStale = now >= freshUntil
    if (isStale) ctx.onStaleTrust?.(verdict.entityId)
    const expiresAt = isStale ? Math.min(holdsUntil, now + maximumAgeSeconds) : verdict.expiresAt
    const held: KnownEntity = { ...before, verdict: verified({ ...verdict, expiresAt }), silences: silences + 1 }
    return { verdict: held, expiresAt, renewAt: now + refusalSeconds(silences), knownUntil: before.endsAt }
  }

  return async (
    entityId: string,
    now: NumericDate,
    before: KnownEntity | undefined,
    refusals: number,
    forStranger = false,
  ): Promise<Judged<Known>> => {
    const { chains, rejected } = await resolve(entityId, now, before, forStranger)
    const [shortest] = chains // FED-27
    const known = shortest && (await withMarks(shortest, now, now))
    const isUnknown = known ? isSilent(known.verdict) : before && isSilentOn(trustPath(before.verdict), rejected)
    if (isUnknown && before && now < before.holdsUntil) return hold(before, now)
    if (known) return { verdict: known, ...lifeOf(known, now) }
    const silent = silentOf(rejected)
    const verdict = silent
      ? trustUnavailable(silent.failure, config.tellsTrouble === true, silent.path)
      : noTrustChain(rejected[0]?.failure, rejected[0]?.path) // FED-02
    const conclusive = rejected.every(({ failure }) => !inconclusive.has(failure.code))
    return {
      verdict: { verdict, establishedAt: conclusive ? now : undefined },
      expiresAt: now + refusalSeconds(refusals),
    }
  }
}

/** Returns true if no answer could be obtained, which does not outweigh what is known. */
export const isSilent = (verdict: Verdict): boolean =>
  failed(verdict) ? verdict.code === 'trust_unavailable' : verdict.unknownMarks !== undefined

/**
 * Returns true if a superior on the known path does not answer and none on it refuses. An anchor is its own superior.
 */
function isSilentOn(known: readonly string[], rejected: readonly RejectedPath[]): boolean {
  const shortest = Math.min(2, known.length)
  const onTheWay = rejected.filter(
    ({ path }) => path.length >= shortest && path.every((id, index) => id === known[index]),
  )
  return onTheWay.length > 0 && onTheWay.every(({ failure }) => failure.code === 'unreachable')
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
 * Returns the lifetime of a verdict: it is confirmed when it is no longer fresh, and renewed in the background in the
 * last quarter of its life.
 */
export const lifeOf = ({ freshUntil, endsAt }: KnownEntity, now: NumericDate): Omit<Judged<Known>, 'verdict'> => ({
  expiresAt: freshUntil, // FED-38
  renewAt: now + Math.max(1, Math.floor(((endsAt - now) * 3) / 4)), // FED-19
  knownUntil: endsAt,
})
