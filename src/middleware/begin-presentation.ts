/**
 * A visitor who is not known is asked to begin: a page with a button, and no order yet (RP-111). The button's form comes back
 * to the return URL, and that orders the presentation and sends the browser to the service.
 */
import { randomToken } from '../base/index.ts'
import { preferredLanguage, redirect, respondJson, toWebResponse } from '../http/index.ts'
import type { MiddlewareContext } from './options.ts'
import { askingPage, page } from './pages.ts'
import { forgetOldest, sealCookie, withCookie } from './sealed-cookies.ts'
import { orderPresentation } from './service-client.ts'
import type { Visit } from './visitor.ts'

/** How long a person may take; the service's own limits are shorter. */
export const begunSeconds = 3600

/** One for each presentation that was begun, so that two tabs do not take each other's. */
const begunBase = 'presentation-begun-'
export const begunCookie = (state: string): string => begunBase + state.slice(0, 8)

/** Where the person goes on, and whether a form was sent there that was not processed. */
interface Destination {
  readonly path: string
  readonly unsent: boolean
}

/** What the button of the page asks for. */
export interface Beginning extends Destination {
  readonly flow: 'same-device' | 'cross-device'
}

const [beginParameter, pathParameter, unsentParameter] = ['begin', 'path', 'unsent'] as const

/** What a request to the return URL begins; `undefined` when it comes from the service. */
export function readBeginning(ctx: MiddlewareContext, { method }: Visit, target: URL): Beginning | undefined {
  const { searchParams } = target
  const wanted = searchParams.get(beginParameter)
  if (method !== 'POST' || wanted === null) return undefined
  const path = searchParams.get(pathParameter) ?? '/'
  return {
    path: keepable(path.startsWith('/') ? path : '/'),
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

/** The page with the button; a program, which has no use for it, is told what is missing. Both are 401 and change nothing. */
export async function askVisitor(ctx: MiddlewareContext, visit: Visit): Promise<Response> {
  if (!navigates(visit)) {
    const description = 'This needs a presentation from a wallet: open it in a browser.'
    return toWebResponse(respondJson({ error: 'presentation_required', error_description: description }, 401, asking))
  }
  const reads = visit.method === 'GET'
  return askPerson(ctx, visit, { path: keepable(reads ? visit.url : formPage(ctx, visit)), unsent: !reads })
}

const asking = { 'cache-control': 'no-store', 'www-authenticate': 'Presentation' }

async function askPerson(ctx: MiddlewareContext, visit: Visit, destination: Destination): Promise<Response> {
  const language = preferredLanguage(visit.header('accept-language'))
  const { flow, purpose: stated, askToBegin } = ctx.options
  const flows = flow === undefined ? (['same-device', 'cross-device'] as const) : [flow]
  const actions = flows.map((one) => ({ flow: one, url: actionOf(ctx, { ...destination, flow: one }) }))
  if (askToBegin) return askToBegin({ actions, path: destination.path, language })
  return askingPage({ actions, language, ...(stated !== undefined && { purpose: stated }) }, asking)
}

/**
 * Orders the presentation and sends the browser to the service. A form of another site orders nothing, since no person of
 * this one pressed its button; a visitor whose budget is spent is told when to come again.
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
    const language = preferredLanguage(visit.header('accept-language'))
    return page('tooMany', language, ctx.origin + path, { 'retry-after': String(seconds) })
  }
  const state = randomToken(ctx.random)
  const { id, start_url: startUrl } = await orderPresentation(ctx, query, { state, flow })
  const begun = { id, state, path, unsent }
  const cookie = await sealCookie(ctx, begunCookie(state), begun, begunSeconds)
  const forgotten = forgetOldest(ctx, begunBase, cookie, visit.header('cookie'))
  return [cookie, ...forgotten].reduce(withCookie, toWebResponse(redirect(startUrl, {}, 303)))
}

/** Whether a page of this origin sent a form. Browsers say so themselves (Fetch §3.1, "Sec-Fetch-Site"; RFC 6454 §7). */
function comesFromUs({ origin }: MiddlewareContext, { header }: Visit): boolean {
  const site = header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return (header('origin') ?? origin) === origin
}

/** Bytes of a path as JSON: what a sealed cookie has room for beside the rest. */
const longestPath = 2000
const utf8 = new TextEncoder()

/** Where the person goes on; of an address that is too long the page without its query, else the first one. */
function keepable(path: string): string {
  const fits = (one: string): boolean => utf8.encode(JSON.stringify(one)).length <= longestPath
  const [page = ''] = path.split('?', 1)
  return [path, page].find(fits) ?? '/'
}

/** Whether a person's browser would show the answer as a page. */
function navigates({ method, header }: Visit): boolean {
  if (method === 'HEAD' || method === 'OPTIONS') return false
  const destination = header('sec-fetch-dest')
  return destination === undefined ? (header('accept') ?? '').includes('text/html') : destination === 'document'
}

/** Where the form stood: the page that the browser names, if it is one of ours that can be opened again. */
function formPage(ctx: MiddlewareContext, { url, header }: Visit): string {
  const referer = header('referer') ?? ''
  if (!URL.canParse(referer)) return url
  const from = new URL(referer)
  return from.origin === ctx.origin && !isReturnUrl(ctx, from) ? from.pathname + from.search : url
}

/** Whether this is where browsers come back from the service. */
export const isReturnUrl = ({ options }: MiddlewareContext, { pathname }: URL): boolean =>
  pathname === new URL(options.returnUrl).pathname
