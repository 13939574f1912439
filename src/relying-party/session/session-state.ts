/**
 * State of a presentation for the waiting page (it-wallet §States, "as seen by the status endpoint"). Only the browser
 * that began the presentation gets the state. Once the presentation is completed, the browser's cookie is renewed
 * (RP-75, RP-78). A reload of the page renews it in the same way.
 */
import type { EndpointRequest } from '../../http/index.ts'
import { RP } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import { redirectUriOf } from '../response/accept-presentation.ts'
import { type PresentationSession, type VisibleStatus, visibleStatus } from './presentation-session.ts'
import { matchSessionCookie, renewSessionCookie } from './session-cookie.ts'

/** State of a presentation, for the browser that began it. */
export interface SessionState {
  readonly status: VisibleStatus
  /** Seconds until the session expires. Not negative. */
  readonly secondsLeft: number
  /** Present if the presentation is completed. */
  readonly redirectUri?: string
  /** Value of the `Set-Cookie` header. */
  readonly cookie?: string
}

/**
 * Returns the status for the browser and, once completed, the URL at which the browser continues. Rejects with the same
 * `Refusal` for a missing id, for an unknown session and for another browser's session.
 */
export function sessionState(
  ctx: RelyingPartyServices,
  request: Pick<EndpointRequest, 'query' | 'cookie' | 'header'>,
): Promise<SessionState> {
  // A change of this name must also change `polledSurfaces` (`node/decision-log.ts`).
  return ctx.decide('relying-party/session-state', async (decision) => {
    const now = ctx.clock.now()
    const id = decision.found('RP-75', RP.sessionInvalid, request.query.get('id'), 'session_invalid')
    const found = await ctx.sessions.find(id)
    const session = decision.found('RP-75', RP.sessionInvalid, found, 'session_invalid')
    const isOwnBrowser = matchSessionCookie(ctx, ctx.config, session, request) === 'own'
    decision.that('RP-75', RP.sessionInvalid, isOwnBrowser, 'session_invalid')
    const status = visibleStatus(session, now)
    const secondsLeft = Math.max(0, session.expiresAt - now)
    if (status !== 'completed') return { status, secondsLeft }
    return { status, secondsLeft, ...(await continueSession(ctx, session, request)) }
  })
}

/**
 * Returns the URL at which the browser of a completed session continues, and renews its cookie (RP-78). Does not check
 * that this browser began the session.
 */
export async function continueSession(
  ctx: RelyingPartyServices,
  session: PresentationSession,
  request: Pick<EndpointRequest, 'cookie' | 'header'>,
): Promise<{ readonly redirectUri: string; readonly cookie?: string }> {
  const redirectUri = continuationUrl(ctx, session)
  const { digest, headers } = renewSessionCookie(ctx, ctx.config, session, request)
  const [cookie] = headers
  if (cookie === undefined) return { redirectUri }
  const outcome = await ctx.sessions.renewCookie({ id: session.id, from: session.cookie, to: digest })
  return { redirectUri, ...(outcome === 'renewed' && { cookie }) }
}

/**
 * Returns the URL at which the browser continues. In a same-device session it has no response code, because only the
 * wallet brings that code to the browser that it opens (RP-81). Until the wallet does so, the page at the URL asks the
 * person to continue in the wallet (RP-96).
 */
const continuationUrl = (ctx: RelyingPartyServices, { id, flow, responseCode = '' }: PresentationSession): string =>
  flow === 'same-device' ? `${urlOf(ctx.config, 'result')}?session=${id}` : redirectUriOf(ctx, responseCode)
