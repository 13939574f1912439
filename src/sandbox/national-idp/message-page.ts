/** Pages of the sandbox's national identity providers that only say something. */
import type { HttpContext } from 'oidc-provider'
import type { Failure } from '../../base/index.ts'
import type { TrustCode } from '../../federation/index.ts'
import { respondPage } from '../../http/index.ts'
import { renderMessagePage } from './pages.ts'

/** What one is told who is no relying party of the federation, or cannot be judged now: a page, its detail and status. */
export function refusalOf({ code, at }: Failure<TrustCode>) {
  const silent = code === 'trust_unavailable'
  return { message: silent ? 'unjudged' : 'stranger', detail: `${code} at ${at}`, status: silent ? 503 : 400 } as const
}

/** In the place of the OpenID Provider's library. The library's own status stays when none is said. */
export async function sayOnPage(
  ctx: HttpContext,
  message: Parameters<typeof renderMessagePage>[1],
  detail: string,
  status = ctx.status,
): Promise<void> {
  const page = await respondPage(renderMessagePage(ctx.get('accept-language'), message, detail), status)
  ctx.status = page.status
  ctx.set({ ...page.headers })
  ctx.body = page.body
}
