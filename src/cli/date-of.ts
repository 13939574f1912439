/** Formats dates of other parties. */
import type { NumericDate } from '../base/index.ts'

const year10000: NumericDate = 253_402_300_800

/** Formats a date, which may be outside of every calendar. */
export const dateOf = (time: NumericDate): string =>
  time < year10000 ? new Date(time * 1000).toISOString() : 'after the year 9999'

/** Describes how long a credential is valid. */
export const validityOf = ({ expiresAt }: { readonly expiresAt: NumericDate | undefined }): string =>
  expiresAt === undefined ? 'without an end' : `until ${dateOf(expiresAt)}`
