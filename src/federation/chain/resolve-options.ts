/** Inputs of a build of trust chains: policy, limits and services. */
import type { Clock, CryptoContext, Fetch } from '../../base/index.ts'
import type { OriginBudgets } from '../fetch/origin-budget.ts'
import { defaultResolveLimits, type ResolveLimits } from '../fetch/resolve-limits.ts'
import type { TrustChainPolicy } from './trust-chain.ts'

/** Policy for the chains, and limits of one build. */
export interface ResolveOptions extends TrustChainPolicy {
  /** Replaces values of `defaultResolveLimits`. */
  readonly limits?: Partial<ResolveLimits>
  /** The subject's configuration, for example that of the caller itself. Fetched by default. */
  readonly configuration?: string
  /** Deadline of the enclosing operation. Defaults to `limits.seconds` from the start of the build. */
  readonly deadline?: AbortSignal
  /**
   * Time to keep searching after the first valid chain. If the best chain has at most two entities and no pending path
   * could be preferred to it, the search stops at once (D-328, D-372). By default the search ends when every path has
   * ended.
   */
  readonly graceMilliseconds?: number
  /** True if an unknown client named the subject. The requests then have the limits for unknown clients (FED-50). */
  readonly forStranger?: boolean
  /**
   * Budgets of origins. Pass the same object to all builds of one evaluation, so that they count together (FED-51).
   * Defaults to new budgets.
   */
  readonly origins?: OriginBudgets
}

/** Returns `deadline`, or a new deadline that starts now. Responses after the deadline are ignored (FED-37). */
export const deadlineOf = ({ deadline, limits }: ResolveOptions): AbortSignal =>
  deadline ?? AbortSignal.timeout((limits?.seconds ?? defaultResolveLimits.seconds) * 1000)

/**
 * Context for building chains. With a clock, statements are validated at their time of arrival (D-420). Without a
 * clock, they are validated at `now` of the options.
 */
export type ResolveContext = CryptoContext & { readonly fetch: Fetch; readonly clock?: Clock }
