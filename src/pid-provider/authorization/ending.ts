/**
 * The end of an authorization in the browser, as data. A session that ended by a failed login stores this data, so that
 * a repeated answer gets the same result (D-413).
 */
import type { PpAnswer } from '../answers.ts'

/**
 * A redirect that ends the authorization. `explain` is the content of a page that is shown first (PP-66). `trace` is
 * the trace of the refusal or fault, if the wallet gets an error instead of a code.
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
