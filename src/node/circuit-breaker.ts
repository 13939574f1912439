/**
 * Circuit breaker for a service that does not answer. After several failures in a row, it sends no request for a while,
 * and then one request to test the service. Adapters use it for remote services that they call during a request: the
 * person source, and Google Play's decoder.
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
   * Runs the request. During a pause, and while another request tests the service, resolves to `undefined` without
   * running it. `isFailure` decides which answers are failures. An error is a failure too, and `ask` rejects with it.
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
