/**
 * Handles one request of a visitor, or of a browser that returns from the presentation service. A visitor is known if
 * their session cookie leads to a presentation. Independent of the framework: the adapters send the response.
 */
import type { Json, JsonObject } from '../base/index.ts'
import { isPrefetch, type PageLanguage, redirect, respondToPrefetch, toWebResponse } from '../http/index.ts'
import {
  askVisitor,
  beginPresentation,
  beginsPresentation,
  begunCookieName,
  begunSeconds,
  isReturnUrl,
  readBeginParameters,
  toRelativeUrl,
} from './begin-presentation.ts'
import { languageOf, storeLanguage } from './language.ts'
import { shortDigest, styleParameter } from './look.ts'
import type { MiddlewareContext } from './options.ts'
import { page, respondStyle } from './pages.ts'
import { openCookie, sealCookie, withCookie } from './sealed-cookies.ts'
import { redeemReference } from './service-client.ts'
import type { Visit } from './visitor.ts'

export type VisitResult =
  | { readonly kind: 'known'; readonly presentation: Json }
  /** The middleware answers instead of the application. */
  | { readonly kind: 'answered'; readonly response: Response }

/** Returns the name of the session cookie. The name differs for each `cookieScope`. */
export const sessionCookieName = (ctx: Pick<MiddlewareContext, 'crypto' | 'cookieScope'>): string =>
  `presentation-${shortDigest(ctx.crypto, ctx.cookieScope)}`

/**
 * Returns the presentation of a known visitor. Returns the middleware's response for an unknown visitor, and for every
 * request at the return URL. Rejects with `PresentationServiceFault` if the service fails, and with another error if a
 * proxy has removed the beginning of the path (RP-241).
 */
export async function handleVisit(ctx: MiddlewareContext, query: object, visit: Visit): Promise<VisitResult> {
  const target = new URL(ctx.origin + visit.url)
  const isAtReturnUrl = isReturnUrl(ctx, target)
  if (isAtReturnUrl && visit.method === 'GET' && target.searchParams.has(styleParameter))
    return { kind: 'answered', response: respondStyle(ctx) }
  const beginParameters = isAtReturnUrl ? readBeginParameters(ctx, visit, target) : undefined
  const presentation = isAtReturnUrl && !beginParameters ? undefined : await knownPresentation(ctx, visit)
  if (presentation !== undefined && !isAtReturnUrl) return { kind: 'known', presentation }
  const answer = async (): Promise<Response> => {
    if (isPrefetch((name) => visit.header(name))) return toWebResponse(respondToPrefetch()) // RP-95
    if (!isAtReturnUrl) {
      requireWholePath(ctx, visit, target)
      return askVisitor(ctx, visit)
    }
    if (!beginParameters) return storeLanguage(ctx, visit, target) ?? handleReturn(ctx, visit, target)
    const isKnown = presentation !== undefined
    return isKnown
      ? toWebResponse(redirect(ctx.origin + beginParameters.path, {}, 303))
      : beginPresentation(ctx, query, visit, beginParameters)
  }
  return { kind: 'answered', response: await answer() }
}

/**
 * Throws an error for a request to the return URL from whose path a proxy has removed a prefix: otherwise the visitor
 * would get the page with the button again and again. Recognises the request by its parameters.
 */
function requireWholePath({ options }: MiddlewareContext, visit: Visit, { pathname, searchParams }: URL): void {
  const isReturn = visit.method === 'GET' && searchParams.has('state') && searchParams.has('reference')
  const expected = new URL(options.returnUrl).pathname
  if (!(isReturn || beginsPresentation(visit, searchParams)) || !expected.endsWith(pathname)) return
  throw new Error(`A proxy removed ${expected.slice(0, -pathname.length)}: pass the path on unchanged`)
}

async function knownPresentation(ctx: MiddlewareContext, visit: Visit): Promise<Json | undefined> {
  const session = await openCookie(ctx, sessionCookieName(ctx), visit.header('cookie'))
  if (session === undefined) return undefined
  const { keeper } = ctx.options
  if (keeper === undefined) return session.presentation
  // A store may return `null` for an absent key.
  return typeof session.key === 'string' ? ((await keeper.find(session.key)) ?? undefined) : undefined
}

/**
 * Handles a browser that returns from the service with `state` and `reference`. Only the browser that began the
 * presentation has the cookie of this `state`, so a link with somebody else's reference logs nobody in. If the response
 * is lost, the browser may repeat the request while the reference is valid (RP-97). After a received response or an
 * expired reference, a known visitor is redirected. Any other visitor gets a page on which they can begin again.
 */
async function handleReturn(ctx: MiddlewareContext, visit: Visit, { searchParams }: URL): Promise<Response> {
  const language = languageOf(ctx, visit)
  const foreign = (): Promise<Response> => page(ctx, 'foreign', { language, path: '/' })
  const [state, reference] = [searchParams.get('state') ?? '', searchParams.get('reference') ?? '']
  const begun = await openCookie(ctx, begunCookieName(state), visit.header('cookie'))
  if (visit.method !== 'GET' || begun?.state !== state || reference === '') return foreign()
  const path = String(begun.path)
  const ended = begun.welcomed === true ? undefined : await redeemReference(ctx, reference)
  if (ended === undefined) {
    const isKnown = (await knownPresentation(ctx, visit)) !== undefined
    const url = ctx.origin + path
    return isKnown ? toWebResponse(redirect(url, {}, 303)) : page(ctx, 'over', { language, path })
  }
  if (ended.id !== begun.id || ended.state !== state) return foreign()
  const { status, reason = status } = ended
  if (status === 'presented') {
    const welcomed = await sealCookie(ctx, begunCookieName(state), { ...begun, welcomed: true }, begunSeconds)
    const unsent = begun.unsent === true
    return withCookie(await welcome(ctx, ended as JsonObject, { path, unsent, language }), welcomed)
  }
  return (
    ctx.options.notPresented?.({ status, reason, path: toRelativeUrl(path), language }) ??
    page(ctx, status, { language, path })
  )
}

async function welcome(
  ctx: MiddlewareContext,
  { state: _, status: __, ...presentation }: JsonObject,
  { path, unsent, language }: { readonly path: string; readonly unsent: boolean; readonly language: PageLanguage },
): Promise<Response> {
  const { sessionSeconds, keeper } = ctx.options
  const content: JsonObject = keeper
    ? { key: await keeper.save(presentation, ctx.clock.now() + sessionSeconds) }
    : { presentation }
  const cookie = await sealCookie(ctx, sessionCookieName(ctx), content, sessionSeconds)
  // An absolute URL, because a path may begin with two slashes.
  const url = ctx.origin + path
  const response = unsent ? await page(ctx, 'unsent', { language, path }) : toWebResponse(redirect(url, {}, 303))
  return withCookie(response, cookie)
}
