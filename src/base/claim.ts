/**
 * Single use. A challenge, a `jti` or a code may be used once. The store call that writes the effect also claims every
 * single-use value: it writes all of them, or nothing. All claims are rows of one set, `used(digest, expires_at)`.
 */
import type { NumericDate } from './clock.ts'

/**
 * A value that may be used once. A store claims it together with the effect that depends on it, or claims nothing (ADR
 * 4).
 */
export interface Claim<N extends string = string> {
  /** Kind of value: `challenge`, `dpop_jti`. Part of the digest. */
  readonly name: N
  /** The value with its scope, for example a `jti` and the key that it belongs to. Hashed before it is stored. */
  readonly value: string
  /** End of the time in which a second use must be detected. Later the value is refused because of its age. */
  readonly expiresAt: NumericDate
}

/** Result of a store verb whose claim was already used. Names the first such claim. */
export interface Lost<N extends string> {
  readonly lost: N
}
