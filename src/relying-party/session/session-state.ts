/**
 * How a presentation goes on, for the page that waits (it-wallet §States, "as seen by the status endpoint"). Only the
 * browser that began it is told; on completion its cookie is renewed (RP-75, RP-78).
 */
import type { EndpointRequest } from '../../http/index.ts'
import { RP } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import { redirectUriOf } from '../response/accept-presentation.ts'
import { type PresentationSession, type VisibleStatus, visibleStatus } from './presentation-session.ts'
import { judgeSessionCookie, renewSessionCookie } from './session-cookie.ts'

export interface SessionState {
  readonly status: VisibleStatus
  /** Seconds that a wallet still has. */
  readonly secondsLeft: number
  readonly redirectUri?: string
  /** A `Set-Cookie` header to send. */
  readonly cookie?: string
}

/**
 * Returns the status as the browser may see it and, once completed, where it goes on. Throws one and the same `Refusal` for no
 * session and for another browser's.
 */
export function sessionState(
  ctx: RelyingPartyServices,
  request: Pick<EndpointRequest, 'query' | 'cookie' | 'header'>,
): Promise<SessionState> {
  return ctx.decide('relying-party/session-state', async (decision) => {
    const now = ctx.clock.now()
    const id = decision.found('RP-75', RP.sessionInvalid, request.query.get('id'), 'session_invalid')
    const found = await ctx.sessions.find(id)
    const session = decision.found('RP-75', RP.sessionInvalid, found, 'session_invalid')
    const own = judgeSessionCookie(ctx, ctx.config, session, request) === 'own'
    decision.that('RP-75', RP.sessionInvalid, own, 'session_invalid')
    const status = visibleStatus(session, now)
    const secondsLeft = Math.max(0, session.expiresAt - now)
    if (status !== 'completed') return { status, secondsLeft }
    return { status, secondsLeft, ...(await goOn(ctx, session, request)) }
  })
}

/** Where the browser of a completed session goes on, with its renewed cookie (RP-78). Does not judge the browser. */
export async function goOn(
  ctx: RelyingPartyServices,
  session: PresentationSession,
  request: Pick<EndpointRequest, 'cookie' | 'header'>,
): Promise<{ readonly redirectUri: string; readonly cookie?: string }> {
  const redirectUri = whereToGo(ctx, session)
  const { digest, header: cookie } = renewSessionCookie(ctx, ctx.config, session, request)
  if (cookie === undefined) return { redirectUri }
  const outcome = await ctx.sessions.renewCookie({ id: session.id, from: session.cookie, to: digest })
  return { redirectUri, ...(outcome === 'renewed' && { cookie }) }
}

/**
 * Same device: the code goes through the wallet to the browser that the wallet opens, and to nobody else (RP-81). The page
 * that this URL names instead waits for that browser and leads on after it (RP-96).
 */
const whereToGo = (ctx: RelyingPartyServices, { id, flow, responseCode = '' }: PresentationSession): string =>
  flow === 'same-device' ? `${urlOf(ctx.config, 'result')}?session=${id}` : redirectUriOf(ctx, responseCode)
