/**
 * The language of pages: Italian unless the user agent prefers English (RFC 9110 §12.5.4, primary subtags only).
 */
export type Language = 'it' | 'en'

/** A browser sends some five ranges in fifty characters. */
const longestHeader = 256
const mostRanges = 16

/**
 * Returns the language that `Accept-Language` prefers: of two with one weight the first, and Italian where it names neither.
 * Reads 16 ranges within the first 256 characters.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const weights = { it: 0, en: 0 }
  const header = acceptLanguage?.slice(0, longestHeader).toLowerCase() ?? ''
  for (const range of header.split(',', mostRanges)) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const primary = tag.split('-', 1)[0]
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2)) || 0
    if (primary === 'it' || primary === 'en') weights[primary] = Math.max(weights[primary], weight)
  }
  if (weights.en !== weights.it) return weights.en > weights.it ? 'en' : 'it'
  return weights.en > 0 && firstNamed(header) === 'en' ? 'en' : 'it'
}

/** The first that pages have of a list of language tags in order of preference (OpenID Connect Core §3.1.2.1). */
export const languageOfLocales = (locales: string): Language | undefined =>
  locales
    .toLowerCase()
    .split(' ')
    .map((tag) => tag.split('-', 1)[0])
    .find((primary) => primary === 'it' || primary === 'en')

/** Of two languages with one weight, the one that is named first. */
const firstNamed = (header: string): string | undefined => /(?:^|,)\s*(en|it)\b/.exec(header)?.[1]
