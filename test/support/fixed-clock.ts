import type { Clock, NumericDate } from '../../src/base/index.ts'

export interface FixedClock extends Clock {
  /** Advances the time by seconds. */
  advance(seconds: number): void
}

/** Returns a clock that changes only by `advance`. Defaults to 2026-01-15T12:00:00Z. */
export function fixedClock(start: NumericDate = 1_768_478_400): FixedClock {
  let now = start
  return {
    now: () => now,
    advance: (seconds) => {
      now += seconds
    },
  }
}
