/** Keeps the language that a reader chose in a cookie, so that the next pages have it too. */
import { setCookie } from './cookies.ts'
import { isLanguage, languageCookie, languageParameter } from './language.ts'
import { type HttpResponse, withCookie } from './message.ts'
import type { EndpointRequest } from './routes.ts'

const yearSeconds = 365 * 86_400

/** Adds the cookie to a page whose request names a language in its query. */
export function keepLanguage(
  { query }: Pick<EndpointRequest, 'query'>,
  publicUrl: string,
  response: HttpResponse,
): HttpResponse {
  const chosen = query.get(languageParameter)
  if (!isLanguage(chosen)) return response
  return withCookie(response, setCookie({ name: languageCookie, publicUrl }, chosen, yearSeconds))
}
