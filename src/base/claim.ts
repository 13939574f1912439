/** Values that may be used once: challenges, `jti` values, codes. */
import type { NumericDate } from './clock.ts'

/**
 * A value that may be used once. One store call writes the effect of a request, such as a new token, and all claims of
 * the request, or nothing (ADR 4).
 */
export interface Claim<N extends string = string> {
  /** Kind of value: `challenge`, `dpop_jti`. Databases store a digest of name and value. */
  readonly name: N
  /** The value with its scope, for example a `jti` and the key that it belongs to. */
  readonly value: string
  /** Time until which a second use must be detected. After it, the value is refused because it is too old. */
  readonly expiresAt: NumericDate
}

/**
 * Result of a store call that wrote nothing, because a value was already used or a place in a status list is taken.
 * `lost` names the first such claim, or the kind of place.
 */
export interface Lost<N extends string> {
  readonly lost: N
}
