/** Evidence for a refused time: its distance from the verifier's clock. Its texts appear in refusals. */
import type { NumericDate } from './clock.ts'
import type { FoundEvidence } from './failure.ts'

/** Returns the evidence for a time that is too far ahead. `allowed` is in seconds. */
export const aheadEvidence = (time: NumericDate, now: NumericDate, allowed: number): FoundEvidence => ({
  expected: `at most ${allowed} seconds ahead of the verifier's clock`,
  found: `${time - now} seconds ahead`,
  isOwnWords: true,
})

/** Returns the evidence for a time that is too far back. `allowed` is in seconds. */
export const agoEvidence = (time: NumericDate, now: NumericDate, allowed: number): FoundEvidence => ({
  expected:
    allowed === 0
      ? "later than now by the verifier's clock"
      : `less than ${allowed} seconds ago by the verifier's clock`,
  found: `${now - time} seconds ago`,
  isOwnWords: true,
})
