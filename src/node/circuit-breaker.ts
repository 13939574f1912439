/**
 * Stops asking a service that does not answer, so that nobody waits for it: after some failures in a row it is left
 * alone for a while, then one question tries whether it is back.
 */
import { type Clock, isFresh, type NumericDate } from '../base/index.ts'

/** When a circuit breaker opens, and for how long. */
export interface CircuitBreakerOptions {
  /** Failures in a row that open it. */
  readonly failures: number
  /** Seconds for which nobody asks then. */
  readonly pauseSeconds: number
}

/** Stands before a service, and asks it nothing for a while when it does not answer. */
export interface CircuitBreaker {
  /** Runs the question, or answers `undefined` at once. `isFailure` says what counts as no answer; a throw does too. */
  ask<T>(question: () => Promise<T>, isFailure: (answer: T) => boolean): Promise<T | undefined>
}

/** Of one service, in one process: others find out by themselves. */
export function createCircuitBreaker(
  { clock }: { readonly clock: Clock },
  { failures, pauseSeconds }: CircuitBreakerOptions,
): CircuitBreaker {
  let inRow = 0
  let openedAt: NumericDate = 0
  let trying = false
  const failedOnce = (): void => {
    inRow += 1
    if (inRow >= failures) openedAt = clock.now()
  }
  return {
    ask: async (question, isFailure) => {
      const open = inRow >= failures
      if (open && (trying || isFresh(openedAt, pauseSeconds, clock.now()))) return undefined
      if (open) trying = true
      try {
        const answer = await question()
        if (isFailure(answer)) failedOnce()
        else inRow = 0
        return answer
      } catch (thrown) {
        failedOnce()
        throw thrown
      } finally {
        if (open) trying = false
      }
    },
  }
}
