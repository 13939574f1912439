/**
 * The refusal: what a decision throws when a rule does not hold, with the answer to the other party.
 */
import type { ShownEvidence } from './shown-evidence.ts'

/** The answer to the other party: a row of `answers.ts` of a role. */
export interface Answer {
  readonly status: number
  /** The wire's error code. */
  readonly error: string
  /** One sentence for the user of a wallet, and for a developer where the failure code has no words of its own. */
  readonly text: string
}

/** Thrown by a decision that refuses, and by nothing else. Not an Error, because it is no fault of the program. */
export class Refusal<A extends Answer = Answer> {
  readonly trace: string
  readonly answer: A
  readonly requirement: string
  readonly code: string
  readonly at: string
  /** The expected value and the found value, as anybody may see them. Empty when nothing was compared. */
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
