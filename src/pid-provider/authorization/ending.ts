/** The end of an authorization in the browser, as data. A session that ended by a failed login stores it (D-413). */
import type { PpAnswer } from '../answers.ts'

/**
 * A redirect that ends the authorization. `explain` is the content of a page that is shown first (PP-66). `trace`
 * identifies the decision that gave no code.
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
  /** One line for developers, with compared values and remedy. The wallet gets a shorter one. */
  readonly description: string
}
