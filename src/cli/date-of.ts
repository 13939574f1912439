/** Dates that others state, as commands print them. */
import type { NumericDate } from '../base/index.ts'

const year10000: NumericDate = 253_402_300_800

/** What others state may lie beyond every calendar. */
export const dateOf = (time: NumericDate): string =>
  time < year10000 ? new Date(time * 1000).toISOString() : 'after the year 9999'

/** How long a credential is valid, in words. */
export const validityOf = ({ expiresAt }: { readonly expiresAt: NumericDate | undefined }): string =>
  expiresAt === undefined ? 'without an end' : `until ${dateOf(expiresAt)}`
