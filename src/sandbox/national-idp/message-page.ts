/** Pages of the sandbox's national identity providers that contain only a message. */
import type { HttpContext } from 'oidc-provider'
import type { Failure } from '../../base/index.ts'
import type { TrustCode } from '../../federation/index.ts'
import { respondPage } from '../../http/index.ts'
import { renderMessagePage } from './pages.ts'

/**
 * Returns message, detail and status of the page for a client that is not a relying party of the federation, or whose
 * trust cannot be evaluated now.
 */
export function refusalOf({ code, at }: Failure<TrustCode>) {
  const isUnavailable = code === 'trust_unavailable'
  return {
    message: isUnavailable ? 'unverifiable' : 'unregistered',
    detail: `${code} at ${at}`,
    status: isUnavailable ? 503 : 400,
  } as const
}

/**
 * Sends a message page instead of the page of the OpenID Provider's library. `status` defaults to the library's status.
 */
export async function sendMessagePage(
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
