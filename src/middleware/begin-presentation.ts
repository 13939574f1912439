/**
 * Shows an unknown visitor a page with a button. Nothing is ordered before the visitor presses it (RP-111). The button
 * posts a form to the return URL. The guard then orders the presentation and redirects the browser to the service.
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
 * Lifetime of the cookie of a started presentation in seconds. The service's default time limits are shorter in total.
 */
export const begunSeconds = 3600

/** Start of the cookie's name. Each started presentation has its own cookie, so that two tabs do not interfere. */
const begunBase = 'presentation-begun-'
/** Returns the name of the cookie of a started presentation. */
export const begunCookie = (state: string): string => begunBase + state.slice(0, 8)

/** Destination after the presentation, and whether an unprocessed form was sent there. */
interface Destination {
  readonly path: string
  readonly unsent: boolean
}

/** Parameters that the page's button sends. */
interface BeginParameters extends Destination {
  readonly flow: 'same-device' | 'cross-device'
}

const [beginParameter, pathParameter, unsentParameter] = ['begin', 'path', 'unsent'] as const

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
  const wanted = searchParams.get(beginParameter)
  if (method !== 'POST' || wanted === null) return undefined
  const path = searchParams.get(pathParameter) ?? '/'
  return {
    path: normalizePath(ctx, path.startsWith('/') ? path : '/'),
    unsent: searchParams.has(unsentParameter),
    flow: ctx.options.flow ?? (wanted === 'cross-device' ? wanted : 'same-device'),
  }
}

function actionOf({ options }: MiddlewareContext, { path, unsent, flow }: BeginParameters): string {
  const url = new URL(options.returnUrl)
  const parameters = { [beginParameter]: flow, [pathParameter]: path, ...(unsent && { [unsentParameter]: '1' }) }
  url.search = new URLSearchParams(parameters).toString()
  return url.href
}

/**
 * Returns the page with the button, or the response of `askToBegin`. A request that does not load a page in a browser
 * gets a JSON error instead. The status is 401, except that `askToBegin` may choose another one. Does not order a
 * presentation.
 */
export async function askVisitor(ctx: MiddlewareContext, visit: Visit): Promise<Response> {
  if (!navigates(visit)) {
    const description = 'This needs a presentation from a wallet: open it in a browser.'
    return toWebResponse(
      respondJson({ error: 'presentation_required', error_description: description }, 401, unauthorizedHeaders),
    )
  }
  const reads = visit.method === 'GET'
  return askPerson(ctx, visit, { path: normalizePath(ctx, reads ? visit.url : formPage(ctx, visit)), unsent: !reads })
}

const unauthorizedHeaders = { 'cache-control': 'no-store', 'www-authenticate': 'Presentation' }

async function askPerson(ctx: MiddlewareContext, visit: Visit, destination: Destination): Promise<Response> {
  const language = languageOf(ctx, visit)
  const { flow, purpose: givenPurpose, askToBegin } = ctx.options
  const flows = flow === undefined ? (['same-device', 'cross-device'] as const) : [flow]
  const actions = flows.map((one) => ({ flow: one, url: actionOf(ctx, { ...destination, flow: one }) }))
  const { path } = destination
  if (askToBegin) return askToBegin({ actions, path, language })
  return beginPage(
    ctx,
    { actions, language, path, ...(givenPurpose !== undefined && { purpose: givenPurpose }) },
    unauthorizedHeaders,
  )
}

/**
 * Orders the presentation and redirects the browser to the service. For a form of another origin, returns the page with
 * the button, because the visitor has not pressed it. If the visitor's limit is reached, returns 429 with
 * `Retry-After`. Rejects with `PresentationServiceFault` if the service fails.
 */
export async function beginPresentation(
  ctx: MiddlewareContext,
  query: object,
  visit: Visit,
  { path, unsent, flow }: BeginParameters,
): Promise<Response> {
  if (!isSameOrigin(ctx, visit)) return askPerson(ctx, visit, { path, unsent })
  const seconds = ctx.budget.take(visit.visitor)
  if (seconds !== undefined) {
    return page(ctx, 'tooMany', { language: languageOf(ctx, visit), path }, { 'retry-after': String(seconds) })
  }
  const state = randomToken(ctx.random)
  const { id, start_url: startUrl } = await orderPresentation(ctx, query, { state, flow })
  const begun = { id, state, path, unsent }
  const cookie = await sealCookie(ctx, begunCookie(state), begun, begunSeconds)
  const forgotten = forgetOldest(ctx, begunBase, cookie, visit.header('cookie'))
  return [cookie, ...forgotten].reduce(withCookie, toWebResponse(redirect(startUrl, {}, 303)))
}

/**
 * Returns true if `Sec-Fetch-Site`, otherwise `Origin`, shows that a page of this origin sent the form (Fetch §3.1,
 * "Sec-Fetch-Site"; RFC 6454 §7). Also returns true if the browser sends neither header.
 */
function isSameOrigin({ origin }: MiddlewareContext, { header }: Visit): boolean {
  const site = header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return (header('origin') ?? origin) === origin
}

/** Maximum length of a path as JSON in bytes: the space in a sealed cookie. */
const maximumPathBytes = 2000
const utf8 = new TextEncoder()

/**
 * Returns the destination with URL escapes, so that a header can contain it. Drops the query if the destination is too
 * long. Returns `/` if it is still too long or leaves this origin.
 */
function normalizePath({ origin }: MiddlewareContext, given: string): string {
  const url = URL.parse(origin + given)
  const path = url?.origin === origin ? url.pathname + url.search : '/'
  const fits = (one: string): boolean => utf8.encode(JSON.stringify(one)).length <= maximumPathBytes
  const [page = ''] = path.split('?', 1)
  return [path, page].find(fits) ?? '/'
}

/**
 * Returns true if a browser would show the response as a page. Without `Sec-Fetch-Dest`, `Accept` decides. Returns
 * false for HEAD and OPTIONS.
 */
function navigates({ method, header }: Visit): boolean {
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
  const from = new URL(referer)
  return from.origin === ctx.origin && !isReturnUrl(ctx, from) ? from.pathname + from.search : url
}

/** Returns true for the return URL, to which browsers return from the service. Compares only the path. */
export const isReturnUrl = ({ options }: MiddlewareContext, { pathname }: URL): boolean =>
  pathname === new URL(options.returnUrl).pathname
