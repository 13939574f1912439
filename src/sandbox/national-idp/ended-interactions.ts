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

/** For the library: remembers where it goes on. */
export const rememberEnds =
  (ended: EndedInteractions) =>
  async (ctx: HttpContext, next: () => Promise<void>): Promise<void> => {
    await next()
    const id = /^\/auth\/([\w-]+)$/.exec(ctx.path)?.[1]
    const location = ctx.response.get('location')
    if (id !== undefined && location !== '') ended.set(id, location)
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
