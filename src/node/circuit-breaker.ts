/**
 * Circuit breaker for a service that does not answer. After several failures in a row it sends no request for a while,
 * then one request to test the service. Used by adapters that call a remote service during a request: the person
 * source, and Google Play's decoder.
 */
import { type Clock, isFresh, type NumericDate } from '../base/index.ts'

/** Threshold and pause of a circuit breaker. */
export interface CircuitBreakerOptions {
  /** Number of consecutive failures that open the breaker. */
  readonly failures: number
  /** Seconds without a request after the breaker has opened, and after each failed test. */
  readonly pauseSeconds: number
}

/** Protects callers from a service that does not answer. */
export interface CircuitBreaker {
  /**
   * Runs the request. Returns `undefined` without running it during a pause, and while another request tests the
   * service. `isFailure` decides which answers are failures. An error is a failure too, and is rethrown.
   */
  ask<T>(question: () => Promise<T>, isFailure: (answer: T) => boolean): Promise<T | undefined>
}

/** Creates a circuit breaker for one service in one process. */
export function createCircuitBreaker(
  { clock }: { readonly clock: Clock },
  { failures, pauseSeconds }: CircuitBreakerOptions,
): CircuitBreaker {
  let failuresInRow = 0
  let openedAt: NumericDate = 0
  let isProbing = false
  const countFailure = (): void => {
    failuresInRow += 1
    if (failuresInRow >= failures) openedAt = clock.now()
  }
  return {
    ask: async (question, isFailure) => {
      const open = failuresInRow >= failures
      if (open && (isProbing || isFresh(openedAt, pauseSeconds, clock.now()))) return undefined
      if (open) isProbing = true
      try {
        const answer = await question()
        if (isFailure(answer)) countFailure()
        else failuresInRow = 0
        return answer
      } catch (thrown) {
        countFailure()
        throw thrown
      } finally {
        if (open) isProbing = false
      }
    },
  }
}
