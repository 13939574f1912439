/**
 * Keeps the redirects that followed the OpenID Provider's completed pages. `oidc-provider` forgets a page once the
 * page's form is submitted. A user who submits the form twice, or goes back and submits it again, is redirected to the
 * same URL.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpContext, Provider } from 'oidc-provider'
import { createRecent, type Recent } from '../../base/index.ts'

/** URLs by the id of the page. */
export type EndedInteractions = Recent<string>

/** Maximum number of URLs, of some hundred bytes each. */
const maximumEntries = 1000

/** Creates the store. It keeps at most 1000 URLs. */
export const createEndedInteractions = (): EndedInteractions => createRecent(maximumEntries)

/** Signed cookie of the library, which contains the id of a page. */
export const interactionCookie = 'national-idp-interaction'

/** Signed cookie of the library for the step after a page. It contains the id of the page too. */
export const resumeCookie = 'national-idp-resume'

/**
 * Creates a middleware of the library that keeps the redirect after each page and repeats the redirect for later
 * requests. Concurrent requests for one page are handled one after the other.
 */
export function repeatRedirects(
  ended: EndedInteractions,
): (ctx: HttpContext, next: () => Promise<void>) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const storeRedirect = async (ctx: HttpContext, next: () => Promise<void>, id: string): Promise<void> => {
    await next()
    const location = ctx.response.get('location')
    if (location !== '') ended.set(id, location)
  }
  return async (ctx, next) => {
    const id = /^\/auth\/([\w-]+)$/.exec(ctx.path)?.[1]
    if (id === undefined) return next()
    await running.get(id)
    const location = ctx.cookies.get(resumeCookie, { signed: true }) === id ? ended.get(id) : undefined
    if (location !== undefined) return redirectTo(ctx, location)
    const current = storeRedirect(ctx, next, id).finally(() => running.delete(id))
    running.set(
      id,
      current.catch(() => undefined),
    )
    return current
  }
}

function redirectTo(ctx: HttpContext, location: string): void {
  ctx.status = 303
  ctx.set({ location, 'cache-control': 'no-store' })
  ctx.body = ''
}

/** Returns the URL to which this browser's page redirected before, if any. */
export function storedRedirect(
  { provider, ended }: { readonly provider: Provider; readonly ended: EndedInteractions },
  request: IncomingMessage,
  response: ServerResponse,
): string | undefined {
  const id = provider.createContext(request, response).cookies.get(interactionCookie, { signed: true })
  return id === undefined ? undefined : ended.get(id)
}
