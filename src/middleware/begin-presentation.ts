/**
 * Shows an unknown visitor a page with a button for each flow. A button posts a form to the return URL. The middleware
 * orders a presentation only after such a form (RP-111), and then redirects the browser to the presentation service.
 */
import { randomToken } from '../base/index.ts'
import { redirect, respondJson, toWebResponse } from '../http/index.ts'
import { languageOf } from './language.ts'
import type { MiddlewareContext } from './options.ts'
import { beginPage, page } from './pages.ts'
import { forgetOldest, sealCookie, withCookie } from './sealed-cookies.ts'
import { orderPresentation } from './service-client.ts'
import type { Visit } from './visitor.ts'

/**
 * Seconds for which the cookie of a started presentation is valid: the sum of the longest lifetimes that the settings
 * of the service permit (`relying-party/settings.ts`). These are an hour each for an order, an unfetched request, a
 * fetched request and a result, and 10 minutes for a reference.
 */
export const begunSeconds = 2 * 3600 + 3600 + 3600 + 600

/** Prefix of the cookie's name. Each started presentation has its own cookie, so that two tabs do not interfere. */
const begunBase = 'presentation-begun-'
/** Returns the name of the cookie of a started presentation. */
export const begunCookieName = (state: string): string => begunBase + state.slice(0, 8)

/** Destination after the presentation: path and query. */
interface Destination {
  readonly path: string
  /** True if the visitor submitted a form, which the application has not received. */
  readonly unsent: boolean
}

/** Parameters that the page's button sends. */
interface BeginParameters extends Destination {
  readonly flow: 'same-device' | 'cross-device'
}

const [beginParameter, pathParameter, unsentParameter] = ['begin', 'path', 'unsent'] as const

/** Returns true for a request that a button of `actionUrl` sends, at any path. */
export const beginsPresentation = ({ method }: Visit, parameters: URLSearchParams): boolean =>
  method === 'POST' && parameters.has(beginParameter) && parameters.has(pathParameter)

/**
 * Returns the parameters of a request that the page's button sends. Returns `undefined` unless it is a POST with the
 * parameter `begin`.
 */
export function readBeginParameters(
  ctx: MiddlewareContext,
  { method }: Visit,
  target: URL,
): BeginParameters | undefined {
  const { searchParams } = target
  const chosenFlow = searchParams.get(beginParameter)
  if (method !== 'POST' || chosenFlow === null) return undefined
  const path = searchParams.get(pathParameter) ?? '/'
  return {
    path: normalizePath(ctx, path.startsWith('/') ? path : '/'),
    unsent: searchParams.has(unsentParameter),
    flow: ctx.options.flow ?? (chosenFlow === 'cross-device' ? chosenFlow : 'same-device'),
  }
}

function actionUrl({ options }: MiddlewareContext, { path, unsent, flow }: BeginParameters): string {
  const url = new URL(options.returnUrl)
  const parameters = { [beginParameter]: flow, [pathParameter]: path, ...(unsent && { [unsentParameter]: '1' }) }
  url.search = new URLSearchParams(parameters).toString()
  return url.href
}

/**
 * Returns the page with the button, or the response of `askToBegin`. Returns a JSON error for a request that does not
 * load a page in a browser. The status is 401, unless `askToBegin` chooses another one. Does not order a presentation.
 */
export async function askVisitor(ctx: MiddlewareContext, visit: Visit): Promise<Response> {
  if (!isNavigation(visit)) {
    const description = 'This URL requires a presentation from a wallet: open it in a browser.'
    return toWebResponse(
      respondJson({ error: 'presentation_required', error_description: description }, 401, unauthorizedHeaders),
    )
  }
  const isForm = visit.method !== 'GET'
  const path = normalizePath(ctx, isForm ? formPage(ctx, visit) : visit.url)
  return askOnPage(ctx, visit, { path, unsent: isForm })
}

const unauthorizedHeaders = { 'cache-control': 'no-store', 'www-authenticate': 'Presentation' }

async function askOnPage(ctx: MiddlewareContext, visit: Visit, destination: Destination): Promise<Response> {
  const language = languageOf(ctx, visit)
  const { flow, purpose, askToBegin } = ctx.options
  const flows = flow === undefined ? (['same-device', 'cross-device'] as const) : [flow]
  const actions = flows.map((one) => ({ flow: one, url: actionUrl(ctx, { ...destination, flow: one }) }))
  const { path } = destination
  if (askToBegin) return askToBegin({ actions, path: toRelativeUrl(path), language })
  return beginPage(ctx, { actions, language, path, ...(purpose !== undefined && { purpose }) }, unauthorizedHeaders)
}

/**
 * Orders the presentation and redirects the browser to the service. Returns the page with the button if a page of
 * another origin sent the form. Returns 429 with `Retry-After` if the visitor's limit is reached. Rejects with
 * `PresentationServiceFault` if the service fails.
 */
export async function beginPresentation(
  ctx: MiddlewareContext,
  query: object,
  visit: Visit,
  { path, unsent, flow }: BeginParameters,
): Promise<Response> {
  if (!isSameOrigin(ctx, visit)) return askOnPage(ctx, visit, { path, unsent })
  const seconds = ctx.budget.take(visit.visitor)
  if (seconds !== undefined) {
    return page(ctx, 'tooMany', { language: languageOf(ctx, visit), path }, { 'retry-after': String(seconds) })
  }
  const state = randomToken(ctx.random)
  const { id, start_url: startUrl } = await orderPresentation(ctx, query, { state, flow })
  const begun = { id, state, path, unsent }
  const cookie = await sealCookie(ctx, begunCookieName(state), begun, begunSeconds)
  const forgotten = forgetOldest(ctx, begunBase, cookie, visit.header('cookie'))
  return [cookie, ...forgotten].reduce(withCookie, toWebResponse(redirect(startUrl, {}, 303)))
}

/**
 * Returns true if a page of this origin sent the form. `Sec-Fetch-Site` decides (W3C Fetch Metadata §2.3). Without that
 * header, `Origin` decides (RFC 6454 §7). Returns true without both headers.
 */
function isSameOrigin({ origin }: MiddlewareContext, { header }: Visit): boolean {
  const site = header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return (header('origin') ?? origin) === origin
}

/** Maximum length of a path as JSON in bytes. A longer path might not fit into the sealed cookie. */
const maximumPathBytes = 2000
const utf8 = new TextEncoder()

/**
 * Returns the path and query with URL escapes, so that a header can contain them. Drops a query that makes them too
 * long. Returns `/` if the path alone is too long, or if the result has another origin.
 */
function normalizePath({ origin }: MiddlewareContext, target: string): string {
  const url = URL.parse(origin + target)
  const path = url?.origin === origin ? url.pathname + url.search : '/'
  const fits = (text: string): boolean => utf8.encode(JSON.stringify(text)).length <= maximumPathBytes
  const [pathOnly = ''] = path.split('?', 1)
  return [path, pathOnly].find(fits) ?? '/'
}

/**
 * Returns a relative URL that leads to the path on the origin of the page. Without `/.`, browsers would read a host
 * after two slashes at the beginning (RFC 3986 §4.2).
 */
export const toRelativeUrl = (path: string): string => (path.startsWith('//') ? `/.${path}` : path)

/**
 * Returns true if a browser would show the response as a page. `Sec-Fetch-Dest` decides. Without that header, `Accept`
 * decides. Returns false for HEAD and OPTIONS.
 */
function isNavigation({ method, header }: Visit): boolean {
  if (method === 'HEAD' || method === 'OPTIONS') return false
  const destination = header('sec-fetch-dest')
  return destination === undefined ? (header('accept') ?? '').includes('text/html') : destination === 'document'
}

/**
 * Returns path and query of the page with the form, from `Referer`. Returns the request's own URL if the header is
 * absent, of another origin, or the return URL.
 */
function formPage(ctx: MiddlewareContext, { url, header }: Visit): string {
  const referer = header('referer') ?? ''
  if (!URL.canParse(referer)) return url
  const page = new URL(referer)
  return page.origin === ctx.origin && !isReturnUrl(ctx, page) ? page.pathname + page.search : url
}

/** Returns true for the return URL, to which browsers return from the service. Compares only the path. */
export const isReturnUrl = ({ options }: MiddlewareContext, { pathname }: URL): boolean =>
  pathname === new URL(options.returnUrl).pathname
