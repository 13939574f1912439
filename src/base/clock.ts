/** Seconds since 1970-01-01T00:00:00Z, possibly with a fraction (RFC 7519 §2). */
export type NumericDate = number

/**
 * The injected clock. A use case reads it when a decision begins, and passes `now` to the functions that it calls.
 * `timeOfArrival` returns the time for documents that arrive during the decision.
 */
export interface Clock {
  now(): NumericDate
}

/** Seconds of a day. */
export const daySeconds = 86_400

/** Maximum difference in seconds between the clocks of replicas (D-245). */
export const clocksApartSeconds = 60

/**
 * Returns the time to use for validating a document that was just fetched during a decision: the clock's time, but
 * never earlier than `begun`. Without a clock, returns `begun`. The document may have been signed, or may have expired,
 * after the decision began (D-420).
 */
export const timeOfArrival = (begun: NumericDate, clock?: Clock): NumericDate => Math.max(begun, clock?.now() ?? begun)

/** Returns true for a finite, non-negative JSON number, which RFC 7519 allows as a timestamp. */
export const isNumericDate = (value: unknown): value is NumericDate =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

/** Returns true if fewer than `seconds` have passed since `since`. Returns false if `now` precedes `since`. */
export const isFresh = (since: NumericDate, seconds: number, now: NumericDate): boolean =>
  since <= now && now < since + seconds
