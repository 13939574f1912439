/** The record of a decision, and the sink that keeps it. */
import type { NumericDate } from './clock.ts'
import type { ShownEvidence } from './shown-evidence.ts'

/** The result of one check: requirement and outcome. A failed check also has its code, place and evidence. */
export interface CheckRecord extends ShownEvidence {
  readonly requirement: string
  readonly passed: boolean
  readonly code?: string
  readonly at?: string
}

/** Names of recorded evidence. The list is closed, so that no personal value can be recorded. */
export type EvidenceName =
  | 'entity'
  | 'thumbprint'
  | 'digest'
  | 'claim_names'
  | 'platform'
  | 'reading'
  /** `test`: the device vendor made this answer for tests. */
  | 'vendor_response'
  | 'profile'
  /** Name of the administrator who sent the request, from the configuration. */
  | 'actor'
  /** Name of the operator for whom the console sent the request (GEN-45). */
  | 'operator'
  /**
   * The change that the request made in a register: by an administrator, or by evidence that revoked or held an
   * instance. `logged_in` for a login at the console.
   */
  | 'change'
  /** Identifier of a credential in the register. */
  | 'credential'
  /** Id of an application behind a Relying Party. */
  | 'application'
  /** The unreachable part, if an outage broke the decision, in our own words. */
  | 'out_of_reach'
  /** Seconds since decisions first met that outage. */
  | 'out_of_reach_seconds'
  /** Serial number of the certificate that an administrator named. */
  | 'certificate'

/**
 * One decision with its checks in order. Contains no secret and no personal data (GEN-24): the names in `evidence` are
 * a closed list, and a failed check shows only the kinds of values that D-585 lists.
 */
export interface DecisionRecord {
  readonly trace: string
  /** Role and endpoint or step: `wallet-provider/token`. */
  readonly surface: string
  readonly at: NumericDate
  readonly outcome: 'accepted' | 'refused' | 'failed'
  readonly checks: readonly CheckRecord[]
  readonly evidence: { readonly [name in EvidenceName]?: string }
}

/**
 * Returns true for a decision that changed a register. Such a decision is always logged, also where only a sample of
 * the accepted decisions is (WP-76, PP-112).
 */
export const isAdministrative = ({ evidence }: DecisionRecord): boolean => evidence.change !== undefined

/** Receives every decision. `record` must not throw, because the decision is already final. */
export interface DecisionSink {
  record(decision: DecisionRecord): void
  /**
   * Runs a decision, so that it can be measured. Must call `run` once, and must return or throw its result unchanged.
   */
  around?<T>(surface: string, run: () => Promise<T>): Promise<T>
}
