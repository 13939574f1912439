import type { Clock, NumericDate } from '../../src/base/index.ts'

export interface FixedClock extends Clock {
  /** Moves the time by seconds. */
  advance(seconds: number): void
}

/** 2026-01-15T12:00:00Z, unless said otherwise. Stands still until it is told to move. */
export function fixedClock(start: NumericDate = 1_768_478_400): FixedClock {
  let now = start
  return {
    now: () => now,
    advance: (seconds) => {
      now += seconds
    },
  }
}
