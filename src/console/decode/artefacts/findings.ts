/** Type of the results of further checks of a JWS, or of one part of an SD-JWT. */
import type { Section, Verdict } from '../decoded.ts'

/** Verdicts and sections that are added to those of every JWS. */
export interface Findings {
  readonly verdicts: readonly Verdict[]
  readonly sections?: readonly Section[]
}
