/** Formats dates, including unusual ones from other parties. */
import type { NumericDate } from '../base/index.ts'
import { describeTime } from '../console/shell/describe-time.ts'

const year10000: NumericDate = 253_402_300_800

/** Formats a date in ISO 8601. Returns `after the year 9999` for a later one. */
export const dateOf = (time: NumericDate): string =>
  time < year10000 ? new Date(time * 1000).toISOString() : 'after the year 9999'

/** Describes how long a credential is valid: `until` and the date, or `without expiry`. */
export const validityOf = ({ expiresAt }: { readonly expiresAt: NumericDate | undefined }): string =>
  expiresAt === undefined ? 'without expiry' : `until ${dateOf(expiresAt)}`

/** Formats a date relative to `now` and exactly: "3 minutes ago (2026-01-15T12:00:00.000Z)". */
export const describeTimeExactly = (time: NumericDate, now: NumericDate): string =>
  `${inWords(time, now)} (${dateOf(time)})`

/** Formats a date relative to `now`: "3 minutes ago". Returns a dash for an absent one. */
export const inWords = (time: NumericDate | undefined, now: NumericDate): string =>
  time === undefined ? '-' : describeTime('en', time, now)
