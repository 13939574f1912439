/** Formats times as text. Accepts any number, because other parties may send unusual times. */
import type { NumericDate } from '../base/index.ts'
import { describeTime, isInCalendar } from '../console/shell/describe-time.ts'

/**
 * Formats a date in ISO 8601. Returns a dash for `undefined` and for NaN, which `Number` returns for an absent member.
 * Returns `outside of the calendar` for a time before 1970 or after 9999.
 */
export const dateOf = (time: NumericDate | undefined): string => {
  if (isAbsent(time)) return '-'
  return isInCalendar(time) ? new Date(time * 1000).toISOString() : 'outside of the calendar'
}

/** Describes how long a credential is valid: `until` and the date, or `without expiry`. */
export const validityOf = ({ expiresAt }: { readonly expiresAt: NumericDate | undefined }): string =>
  expiresAt === undefined ? 'without expiry' : `until ${dateOf(expiresAt)}`

/** Formats a date relative to `now` and exactly: "3 minutes ago (2026-01-15T12:00:00.000Z)". */
export const describeTimeExactly = (time: NumericDate, now: NumericDate): string =>
  `${inWords(time, now)} (${dateOf(time)})`

/** Formats a date relative to `now`: "3 minutes ago". Returns a dash for `undefined` and NaN, as `dateOf` does. */
export const inWords = (time: NumericDate | undefined, now: NumericDate): string =>
  isAbsent(time) ? '-' : describeTime('en', time, now)

const isAbsent = (time: NumericDate | undefined): time is undefined => time === undefined || Number.isNaN(time)
