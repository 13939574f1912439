/** Seconds since 1970-01-01T00:00:00Z (RFC 7519 §2). The only form of time above `node/`. */
export type NumericDate = number

/** The time, injected. A decision reads it once and passes `now` down. */
export interface Clock {
  now(): NumericDate
}

/** A finite, non-negative JSON number: what RFC 7519 allows as a timestamp. */
export const isNumericDate = (value: unknown): value is NumericDate =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

/** Whether what began at `since` still counts after so many seconds: no longer than that, also on a clock that was set back. */
export const isFresh = (since: NumericDate, seconds: number, now: NumericDate): boolean =>
  since <= now && now < since + seconds
