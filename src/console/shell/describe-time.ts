/** Describes times relative to now: "3 minutes ago", "in 2 days". */
import { daySeconds, type NumericDate } from '../../base/index.ts'
import type { Language } from '../../http/index.ts'

const units: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * daySeconds],
  ['month', 30 * daySeconds],
  ['day', daySeconds],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

const nowWords = { it: 'adesso', en: 'now' } as const
const formats = {
  it: new Intl.RelativeTimeFormat('it', { numeric: 'always' }),
  en: new Intl.RelativeTimeFormat('en', { numeric: 'always' }),
}

const year10000: NumericDate = 253_402_300_800

/** Returns true for a time in the years 1970 to 9999. Received times can be any number. Returns false for NaN. */
export const isInCalendar = (at: NumericDate): boolean => at >= 0 && at < year10000

const outsideWords = { it: 'fuori dal calendario', en: 'outside of the calendar' } as const

/**
 * Returns the distance of `at` from `now` in words, in the largest unit that fits at least once. Returns "outside
 * of the calendar" in the same language for NaN and for a time before 1970 or after 9999.
 */
export function describeTime(language: Language, at: NumericDate, now: NumericDate): string {
  if (!isInCalendar(at)) return outsideWords[language]
  const distance = Math.round(at - now)
  if (distance === 0) return nowWords[language]
  const [unit, seconds] = units.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1]
  return formats[language].format(Math.trunc(distance / seconds), unit)
}
