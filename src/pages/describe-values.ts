/** Formats dates, times, genders, tax numbers and durations for citizens. */
import { type NumericDate, printable } from '../base/index.ts'
import type { PageLanguage } from '../http/index.ts'

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/

const dateFormats = new Map<PageLanguage, Intl.DateTimeFormat>()

/**
 * Returns a full date (ISO 8601) in words: `1 gennaio 1980`. Returns any other text, and a day that does not exist, as
 * one line of visible characters (`printable`).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { describeDate } from 'fiducia/pages'
 *
 * assert.equal(describeDate('it', '1980-01-01'), '1 gennaio 1980')
 * ```
 */
export function describeDate(language: PageLanguage, text: string): string {
  const [, year, month, day] = isoDate.exec(text) ?? []
  if (year === undefined) return printable(text)
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day)))
  if (year === '0000' || date.getUTCMonth() !== Number(month) - 1) return printable(text)
  const format = dateFormats.get(language) ?? createDateFormat(language)
  return format.format(date)
}

function createDateFormat(language: PageLanguage): Intl.DateTimeFormat {
  const locale = language === 'en' ? 'en-GB' : language
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  dateFormats.set(language, format)
  return format
}

const genders: Readonly<Record<PageLanguage, Readonly<Record<'female' | 'male', string>>>> = {
  it: { female: 'femmina', male: 'maschio' },
  en: { female: 'female', male: 'male' },
  de: { female: 'weiblich', male: 'männlich' },
  fr: { female: 'féminin', male: 'masculin' },
  sl: { female: 'ženski', male: 'moški' },
}

/**
 * Returns the word for `female`, `male`, `F`, `M`, or the codes 2 and 1 of ISO/IEC 5218. Returns any other text as one
 * line of visible characters.
 */
export function describeGender(language: PageLanguage, text: string): string {
  if (/^(?:female|F|2)$/i.test(text)) return genders[language].female
  if (/^(?:male|M|1)$/i.test(text)) return genders[language].male
  return printable(text)
}

/**
 * Returns a tax number without the prefix of ETSI EN 319 412-1: `TINIT-RSSMRA80A01H501U` becomes `RSSMRA80A01H501U`.
 */
export const describeTaxNumber = (text: string): string => printable(text.replace(/^TIN[A-Z]{2}-/, ''))

/** Returns a number of seconds as minutes and whole seconds, rounded down: `1:59`. A negative number gives `0:00`. */
export function describeSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Italian time of day, the same digits in each language: `18:09`. */
const timeFormat = new Intl.DateTimeFormat('it', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Europe/Rome',
})

/** Returns the time of day in Italy, with two digits for hour and minute. */
export const describeItalianTime = (time: NumericDate): string => timeFormat.format(new Date(time * 1000))
