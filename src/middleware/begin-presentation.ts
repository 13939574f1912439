/**
 * Asks an unknown visitor to begin: a page with a button, without an order (RP-111). The button's form goes to the
 * return URL, which orders the presentation and redirects the browser to the service.
 */
import { randomToken } from '../base/index.ts'
import { redirect, respondJson, toWebResponse } from '../http/index.ts'
import { languageOf } from './language.ts'
import type { MiddlewareContext } from './options.ts'
import { askingPage, page } from './pages.ts'
import { forgetOldest, sealCookie, withCookie } from './sealed-cookies.ts'
import { orderPresentation } from './service-client.ts'
import type { Visit } from './visitor.ts'

/** Maximum time for a person in seconds. The limits of the service are shorter. */
export const begunSeconds = 3600

/** One cookie for each started presentation, so that two tabs do not interfere. */
const begunBase = 'presentation-begun-'
/** Returns the name of the cookie of a started presentation. */
export const begunCookie = (state: string): string => begunBase + state.slice(0, 8)

/** Destination after the presentation, and whether an unprocessed form was sent there. */
interface Destination {
  readonly path: string
  readonly unsent: boolean
}

/** Input of the page's button. */
interface Beginning extends Destination {
  readonly flow: 'same-device' | 'cross-device'
}

const [beginParameter, pathParameter, unsentParameter] = ['begin', 'path', 'unsent'] as const

/**
 * Returns what a request to the return URL starts. Returns `undefined` unless it is a POST with the parameter `begin`.
 */
export function readBeginning(ctx: MiddlewareContext, { method }: Visit, target: URL): Beginning | undefined {
  const { searchParams } = target
  const wanted = searchParams.get(beginParameter)
  if (method !== 'POST' || wanted === null) return undefined
  const path = searchParams.get(pathParameter) ?? '/'
  return {
    path: keepable(ctx, path.startsWith('/') ? path : '/'),
    unsent: searchParams.has(unsentParameter),
    flow: ctx.options.flow ?? (wanted === 'cross-device' ? wanted : 'same-device'),
  }
}

function actionOf({ options }: MiddlewareContext, { path, unsent, flow }: Beginning): string {
  const url = new URL(options.returnUrl)
  const parameters = { [beginParameter]: flow, [pathParameter]: path, ...(unsent && { [unsentParameter]: '1' }) }
  url.search = new URLSearchParams(parameters).toString()
  return url.href
}

/** Answers with the button page, or with an explanation for programs. Both have status 401 and change nothing. */
export async function askVisitor(ctx: MiddlewareContext, visit: Visit): Promise<Response> {
  if (!navigates(visit)) {
    const description = 'This needs a presentation from a wallet: open it in a browser.'
    return toWebResponse(respondJson({ error: 'presentation_required', error_description: description }, 401, asking))
  }
  const reads = visit.method === 'GET'
  return askPerson(ctx, visit, { path: keepable(ctx, reads ? visit.url : formPage(ctx, visit)), unsent: !reads })
}

const asking = { 'cache-control': 'no-store', 'www-authenticate': 'Presentation' }

async function askPerson(ctx: MiddlewareContext, visit: Visit, destination: Destination): Promise<Response> {
  const language = languageOf(ctx, visit)
  const { flow, purpose: stated, askToBegin } = ctx.options
  const flows = flow === undefined ? (['same-device', 'cross-device'] as const) : [flow]
  const actions = flows.map((one) => ({ flow: one, url: actionOf(ctx, { ...destination, flow: one }) }))
  const { path } = destination
  if (askToBegin) return askToBegin({ actions, path, language })
  return askingPage(ctx, { actions, language, path, ...(stated !== undefined && { purpose: stated }) }, asking)
}

/**
 * Orders the presentation and redirects the browser to the service. For a form of another site, returns the page with
 * the button, because no person pressed our button. Above the limit, returns 429 with `Retry-After`. Rejects with
 * `PresentationServiceFault` if the service fails.
 */
export async function beginPresentation(
  ctx: MiddlewareContext,
  query: object,
  visit: Visit,
  { path, unsent, flow }: Beginning,
): Promise<Response> {
  if (!comesFromUs(ctx, visit)) return askPerson(ctx, visit, { path, unsent })
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
 * Returns true if a page of this origin sent the form, according to the browser (Fetch §3.1, "Sec-Fetch-Site"; RFC 6454
 * §7).
 */
function comesFromUs({ origin }: MiddlewareContext, { header }: Visit): boolean {
  const site = header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return (header('origin') ?? origin) === origin
}

/** Maximum length of a path as JSON in bytes: the space in a sealed cookie. */
const longestPath = 2000
const utf8 = new TextEncoder()

/**
 * Returns the destination as a URL writes it, which a header can contain. Drops the query of an address that is too
 * long. Returns the first page if it is still too long, or no address of this origin.
 */
function keepable({ origin }: MiddlewareContext, given: string): string {
  const url = URL.parse(origin + given)
  const path = url?.origin === origin ? url.pathname + url.search : '/'
  const fits = (one: string): boolean => utf8.encode(JSON.stringify(one)).length <= longestPath
  const [page = ''] = path.split('?', 1)
  return [path, page].find(fits) ?? '/'
}

/** Returns true if a browser would show the answer as a page. */
function navigates({ method, header }: Visit): boolean {
  if (method === 'HEAD' || method === 'OPTIONS') return false
  const destination = header('sec-fetch-dest')
  return destination === undefined ? (header('accept') ?? '').includes('text/html') : destination === 'document'
}

/** Returns the page of the form according to the browser, if it is one of ours and can be opened again. */
function formPage(ctx: MiddlewareContext, { url, header }: Visit): string {
  const referer = header('referer') ?? ''
  if (!URL.canParse(referer)) return url
  const from = new URL(referer)
  return from.origin === ctx.origin && !isReturnUrl(ctx, from) ? from.pathname + from.search : url
}

/** Returns true for the return URL, where browsers come back from the service. */
export const isReturnUrl = ({ options }: MiddlewareContext, { pathname }: URL): boolean =>
  pathname === new URL(options.returnUrl).pathname
