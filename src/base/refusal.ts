/** The refusal that a decision throws when a check fails. It contains the answer to the other party. */
import type { ShownEvidence } from './shown-evidence.ts'

/** The answer to the other party: a row of `answers.ts` of a role. */
export interface Answer {
  readonly status: number
  /** Error code on the wire. */
  readonly error: string
  /**
   * One sentence. A wallet shows it to its user. An endpoint sends it only if `adviceOf` has no text for the failure
   * code. The endpoint's API document contains it.
   */
  readonly text: string
  /**
   * Sentence for the sender of the request about a change at the service, or about a member of the answer. Follows the
   * remedy.
   */
  readonly consequence?: string | undefined
}

/**
 * Thrown by a decision that refuses, and by nothing else. Not an Error, because a refusal is not a fault of the
 * program. The HTTP layer also creates a `Refusal` for its answer to an outage or a fault, but does not throw it.
 */
export class Refusal<A extends Answer = Answer> {
  /** ID of the decision. `fiducia explain` shows the decision by this ID. */
  readonly trace: string
  readonly answer: A
  /** ID of the violated rule in the catalogue. */
  readonly requirement: string
  /** Failure code of the check. */
  readonly code: string
  /** Place of the fault (`Failure.at`). Empty if the request as a whole is at fault. */
  readonly at: string
  /** The expected and the found value, without secrets. Empty if nothing was compared or both must stay hidden. */
  readonly evidence: ShownEvidence

  constructor(trace: string, answer: A, requirement: string, code: string, at: string, evidence: ShownEvidence = {}) {
    this.trace = trace
    this.answer = answer
    this.requirement = requirement
    this.code = code
    this.at = at
    this.evidence = evidence
  }
}
