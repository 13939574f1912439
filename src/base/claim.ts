/** Values that may be used once: challenges, `jti` values, codes. */
import type { NumericDate } from './clock.ts'

/**
 * A value that may be used once. One store call writes the effect of a request, such as a new token, and all claims of
 * the request, or nothing (ADR 4).
 */
export interface Claim<N extends string = string> {
  /** Kind of value: `challenge`, `dpop_jti`. Part of the digest. */
  readonly name: N
  /** The value with its scope, for example a `jti` and the key that it belongs to. Hashed before it is stored. */
  readonly value: string
  /** Time until which a second use must be detected. After it, the value is refused because it is too old. */
  readonly expiresAt: NumericDate
}

/** Result of a store call that wrote nothing because a value was already used. Names the first such claim. */
export interface Lost<N extends string> {
  readonly lost: N
}
