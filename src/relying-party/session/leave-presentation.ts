/**
 * Ends a presentation that an application ordered, without data. The person cancels, the wallet has refused, or no
 * wallet has answered in time. The browser returns to the application with a reference to the result, as after a
 * success (RP-92).
 */
import type { EndpointRequest } from '../../http/index.ts'
import { RP } from '../answers.ts'
import { type Referral, referBrowser } from '../application/refer-browser.ts'
import type { RelyingPartyConfig } from '../config.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import { isOpen, type PresentationSession } from './presentation-session.ts'
import { matchSessionCookie } from './session-cookie.ts'

/** Value of `rejection` in a session that the person leaves before a wallet answers. */
export const cancelled = 'cancelled'

/** Returns the URL at which the browser leaves an ordered presentation. */
export const leaveUrlOf = (
  { config }: { readonly config: Pick<RelyingPartyConfig, 'entityId'> },
  { id }: Pick<PresentationSession, 'id'>,
): string => `${urlOf(config, 'leave')}?id=${id}`

/**
 * Sets the session to `rejected` if it is still open, and returns the redirect to the application. Rejects with a
 * `Refusal` for an unknown order, and for a browser that did not begin the presentation. Also rejects if the
 * presentation is completed, or if the session was deleted in the meantime.
 */
export function leavePresentation(
  ctx: RelyingPartyServices,
  request: Pick<EndpointRequest, 'query' | 'cookie' | 'header'>,
): Promise<Referral> {
  return ctx.decide('relying-party/presentations/leave', async (decision) => {
    const now = ctx.clock.now()
    const id = decision.found('RP-92', RP.pageRefused, request.query.get('id'), 'order_id_missing', 'query.id')
    const session = decision.found('RP-92', RP.pageRefused, await ctx.sessions.find(id), 'order_unknown', 'query.id')
    const order = decision.found('RP-92', RP.pageRefused, session.order, 'order_unknown', 'query.id')
    const isOwnBrowser = matchSessionCookie(ctx, ctx.config, session, request) === 'own'
    decision.that('RP-81', RP.pageRefused, isOwnBrowser, 'session_elsewhere')
    if (isOpen(session, now)) await ctx.sessions.reject({ id, rejection: cancelled, now })
    // Reads again: a wallet may have responded in the meantime. A refusal adds the response code (RP-97).
    const ended = await ctx.sessions.find(id)
    decision.that('RP-92', RP.pageRefused, ended?.status !== 'completed', 'session_completed')
    const referral = await referBrowser(ctx, ended ?? session, order, request, { now })
    if (referral === 'lost') return decision.refuse(['RP-92', RP.pageRefused], 'session_over')
    return referral
  })
}
