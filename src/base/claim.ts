/**
 * Single use. What may be used once (a challenge, a `jti`, a code) is claimed in the same store call that writes the
 * effect: all claims and the effect, or nothing. All claims live in one set, `used(digest, expires_at)`.
 */
import type { NumericDate } from './clock.ts'

/** Something that may be used once. A store claims it together with the effect that it pays for, or not at all (ADR 4). */
export interface Claim<N extends string = string> {
  /** What is claimed, as the rules name it: `challenge`, `dpop_jti`. Part of the digest. */
  readonly name: N
  /** The value with its scope (`jti` of which key?), hashed before it is stored. */
  readonly value: string
  /** Until when a second use must be seen. After that the value is refused for its age anyway. */
  readonly expiresAt: NumericDate
}

/** A verb that takes claims answers with its effect, or names the first claim that somebody else had. */
export interface Lost<N extends string> {
  readonly lost: N
}
