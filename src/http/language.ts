/** Language of pages: Italian unless the user agent prefers English (RFC 9110 §12.5.4, primary subtags only). */
export type Language = 'it' | 'en'

/** Browsers send about five ranges in fifty characters. */
const longestHeader = 256
const mostRanges = 16

/**
 * Returns the language with the greater weight in `Accept-Language`. With equal weights, returns the language that the
 * header names first. Returns Italian if the header names neither. Reads 16 ranges within the first 256 characters.
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

/**
 * Returns the first supported language of a list of language tags in order of preference (OpenID Connect Core
 * §3.1.2.1).
 */
export const languageOfLocales = (locales: string): Language | undefined =>
  locales
    .toLowerCase()
    .split(' ')
    .map((tag) => tag.split('-', 1)[0])
    .find((primary) => primary === 'it' || primary === 'en')

/** Returns the language that is named first. Decides between two with equal weight. */
const firstNamed = (header: string): string | undefined => /(?:^|,)\s*(en|it)\b/.exec(header)?.[1]
