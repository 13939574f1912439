/** Seconds since 1970-01-01T00:00:00Z (RFC 7519 §2). The only form of time above `node/`. */
export type NumericDate = number

/** The time, injected. A decision reads it once and passes `now` down. */
export interface Clock {
  now(): NumericDate
}

/**
 * The time by which a document is judged that was fetched after a decision began: it may have been signed, or have ended,
 * meanwhile (D-420). Without a clock, and on one that was set back, the time of the decision.
 */
export const onArrival = (begun: NumericDate, clock?: Clock): NumericDate => Math.max(begun, clock?.now() ?? begun)

/** A finite, non-negative JSON number: what RFC 7519 allows as a timestamp. */
export const isNumericDate = (value: unknown): value is NumericDate =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

/** Whether what began at `since` still counts after so many seconds: no longer than that, also on a clock that was set back. */
export const isFresh = (since: NumericDate, seconds: number, now: NumericDate): boolean =>
  since <= now && now < since + seconds
