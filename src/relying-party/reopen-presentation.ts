/**
 * The page with the QR code, loaded again by the browser that began the presentation: it is shown the same request, so that
 * a refresh neither begins a second session nor leaves the wallet with a request that nobody waits for.
 */
import type { EndpointRequest } from '../http/index.ts'
import type { RelyingPartyServices } from './context.ts'
import { isWaiting } from './presentation-session.ts'
import { judgeSessionCookie } from './session-cookie.ts'
import { engagementUrlOf, type StartedPresentation } from './start-presentation.ts'

/**
 * What still goes on, or is completed and waits to be taken, by the `session` that the page's script puts into its address.
 * `undefined` for everything else, and for every other browser: then a new one begins.
 */
export async function reopenPresentation(
  ctx: RelyingPartyServices,
  request: Pick<EndpointRequest, 'query' | 'cookie' | 'header'>,
): Promise<StartedPresentation | undefined> {
  const id = request.query.get('session')
  const session = id === undefined ? undefined : await ctx.sessions.find(id)
  if (session?.flow !== 'cross-device') return undefined
  if (!isWaiting(ctx.config, session, ctx.clock.now())) return undefined
  if (judgeSessionCookie(ctx, ctx.config, session, request) !== 'own') return undefined
  return { session, engagementUrl: engagementUrlOf(ctx, session) }
}
