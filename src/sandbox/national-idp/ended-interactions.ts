/**
 * Keeps the redirect that followed each completed page of the OpenID Provider. `oidc-provider` deletes a page's state
 * once the form is submitted. A user who submits the form again is redirected to the same URL.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpContext, Provider } from 'oidc-provider'
import { createRecent, type Recent } from '../../base/index.ts'

/** A redirect after a page, with the cookies of its response. */
interface StoredRedirect {
  readonly location: string
  readonly cookies: readonly string[]
}

/** Redirects by the id of the page. */
export type EndedInteractions = Recent<StoredRedirect>

const maximumEntries = 1000

/** Creates the store. It keeps at most 1000 redirects. */
export const createEndedInteractions = (): EndedInteractions => createRecent(maximumEntries)

/** Name of the library's signed cookie with the id of a page. */
export const interactionCookie = 'national-idp-interaction'

/** Name of the library's signed cookie for the step after a page. It contains the id of the same page. */
export const resumeCookie = 'national-idp-resume'

/**
 * Creates a middleware for the library. It stores the redirect after each page. If the browser repeats the request, it
 * repeats the redirect. A repeated request waits until the first request has ended.
 */
export function repeatRedirects(
  ended: EndedInteractions,
): (ctx: HttpContext, next: () => Promise<void>) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const storeRedirect = async (ctx: HttpContext, next: () => Promise<void>, id: string): Promise<void> => {
    await next()
    const location = ctx.response.get('location')
    const cookies = [ctx.response.get('set-cookie')].flat().filter(Boolean)
    if (location) ended.set(id, { location, cookies })
  }
  return async (ctx, next) => {
    const id = /^\/auth\/([\w-]+)$/.exec(ctx.path)?.[1]
    if (id === undefined) return next()
    await running.get(id)
    const stored = ctx.cookies.get(resumeCookie, { signed: true }) === id ? ended.get(id) : undefined
    if (stored !== undefined) return repeat(ctx, stored)
    const current = storeRedirect(ctx, next, id).finally(() => running.delete(id))
    running.set(
      id,
      current.catch(() => undefined),
    )
    return current
  }
}

/** Repeats a redirect with its cookies, because a browser may have discarded the first response. */
function repeat(ctx: HttpContext, { location, cookies }: StoredRedirect): void {
  ctx.status = 303
  ctx.set({ location, 'set-cookie': cookies, 'cache-control': 'no-store' })
  ctx.body = ''
}

/** Returns the URL of the stored redirect after this browser's page, or `undefined` if none is stored. */
export function storedRedirect(
  { provider, ended }: { readonly provider: Provider; readonly ended: EndedInteractions },
  request: IncomingMessage,
  response: ServerResponse,
): string | undefined {
  const id = provider.createContext(request, response).cookies.get(interactionCookie, { signed: true })
  return id === undefined ? undefined : ended.get(id)?.location
}
