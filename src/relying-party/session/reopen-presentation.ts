/**
 * The page with the QR code, loaded again by the browser that began the presentation: it is shown the same request, so that
 * a refresh neither begins a second session nor leaves the wallet with a request that nobody waits for. When the wallet has
 * answered meanwhile, the browser goes on, as the page's script would have it go: also without a script.
 */
import type { EndpointRequest } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { isOpen, isWaiting, type PresentationSession } from './presentation-session.ts'
import { judgeSessionCookie } from './session-cookie.ts'
import { goOn } from './session-state.ts'
import { engagementUrlOf, type StartedPresentation } from './start-presentation.ts'

/**
 * What still goes on, or is completed and waits to be taken, by the `session` that the page's script puts into its address.
 * `undefined` for everything else, and for every other browser: then a new one begins.
 */
export async function reopenPresentation(
  ctx: RelyingPartyServices,
  request: Pick<EndpointRequest, 'query' | 'cookie' | 'header'>,
): Promise<ReopenedPresentation | undefined> {
  const id = request.query.get('session')
  const session = id === undefined ? undefined : await ctx.sessions.find(id)
  if (session?.flow !== 'cross-device') return undefined
  if (!isWaiting(ctx.config, session, ctx.clock.now())) return undefined
  if (judgeSessionCookie(ctx, ctx.config, session, request) !== 'own') return undefined
  return reopened(ctx, session, request)
}

/** The same request, or where the browser goes on with what was answered to it. */
export type ReopenedPresentation = StartedPresentation | { readonly redirectUri: string; readonly cookie?: string }

/** Of a session that waits, for the browser that began it. Judges neither. */
export async function reopened(
  ctx: RelyingPartyServices,
  session: PresentationSession,
  request: Pick<EndpointRequest, 'cookie' | 'header'>,
): Promise<ReopenedPresentation> {
  if (!isOpen(session, ctx.clock.now())) return goOn(ctx, session, request)
  return { session, engagementUrl: engagementUrlOf(ctx, session) }
}
