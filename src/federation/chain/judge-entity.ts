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

/** By what a trust evaluator judges: who is pinned, what is demanded of entities, and how long a verdict stands. */
export interface FederationTrustConfig {
  readonly anchors: TrustAnchors
  readonly urls: UrlPolicy
  /** ES256, ES384, ES512 when not said (GEN-03). */
  readonly algorithms?: readonly JwsAlgorithm[]
  /** Seconds by which clocks may differ. */
  readonly skewSeconds: number
  /** Seconds after which a superior's word, fetched or carried, must be confirmed (FED-38). Defaults to 600. */
  readonly maximumAgeSeconds?: number
  /**
   * Seconds after that for which trust holds while the superiors do not answer, never past the end of the chain (FED-42).
   * Defaults to 3600; 0 ends the trust at once.
   */
  readonly staleOnOutageSeconds?: number
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
export type FederationTrustContext = ResolveContext & {
  readonly clock: Clock
  /** Called each time a superior does not answer and trust in this entity holds without its word (FED-42). */
  readonly onStaleTrust?: (entityId: string) => void
  readonly asker?: Asker
}

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

/** An entity that was found to be trusted, with the bounds of that trust. */
export interface KnownEntity extends Known {
  readonly verdict: Verified<TrustedEntity>
  /** When the chain, or a trust mark that is demanded, ends. */
  readonly endsAt: NumericDate
  /** From then on the trust must be confirmed by the superiors. */
  readonly freshUntil: NumericDate
  /** Until then the trust holds while the superiors do not answer. */
  readonly holdsUntil: NumericDate
  /** How often in a row the superiors did not answer since they confirmed it. */
  readonly silences: number
}

export const isKnownEntity = (known: Known | undefined): known is KnownEntity =>
  known !== undefined && 'holdsUntil' in known

/** Ten minutes (FED-38). */
const usualAgeSeconds = 600
/** One hour (FED-42). */
const usualHoldSeconds = 3600

/** How long a superior's word is fresh, and for how long after that it holds while nobody answers. In seconds. */
export const agesOf = ({
  maximumAgeSeconds = usualAgeSeconds,
  staleOnOutageSeconds = usualHoldSeconds,
}: FederationTrustConfig) => ({ maximumAgeSeconds, staleOnOutageSeconds })

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

/** Trust in the subject of a chain that its superiors confirmed at a time, with the marks that are demanded of it (FED-07). */
export type MarkJudge = (
  chain: Verified<TrustChain>,
  now: NumericDate,
  confirmedAt: NumericDate,
  askAnchor?: boolean,
) => Promise<KnownEntity>

/** Where no mark is demanded nobody is asked. The trust ends with the marks, or soon when one was missing. */
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
    const soon = lacksAny ? now + refusalSeconds(0) : Number.POSITIVE_INFINITY // what is missing may be there soon
    return known(chain, now, { confirmedAt, latest: Math.min(expiresAt, soon), ...marks })
  }
}

/**
 * Judges an entity over the network. `before` is the trust that is to be confirmed: while the superiors that vouched for it do
 * not answer, it holds for a while (FED-42). `refusals` says how often in a row the entity was refused before; `forStranger`
 * that no valid chain of it is known.
 */
export function createEntityJudge(ctx: FederationTrustContext, config: FederationTrustConfig, withMarks: MarkJudge) {
  const { maximumAgeSeconds } = agesOf(config)

  /** The superiors are asked about the configuration that is known when the entity itself does not answer. */
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

/** Nobody answers who could say more: that says nothing against what is known. */
export const isSilent = (verdict: Verdict): boolean =>
  failed(verdict) ? verdict.code === 'trust_unavailable' : verdict.unknownMarks !== undefined

/** Whether a superior on the known way does not answer, and none on it refuses. An anchor is its own superior. */
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

/** It is confirmed when it is not fresh any more, and built anew in the background in the last quarter of its life. */
export const lifeOf = ({ freshUntil, endsAt }: KnownEntity, now: NumericDate): Omit<Judged<Known>, 'verdict'> => ({
  expiresAt: freshUntil, // FED-38
  renewAt: now + Math.max(1, Math.floor(((endsAt - now) * 3) / 4)), // FED-19
  knownUntil: endsAt,
})
