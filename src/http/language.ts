/** Languages of pages for citizens, the choice among them, and the cookie that keeps a choice for later pages. */
import { daySeconds } from '../base/index.ts'
import { setCookie } from './cookies.ts'
import { type HttpResponse, withCookie } from './message.ts'
import { encodeParameters, type Parameters } from './parameters.ts'

/** Languages of pages for citizens. */
export type PageLanguage = 'it' | 'en' | 'de' | 'fr' | 'sl'

/** Languages of tools for developers and operators. */
export type Language = 'it' | 'en'

/** Name of each page language in that language, in the order of the language switch. */
export const languageNames: Readonly<Record<PageLanguage, string>> = {
  it: 'Italiano',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  sl: 'Slovenščina',
}

/** Returns true for the tag of a page language. */
export const isPageLanguage = (tag: string | undefined): tag is PageLanguage =>
  tag !== undefined && Object.hasOwn(languageNames, tag)

/** Returns the language of a tool: Italian for Italian readers, English for all others. */
export const toolLanguage = (language: PageLanguage): Language => (language === 'it' ? 'it' : 'en')

/** Name of the query parameter that chooses the language of a page. */
export const languageParameter = 'lang'
/** Name of the cookie that contains the chosen language. */
export const languageCookie = 'language'

/**
 * Maximum number of characters that are read of `Accept-Language`. Browsers send about five ranges in fifty characters.
 */
const longestHeader = 256
const maximumRanges = 16

/**
 * Returns the page language with the greatest weight in `Accept-Language` (RFC 9110 §12.5.4, primary subtags only). If
 * several languages have the greatest weight, returns the first of them. Returns Italian if no page language has a
 * weight above 0. Reads at most 16 ranges within the first 256 characters.
 */
export function preferredLanguage(acceptLanguage: string | undefined): PageLanguage {
  const header = acceptLanguage?.slice(0, longestHeader).toLowerCase() ?? ''
  let [best, weight]: [PageLanguage, number] = ['it', 0]
  for (const range of header.split(',', maximumRanges)) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const primary = tag.split('-', 1)[0]
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const rangeWeight = quality === undefined ? 1 : Number(quality.slice(2)) || 0
    if (isPageLanguage(primary) && rangeWeight > weight) [best, weight] = [primary, rangeWeight]
  }
  return best
}

/**
 * Returns the first supported language of a list of language tags in order of preference (OpenID Connect Core
 * §3.1.2.1). Returns `undefined` if none is supported.
 */
export const languageOfLocales = (locales: string): PageLanguage | undefined =>
  locales
    .toLowerCase()
    .split(' ')
    .map((tag) => tag.split('-', 1)[0])
    .find(isPageLanguage)

/**
 * Returns the URL of the request without the language parameter, for the links of the language switch. Use it only for
 * pages that can be opened again.
 */
export function urlForSwitch({ url, query }: { readonly url: string; readonly query: Parameters }): string {
  const otherParameters = [...query].filter(([name]) => name !== languageParameter)
  return otherParameters.length === 0 ? url : `${url}?${encodeParameters(Object.fromEntries(otherParameters))}`
}

const yearSeconds = 365 * daySeconds

/** Adds a cookie of one year with the language `tag`. Returns the page unchanged if `tag` is undefined. */
export const keepLanguage = (tag: PageLanguage | undefined, publicUrl: string, page: HttpResponse): HttpResponse =>
  tag === undefined ? page : withCookie(page, setCookie({ name: languageCookie, publicUrl }, tag, yearSeconds))
