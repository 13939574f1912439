/**
 * Where the OpenID Provider sent a browser behind each page that is over. Its library forgets a page with the form that was
 * sent; who sends it twice, or goes back and sends it again, is to end where the first one did.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpContext, Provider } from 'oidc-provider'
import { createRecent, type Recent } from '../../base/index.ts'

/** URLs by the page's id. */
export type EndedInteractions = Recent<string>

/** Of some hundred bytes each. */
const remembered = 1000

export const createEndedInteractions = (): EndedInteractions => createRecent(remembered)

/** The library's own cookie of a page: it is signed, and names the page. */
export const interactionCookie = 'national-idp-interaction'

/** Its cookie of the step behind a page, which is signed and names the page, too. */
export const resumeCookie = 'national-idp-resume'

/**
 * For the library: remembers where it goes on from a page, one request after the other, and sends a browser there that comes
 * once more.
 */
export function rememberEnds(ended: EndedInteractions): (ctx: HttpContext, next: () => Promise<void>) => Promise<void> {
  const underWay = new Map<string, Promise<void>>()
  const goOn = async (ctx: HttpContext, next: () => Promise<void>, id: string): Promise<void> => {
    await next()
    const location = ctx.response.get('location')
    if (location !== '') ended.set(id, location)
  }
  return async (ctx, next) => {
    const id = /^\/auth\/([\w-]+)$/.exec(ctx.path)?.[1]
    if (id === undefined) return next()
    await underWay.get(id)
    const end = ctx.cookies.get(resumeCookie, { signed: true }) === id ? ended.get(id) : undefined
    if (end !== undefined) return leadTo(ctx, end)
    const going = goOn(ctx, next, id).finally(() => underWay.delete(id))
    underWay.set(
      id,
      going.catch(() => undefined),
    )
    return going
  }
}

function leadTo(ctx: HttpContext, location: string): void {
  ctx.status = 303
  ctx.set({ location, 'cache-control': 'no-store' })
  ctx.body = ''
}

/** Where the page went on that this browser was shown. */
export function endOf(
  { provider, ended }: { readonly provider: Provider; readonly ended: EndedInteractions },
  request: IncomingMessage,
  response: ServerResponse,
): string | undefined {
  const id = provider.createContext(request, response).cookies.get(interactionCookie, { signed: true })
  return id === undefined ? undefined : ended.get(id)
}
