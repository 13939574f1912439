/** Settings and context of a trust evaluator. */
import type { Clock, NumericDate, UrlPolicy } from '../../base/index.ts'
import { defaultAlgorithms, type JwsAlgorithm } from '../../jose/index.ts'
import { usualGraceMilliseconds } from '../fetch/resolve-limits.ts'
import type { CurrentClientNetwork } from '../fetch/stranger-builds.ts'
import type { RequiredTrustMarks } from '../mark/demanded-trust-marks.ts'
import type { ResolveContext } from './resolve-options.ts'
import type { TrustAnchors } from './trust-chain.ts'

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
   * Additional seconds for which a chain stays valid while the superiors do not answer, but not beyond its expiry
   * (FED-42). Defaults to 3600. With 0, an unconfirmed chain is not trusted after `maximumAgeSeconds`.
   */
  readonly staleOnOutageSeconds?: number
  /** Maximum number of acceptances, and of refusals, in each cache of the evaluator. Defaults to 1000. */
  readonly cacheEntries?: number
  /**
   * Required trust marks by the entity type for which an entity is trusted. The entity needs one of the listed marks
   * for each requested type that it has (FED-07). Defaults to none.
   */
  readonly requiredTrustMarks?: RequiredTrustMarks
  /**
   * Seconds for which an issuer's status response about a required mark is used (FED-32). By default the status is not
   * requested.
   */
  readonly trustMarkStatusSeconds?: number
  /**
   * Appends the cause of a missing answer, such as `.refused`, to the `at` of the failure. Only for wallets, because
   * nobody but their user reads the refusals. Defaults to false.
   */
  readonly tellsTrouble?: boolean
  /** Treats an empty `authority_hints` as absent. Only for the test switch of this name. Defaults to false. */
  readonly toleratesEmptyHints?: boolean | undefined
}

/** Network and clock for fetching statements. */
export type FederationTrustContext = ResolveContext & {
  readonly clock: Clock
  /** Called when an entity stays trusted after `maximumAgeSeconds` because an answer is missing (FED-42). */
  readonly onStaleTrust?: (entityId: string) => void
  /**
   * Network of the client for which an unknown entity is evaluated (FED-49). Without it, the evaluations have no limit
   * per network.
   */
  readonly clientNetwork?: CurrentClientNetwork
}

/** Default of `maximumAgeSeconds`: ten minutes (FED-38). */
const defaultMaximumAgeSeconds = 600
/** Default of `staleOnOutageSeconds`: one hour (FED-42). */
const defaultStaleSeconds = 3600

/** Returns `maximumAgeSeconds` and `staleOnOutageSeconds` of the settings, with their defaults. */
export const agesOf = ({
  maximumAgeSeconds = defaultMaximumAgeSeconds,
  staleOnOutageSeconds = defaultStaleSeconds,
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
