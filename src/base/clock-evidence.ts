/** Evidence for a refused time: its distance from the local clock. */
import type { NumericDate } from './clock.ts'
import type { FoundEvidence } from './failure.ts'

/** Returns the evidence for a time that is too far ahead. `allowed` is in seconds. */
export const secondsAhead = (time: NumericDate, now: NumericDate, allowed: number): FoundEvidence => ({
  expected: `at most ${allowed} seconds ahead of the clock here`,
  found: `${time - now} seconds ahead`,
  isOwnWords: true,
})

/** Returns the evidence for a time that is too far back. `allowed` is in seconds. */
export const secondsAgo = (time: NumericDate, now: NumericDate, allowed: number): FoundEvidence => ({
  expected: `less than ${allowed} seconds ago by the clock here`,
  found: `${now - time} seconds ago`,
  isOwnWords: true,
})
