/** A page of the sandbox's OpenID Provider that only says something, where the library would answer. */
import type { HttpContext } from 'oidc-provider'
import { respondPage } from '../../http/index.ts'
import { renderMessagePage } from './pages.ts'

/** The library's own status stays when none is said. */
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
