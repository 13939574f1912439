/**
 * Begins a presentation that an application ordered, when a browser opens the `start_url` of the order. A cookie binds
 * the presentation to the first browser that opens this URL. The same browser may reload the page. After the
 * presentation has ended, with or without data, a reload redirects the browser (RP-92). Other browsers are refused
 * (RP-81, RP-90).
 */
import type { NumericDate } from '../../base/index.ts'
import type { EndpointRequest } from '../../http/index.ts'
import { RP } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { leaveUrlOf } from './leave-presentation.ts'
import { adoptSession } from './new-session.ts'
import { isOpenOrHasResult, type PresentationSession, visibleStatus } from './presentation-session.ts'
import { type ReopenedPresentation, showAgain } from './reopen-presentation.ts'
import { createSessionCookie, matchSessionCookie } from './session-cookie.ts'

/**
 * Returns the session. For the first browser, opens the session in the store with an audit entry, and also returns the
 * cookie. If the presentation has ended with data, returns the URL at which the browser continues. If it has ended
 * without data, returns the URL of the leave page, which sends the browser back to the application. Rejects with a
 * `Refusal` for an order that is unknown, expired before a browser began it, or was begun by another browser. Also
 * rejects for a result that has expired or was deleted.
 */
export function beginPresentation(
  ctx: RelyingPartyServices,
  request: Pick<EndpointRequest, 'query' | 'cookie' | 'header'>,
): Promise<ReopenedPresentation> {
  return ctx.decide('relying-party/presentations/begin', async (decision) => {
    const now = ctx.clock.now()
    const id = decision.found('RP-90', RP.pageRefused, request.query.get('id'), 'order_id_missing', 'query.id')
    const found = await ctx.sessions.find(id)
    const session = decision.found('RP-90', RP.pageRefused, found?.order && found, 'order_unknown', 'query.id')
    if (session.status !== 'ordered') {
      const isOwnBrowser = matchSessionCookie(ctx, ctx.config, session, request) === 'own'
      decision.that('RP-81', RP.pageRefused, isOwnBrowser, 'session_elsewhere')
      if (endedWithoutData(session, now)) return { redirectUri: leaveUrlOf(ctx, session) }
      decision.that('RP-33', RP.pageRefused, isOpenOrHasResult(ctx.config, session, now), 'request_over')
      return showAgain(ctx, session, request, now)
    }
    const cookie = createSessionCookie(ctx, ctx.config, id)
    const expiresAt = now + ctx.config.startLifetimeSeconds
    const application = session.order?.application ?? ''
    const audit = { at: now, application, presentation: id, event: 'begun' } as const // RP-110
    const { order } = session
    const becomes = order?.queries && (await adoptSession(ctx, session, order))
    const outcome = await ctx.sessions.open({
      ...{ id, cookie: cookie.digest, expiresAt, now, audit },
      ...(becomes && { becomes }),
    })
    decision.that('RP-90', RP.pageRefused, outcome === 'opened', 'order_over')
    const begun = { ...(becomes ?? session), status: 'issued', cookie: cookie.digest, expiresAt } as const
    return { session: begun, cookie: cookie.header }
  })
}

const endedWithoutData = (session: PresentationSession, now: NumericDate): boolean =>
  ['rejected', 'expired'].includes(visibleStatus(session, now))
