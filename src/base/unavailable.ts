/**
 * Thrown when a store, a signer or another party is out of reach: the endpoint answers 503 and has recorded nothing
 * (GEN-27). Anything else that is thrown is our own fault and a 500. Its message is logged: what is out of reach, in
 * our own words, and nothing that a request said (GEN-24).
 */
export class Unavailable extends Error {
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number

  constructor(message: string, retryAfter = 5, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unavailable'
    this.retryAfter = retryAfter
  }
}
