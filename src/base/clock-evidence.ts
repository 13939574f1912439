/** Evidence for a refused time: its distance from the verifier's clock, as refusals show it. */
import type { NumericDate } from './clock.ts'
import type { FoundEvidence } from './failure.ts'

/** Returns the evidence for a time that is too far ahead. `allowed` is in seconds. */
export const aheadEvidence = (time: NumericDate, now: NumericDate, allowed: number): FoundEvidence => ({
  expected: `at most ${allowed} seconds ahead of the verifier's clock`,
  found: `${time - now} seconds ahead`,
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
