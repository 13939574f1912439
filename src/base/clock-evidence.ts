/** How far a time lies from the clock here: the evidence of a time that does not hold. */
import type { NumericDate } from './clock.ts'
import type { FoundEvidence } from './failure.ts'

/** A time that lies further ahead than is allowed, in seconds. */
export const secondsAhead = (time: NumericDate, now: NumericDate, allowed: number): FoundEvidence => ({
  expected: `at most ${allowed} seconds ahead of the clock here`,
  found: `${time - now} seconds ahead`,
  isOwnWords: true,
})

/** A time that lies further back than is allowed, in seconds. */
export const secondsAgo = (time: NumericDate, now: NumericDate, allowed: number): FoundEvidence => ({
  expected: `less than ${allowed} seconds ago by the clock here`,
  found: `${now - time} seconds ago`,
  isOwnWords: true,
})
