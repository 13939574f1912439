/** Evidence for a refused time, as refusals show it: usually its distance from the verifier's clock. */
import type { NumericDate } from './clock.ts'
import type { FoundEvidence } from './failure.ts'

/** Returns the evidence for a time that is too far ahead. `allowed` is in seconds. */
export const aheadEvidence = (time: NumericDate, now: NumericDate, allowed: number): FoundEvidence => ({
  expected: `at most ${allowed} seconds ahead of the verifier's clock`,
  found: `${time - now} seconds ahead`,
  isShownAnywhere: true,
})

/** Smallest time that is taken for milliseconds: in seconds, it is in the year 5138. */
const smallestMilliseconds = 100_000_000_000

/** Returns true for a time in the future that was probably written in milliseconds. */
export const looksLikeMilliseconds = (time: NumericDate): boolean => time >= smallestMilliseconds

/** Returns the evidence for a time in milliseconds. */
export const millisecondsEvidence = (time: NumericDate): FoundEvidence => ({
  expected: 'seconds since 1970, not milliseconds',
  found: time,
  isShownAnywhere: true,
})

/**
 * Returns the evidence for a time that is too long ago. `allowed` is in seconds. With 0, the time must be in the
 * future.
 */
export const agoEvidence = (time: NumericDate, now: NumericDate, allowed: number): FoundEvidence => ({
  expected:
    allowed === 0
      ? "later than now by the verifier's clock"
      : `less than ${allowed} seconds ago by the verifier's clock`,
  found: `${now - time} seconds ago`,
  isShownAnywhere: true,
})
