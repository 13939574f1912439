/** The result of a part of the decoder. */
import type { Section, Verdict } from '../decoded.ts'

/** Checks and sections that a kind adds to those of its form. */
export interface Findings {
  readonly verdicts: readonly Verdict[]
  readonly sections?: readonly Section[]
}
