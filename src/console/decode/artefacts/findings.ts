/** Type of the results of the checks that only some kinds have. */
import type { Section, Verdict } from '../decoded.ts'

/** Verdicts and sections that a kind of artefact adds to those of every JWS. */
export interface Findings {
  readonly verdicts: readonly Verdict[]
  readonly sections?: readonly Section[]
}
