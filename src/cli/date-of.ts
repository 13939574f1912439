/** Formats dates of other parties. */
import type { NumericDate } from '../base/index.ts'
import { describeTime } from '../console/shell/describe-time.ts'

const year10000: NumericDate = 253_402_300_800

/** Formats a date, which may be outside of every calendar. */
export const dateOf = (time: NumericDate): string =>
  time < year10000 ? new Date(time * 1000).toISOString() : 'after the year 9999'

/** Describes how long a credential is valid. */
export const validityOf = ({ expiresAt }: { readonly expiresAt: NumericDate | undefined }): string =>
  expiresAt === undefined ? 'without an end' : `until ${dateOf(expiresAt)}`

/** Tells a date in words and exactly: "3 minutes ago (2026-01-15T12:00:00.000Z)". */
export const tellTime = (time: NumericDate, now: NumericDate): string => `${inWords(time, now)} (${dateOf(time)})`

/** Tells a date in words. A dash for an absent one. */
export const inWords = (time: NumericDate | undefined, now: NumericDate): string =>
  time === undefined ? '-' : describeTime('en', time, now)
