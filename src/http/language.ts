/**
 * The language of pages: Italian unless the user agent prefers English (RFC 9110 §12.5.4, primary subtags only).
 */
export type Language = 'it' | 'en'

/** Takes the header as it came; of two that weigh the same the first one named, and Italian where none can be read. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const weights = { it: 0, en: 0 }
  for (const range of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const primary = tag.split('-', 1)[0]
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2)) || 0
    if (primary === 'it' || primary === 'en') weights[primary] = Math.max(weights[primary], weight)
  }
  if (weights.en !== weights.it) return weights.en > weights.it ? 'en' : 'it'
  return weights.en > 0 && firstNamed(acceptLanguage) === 'en' ? 'en' : 'it'
}

/** The first that pages have of a list of language tags in order of preference (OpenID Connect Core §3.1.2.1). */
export const languageOfLocales = (locales: string): Language | undefined =>
  locales
    .toLowerCase()
    .split(' ')
    .map((tag) => tag.split('-', 1)[0])
    .find((primary) => primary === 'it' || primary === 'en')

/** Of two languages with one weight, the one that is named first. */
const firstNamed = (acceptLanguage = ''): string | undefined =>
  /(?:^|,)\s*(en|it)\b/i.exec(acceptLanguage)?.[1]?.toLowerCase()
