/** Stores in a cookie the language that a user chose, so that later pages use it. */
import { setCookie } from './cookies.ts'
import { languageCookie, type PageLanguage } from './language.ts'
import { type HttpResponse, withCookie } from './message.ts'

const yearSeconds = 365 * 86_400

/** Adds a cookie of one year to a page if its request asked for a language. */
export function keepLanguage(tag: PageLanguage | undefined, publicUrl: string, response: HttpResponse): HttpResponse {
  if (tag === undefined) return response
  return withCookie(response, setCookie({ name: languageCookie, publicUrl }, tag, yearSeconds))
}
