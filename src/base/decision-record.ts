/** What is kept of a decision, and who keeps it. */
import type { NumericDate } from './clock.ts'
import type { ShownEvidence } from './shown-evidence.ts'

/** One rule that was asked: the requirement, whether it held, and of one that did not the code, the place and the evidence. */
export interface CheckRecord extends ShownEvidence {
  readonly requirement: string
  readonly passed: boolean
  readonly code?: string
  readonly at?: string
}

/** What may be kept as evidence. The names are closed so that no personal value finds a place here. */
export type EvidenceName =
  | 'entity'
  | 'thumbprint'
  | 'digest'
  | 'claim_names'
  | 'platform'
  | 'reading'
  /** `test`: the device vendor's answer was made for tests. */
  | 'vendor_response'
  | 'profile'
  /** The administrator who asked, by the name in the configuration. */
  | 'actor'
  /** The change that a request made in a register: an administrator's, or that evidence revoked or held an instance. */
  | 'change'
  /** Of the register: what a credential is called there. */
  | 'credential'
  /** What was out of reach, in our own words, when an outage broke the decision. */
  | 'out_of_reach'
  /** For how many seconds decisions have met that outage. */
  | 'out_of_reach_seconds'
  /** Serial number of the certificate that an administrator has named. */
  | 'certificate'

/**
 * One accept or refuse with its checks in their order. Holds no secret and no personal data (GEN-24): `evidence` has
 * names from a closed list, and a check that failed shows values of those kinds alone that D-585 names.
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

/** A change is written down whatever share of the accepted decisions is (WP-76, PP-112). */
export const isAdministrative = ({ evidence }: DecisionRecord): boolean => evidence.change !== undefined

/** Where decisions go. `record` must not throw: what was decided stands. */
export interface DecisionSink {
  record(decision: DecisionRecord): void
  /** Runs a decision: for whoever measures it. Must run it once and let through what it returns and what it throws. */
  around?<T>(surface: string, run: () => Promise<T>): Promise<T>
}
