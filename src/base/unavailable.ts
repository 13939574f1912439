/**
 * Thrown when a store, a signer or another party is unreachable. The answer is a 503 or a redirect with
 * `temporarily_unavailable`, and nothing is issued (GEN-27). Anything else that is thrown, except a `Refusal`, is a
 * bug, and the answer is a 500. The message is logged. It names what is unreachable in our own words and contains
 * nothing from a request (GEN-24).
 */
export class Unavailable extends Error {
  /** Seconds after which a retry may succeed. Defaults to 5. */
  readonly retryAfter: number

  constructor(message: string, retryAfter = 5, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unavailable'
    this.retryAfter = retryAfter
  }
}
