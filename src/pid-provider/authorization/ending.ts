/** How an authorization ends in the browser, as data: a session that a failed login has ended keeps it (D-413). */
import type { PpAnswer } from '../answers.ts'

/**
 * Where the browser goes; `explain` is what a page puts into words first (PP-66). `trace` names the decision that gave no
 * code.
 */
export interface Ending {
  readonly kind: 'ended'
  readonly location: string
  readonly trace?: string
  readonly explain?: Explanation
}

export interface Explanation {
  readonly code: string
  readonly answer: PpAnswer
  /** As the wallet is told. */
  readonly description: string
}
