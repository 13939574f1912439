/**
 * The reader's language. The language switch links to the return URL, which stores the choice in a cookie and redirects
 * to the page. The application's own URLs therefore need no language parameter.
 */
import { daySeconds } from '../base/index.ts'
import {
  cookieName,
  isPageLanguage,
  languageCookie,
  languageParameter,
  type PageLanguage,
  preferredLanguage,
  readCookie,
  redirect,
  setCookie,
  toWebResponse,
} from '../http/index.ts'
import type { MiddlewareContext } from './options.ts'
import type { Visit } from './visitor.ts'

const pathParameter = 'path'
const yearSeconds = 365 * daySeconds

/** Returns the language that the reader chose. Without a choice, returns the preferred language of the browser. */
export function languageOf({ origin }: Pick<MiddlewareContext, 'origin'>, { header }: Visit): PageLanguage {
  const chosen = readCookie(header('cookie'), cookieName({ name: languageCookie, publicUrl: origin }))
  return isPageLanguage(chosen) ? chosen : preferredLanguage(header('accept-language'))
}

/** Returns the URL to which the language switch adds a language. The URL redirects to `path`. */
export function switchUrl({ options }: Pick<MiddlewareContext, 'options'>, path: string): string {
  const url = new URL(options.returnUrl)
  url.search = new URLSearchParams({ [pathParameter]: path }).toString()
  return url.href
}

/**
 * Stores the chosen language in a cookie and redirects to the path. Returns `undefined` for a request that is not a GET
 * with a language and a path.
 */
export function storeLanguage({ origin }: MiddlewareContext, { method }: Visit, target: URL): Response | undefined {
  const [chosen, path] = [
    target.searchParams.get(languageParameter) ?? undefined,
    target.searchParams.get(pathParameter),
  ]
  if (method !== 'GET' || !isPageLanguage(chosen) || !path?.startsWith('/')) return undefined
  const cookie = setCookie({ name: languageCookie, publicUrl: origin }, chosen, yearSeconds)
  // An absolute URL, because a path may begin with two slashes. Its `href` has URL escapes, as a header needs.
  return toWebResponse(redirect(new URL(origin + path).href, { 'set-cookie': cookie }, 303))
}
