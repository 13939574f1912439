/**
 * The end of an authorization in the browser, as data. A session that a failed login ended stores this data. If the
 * browser sends the identity provider's answer again, it gets the same result (D-413).
 */
import type { PpAnswer } from '../answers.ts'

/**
 * A redirect that ends the authorization. `explain` is the content of a page that is shown first (PP-66). `trace` is
 * the trace ID of the refusal or fault. It is present if the wallet gets an error instead of a code.
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
  /** One line for developers, with compared values and remedy. The wallet gets a shorter line. */
  readonly description: string
}
