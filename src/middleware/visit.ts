/**
 * One visit of a browser or program to the protected application, judged by nothing but its request: known, on its way back
 * from the service, or to be sent there. Pages and redirects come out; the frameworks' adapters carry them.
 */
import { type Json, type JsonObject, randomToken } from '../base/index.ts'
import {
  isLoadAhead,
  preferredLanguage,
  redirect,
  respondJson,
  respondLoadAhead,
  toWebResponse,
} from '../http/index.ts'
import type { MiddlewareContext } from './options.ts'
import { page } from './pages.ts'
import { forgetOldest, openCookie, sealCookie } from './sealed-cookies.ts'
import { orderPresentation, redeemReference } from './service-client.ts'

/** What the middleware sees of a request, whatever the framework. */
export interface Visit {
  readonly method: string
  /** Path and query, as sent. */
  readonly url: string
  header(name: string): string | undefined
}

export type Judged =
  | { readonly kind: 'known'; readonly presentation: Json }
  /** To be answered by this instead of the application. */
  | { readonly kind: 'answered'; readonly response: Response }

/** How long a person may take; the service's own limits are shorter. */
const begunSeconds = 3600

export const sessionCookie = (ctx: Pick<MiddlewareContext, 'crypto' | 'purpose'>): string =>
  `presentation-${hex(ctx.crypto.digest('sha-256', ctx.purpose).subarray(0, 4))}`
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** One for each presentation that was begun, so that two tabs do not take each other's. */
const begunBase = 'presentation-begun-'
const begunCookie = (state: string): string => begunBase + state.slice(0, 8)

export async function judgeVisit(ctx: MiddlewareContext, query: object, visit: Visit): Promise<Judged> {
  const target = new URL(ctx.origin + visit.url)
  const isAhead = isLoadAhead((name) => visit.header(name))
  const isBack = comesBack(ctx, target)
  const presentation = isBack ? undefined : await knownPresentation(ctx, visit)
  if (presentation !== undefined) return { kind: 'known', presentation }
  if (isAhead) return { kind: 'answered', response: await toWebResponse(respondLoadAhead()) } // RP-95
  return { kind: 'answered', response: await (isBack ? comeBack(ctx, visit, target) : sendAway(ctx, query, visit)) }
}

async function knownPresentation(ctx: MiddlewareContext, visit: Visit): Promise<Json | undefined> {
  const kept = await openCookie(ctx, sessionCookie(ctx), visit.header('cookie'))
  if (kept === undefined) return undefined
  const { keeper } = ctx.options
  if (keeper === undefined) return kept.presentation
  // Stores say `null` of what they do not have, and a presentation is an object.
  return typeof kept.key === 'string' ? ((await keeper.find(kept.key)) ?? undefined) : undefined
}

/**
 * To the service; a program, which cannot go there, is told so (401). What a form sent is lost on that way: the person goes
 * on at the page with the form, and is told.
 */
async function sendAway(ctx: MiddlewareContext, query: object, visit: Visit): Promise<Response> {
  if (!navigates(visit)) {
    const description = 'This needs a presentation from a wallet: open it in a browser.'
    const headers = { 'cache-control': 'no-store', 'www-authenticate': 'Presentation' }
    return toWebResponse(respondJson({ error: 'presentation_required', error_description: description }, 401, headers))
  }
  const state = randomToken(ctx.random)
  const { id, start_url: startUrl } = await orderPresentation(ctx, query, state)
  const reads = visit.method === 'GET'
  const begun = { id, state, path: keepable(reads ? visit.url : formPage(ctx, visit)), unsent: !reads }
  const cookie = await sealCookie(ctx, begunCookie(state), begun, begunSeconds)
  const forgotten = forgetOldest(ctx, begunBase, cookie, visit.header('cookie'))
  return [cookie, ...forgotten].reduce(withCookie, toWebResponse(redirect(startUrl, {}, 303)))
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
  return from.origin === ctx.origin && !comesBack(ctx, from) ? from.pathname + from.search : url
}

const comesBack = ({ options }: MiddlewareContext, { pathname }: URL): boolean =>
  pathname === new URL(options.returnUrl).pathname

/**
 * Back from the service. Only the browser that was sent there has the cookie of this `state`: a stranger's reference,
 * planted in a link, logs nobody in. That browser may come again (RP-97): while the reference lives, and until an answer has
 * reached it, it gets the same result. Afterwards a visitor who is known goes on, and another visitor, who may have signed
 * out, may begin again.
 */
async function comeBack(ctx: MiddlewareContext, visit: Visit, { searchParams }: URL): Promise<Response> {
  const language = preferredLanguage(visit.header('accept-language'))
  const foreign = (): Promise<Response> => page('foreign', language, `${ctx.origin}/`)
  const [state, reference] = [searchParams.get('state') ?? '', searchParams.get('reference') ?? '']
  const begun = await openCookie(ctx, begunCookie(state), visit.header('cookie'))
  if (visit.method !== 'GET' || begun?.state !== state || reference === '') return foreign()
  const path = String(begun.path)
  const ended = begun.welcomed === true ? undefined : await redeemReference(ctx, reference)
  if (ended === undefined) {
    const isKnown = (await knownPresentation(ctx, visit)) !== undefined
    const url = ctx.origin + path
    return isKnown ? toWebResponse(redirect(url, {}, 303)) : page('over', language, url)
  }
  if (ended.id !== begun.id || ended.state !== state) return foreign()
  const { status, reason = status } = ended
  if (status === 'presented') {
    const welcomed = await sealCookie(ctx, begunCookie(state), { ...begun, welcomed: true }, begunSeconds)
    const unsent = begun.unsent === true
    return withCookie(await welcome(ctx, ended as JsonObject, { path, unsent, language }), welcomed)
  }
  return ctx.options.notPresented?.({ status, reason, path, language }) ?? page(status, language, ctx.origin + path)
}

async function welcome(
  ctx: MiddlewareContext,
  { state: _, status: __, ...presentation }: JsonObject,
  { path, unsent, language }: { readonly path: string; readonly unsent: boolean; readonly language: 'it' | 'en' },
): Promise<Response> {
  const { sessionSeconds, keeper } = ctx.options
  const kept: JsonObject = keeper
    ? { key: await keeper.save(presentation, ctx.clock.now() + sessionSeconds) }
    : { presentation }
  const cookie = await sealCookie(ctx, sessionCookie(ctx), kept, sessionSeconds)
  // A whole URL of our own origin: a path may begin with two slashes.
  const url = ctx.origin + path
  const response = unsent ? await page('unsent', language, url) : toWebResponse(redirect(url, {}, 303))
  return withCookie(response, cookie)
}

function withCookie(response: Response, cookie: string): Response {
  const headers = new Headers(response.headers)
  headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}
