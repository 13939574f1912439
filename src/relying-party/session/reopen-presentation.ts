/**
 * Handles a reload of the page with the QR code by the browser that began the presentation. The page shows the same
 * request again: a reload does not start a second session, and the page still notices the wallet's response. If the
 * wallet has responded, the browser continues, even without JavaScript.
 */
import type { NumericDate } from '../../base/index.ts'
import type { EndpointRequest } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { isOpen, isOpenOrHasResult, type PresentationSession } from './presentation-session.ts'
import { matchSessionCookie } from './session-cookie.ts'
import { continueSession } from './session-state.ts'
import type { StartedPresentation } from './start-presentation.ts'

/**
 * Finds the session by the query parameter `session`, which the page's script or links added. Returns the request of an
 * open session. If the session is completed and its result has not expired, renews the cookie and returns the redirect.
 * Returns `undefined` for an unknown session, for a same-device session, for an ended session without such a result,
 * and for another browser. The caller then begins a new session.
 */
export async function reopenPresentation(
  ctx: RelyingPartyServices,
  request: Pick<EndpointRequest, 'query' | 'cookie' | 'header'>,
): Promise<ReopenedPresentation | undefined> {
  const id = request.query.get('session')
  const session = id === undefined ? undefined : await ctx.sessions.find(id)
  if (session?.flow !== 'cross-device') return undefined
  const now = ctx.clock.now()
  if (!isOpenOrHasResult(ctx.config, session, now)) return undefined
  if (matchSessionCookie(ctx, ctx.config, session, request) !== 'own') return undefined
  return showAgain(ctx, session, request, now)
}

/** The same request, or the URL at which the browser continues after the wallet's answer. */
export type ReopenedPresentation = StartedPresentation | { readonly redirectUri: string; readonly cookie?: string }

/**
 * Returns the request of an open session. For any other session, renews the cookie and returns the URL at which the
 * browser continues. Does not check that the session has a result, or that this browser began the session.
 */
export async function showAgain(
  ctx: RelyingPartyServices,
  session: PresentationSession,
  request: Pick<EndpointRequest, 'cookie' | 'header'>,
  now: NumericDate,
): Promise<ReopenedPresentation> {
  if (!isOpen(session, now)) return continueSession(ctx, session, request)
  return { session }
}
