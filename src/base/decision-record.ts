/** The record of a decision, and the sink that receives it. */
import type { NumericDate } from './clock.ts'
import type { ShownEvidence } from './shown-evidence.ts'

/** The result of one check. A failed check also has its code, its place and those compared values that may be shown. */
export interface CheckRecord extends ShownEvidence {
  readonly requirement: string
  readonly passed: boolean
  readonly code?: string
  readonly at?: string
}

/**
 * Names of recorded evidence. Nothing checks the values: a caller must not pass a secret or personal data of a wallet's
 * user (GEN-24). `actor` and `operator` name staff.
 */
export type EvidenceName =
  | 'entity'
  | 'thumbprint'
  | 'claim_names'
  | 'platform'
  /**
   * Form of the data that the device signed, as its signature shows: `client_data`, `client_data_hash` or
   * `authenticator_data`.
   */
  | 'reading'
  /** `test` if the device vendor's response is one for tests. */
  | 'vendor_response'
  /**
   * Name of the administrator who sent the request, from the configuration. `user` for users who revoked their own
   * instance.
   */
  | 'actor'
  /** Name of the operator for whom the console sent the request (GEN-45), or who logged in at the console. */
  | 'operator'
  /**
   * The change that the request made to an entry of a register or to the service's own keys. The sender is an
   * administrator, a user who revoked their own instance, a member of the federation that announced keys, or a wallet
   * whose device evidence revoked its instance or put it on hold. `logged_in` for a login at the console.
   */
  | 'change'
  /** Identifier of a credential in the register. */
  | 'credential'
  /** Id of an application behind a Relying Party. */
  | 'application'
  /** Profiles in which an order with the profile `auto` is not offered, each with the reason. */
  | 'omitted_profiles'
  /** Query ids of the presentations that were discarded, each with the rule and the failure code. */
  | 'discarded_presentations'
  /** Description of the unreachable part, if a decision failed or was refused because of an outage. */
  | 'out_of_reach'
  /** Seconds since that outage first made a decision fail or refuse. */
  | 'out_of_reach_seconds'
  /** Serial number of the certificate that an administrator named. */
  | 'certificate'

/**
 * One decision with its checks in order. Must contain no secret and no personal data of a wallet's user (GEN-24). The
 * code that notes evidence must leave them out. A failed check shows only values that D-585 lists. Logs keep records,
 * and later versions read them (`parseDecision`).
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
 * Returns true for a decision that changed an entry of a register or the service's own keys, or logged an operator in
 * at the console. A new Wallet Instance or PID is not a change. Sinks always log a decision with a change, even if they
 * only sample other accepted decisions (WP-76, PP-112).
 */
export const recordsChange = ({ evidence }: DecisionRecord): boolean => evidence.change !== undefined

/** Receives every decision. `record` must not throw, because the decision is already final. */
export interface DecisionSink {
  record(decision: DecisionRecord): void
  /** Runs a decision, and may measure it. Must call `run` once, and must resolve or reject as `run` does. */
  measure?<T>(surface: string, run: () => Promise<T>): Promise<T>
}
