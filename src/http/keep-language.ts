/** Keeps the language that a reader chose in a cookie, so that the next pages have it too. */
import { setCookie } from './cookies.ts'
import { languageCookie, type PageLanguage } from './language.ts'
import { type HttpResponse, withCookie } from './message.ts'

const yearSeconds = 365 * 86_400

/** Adds the cookie to a page whose request asks for a language. */
export function keepLanguage(asked: PageLanguage | undefined, publicUrl: string, response: HttpResponse): HttpResponse {
  if (asked === undefined) return response
  return withCookie(response, setCookie({ name: languageCookie, publicUrl }, asked, yearSeconds))
}
