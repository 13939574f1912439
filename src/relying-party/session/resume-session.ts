/**
 * Handles the return of the browser to `redirect_uri` (it-wallet §Redirect URI response). Checks that the response code
 * or the session id belongs to an ended session, that the result has not expired, and that this browser began the
 * session. Only that browser gets the result. It gets the same result again until the result expires.
 */
import { type Decision, failed, type NumericDate } from '../../base/index.ts'
import type { EndpointRequest } from '../../http/index.ts'
import { parseErrorResponse, readResponseCode } from '../../oid4vp/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import { resultFromJson } from '../application/presentation-result.ts'
import { type Referral, referBrowser } from '../application/refer-browser.ts'
import type { ReceivedPresentation, RelyingPartyServices } from '../context.ts'
import { type Erased, erasePresented } from './erase-presented.ts'
import { endOf, isOpen, type PresentationSession, resultExpiresAt } from './presentation-session.ts'
import { hasReturned, matchSessionCookie, renewSessionCookie } from './session-cookie.ts'

type Resumed =
  | { readonly kind: 'handed-over'; readonly presentation: ReceivedPresentation; readonly cookies: readonly string[] }
  /** An application ordered the presentation: the browser is redirected to the application with a reference (RP-91). */
  | ({ readonly kind: 'referred' } & Referral)
  /** The person's claims were deleted, at the person's request (RP-140). */
  | { readonly kind: 'erased'; readonly erased: Erased }
  /** The wallet refused, and no application ordered the presentation (RP-217). */
  | { readonly kind: 'rejected' }
  /** Cross-device flow, URL opened by the wallet: the person continues on the other screen (RP-82). */
  | { readonly kind: 'elsewhere' }
  /**
   * Same-device flow, before the wallet brought the response code to this browser: the person continues in the wallet
   * (RP-96).
   */
  | { readonly kind: 'in-wallet' }

type ReturnRequest = Pick<EndpointRequest, 'query' | 'url' | 'cookie' | 'header'>

/**
 * Returns the result, or the redirect to the application that ordered the presentation (RP-97). For a session that asks
 * for an erasure, deletes the person's claims and returns `erased` (RP-140). Returns `rejected` for a session that the
 * wallet refused and that no application ordered. If the query has `error`, sets the open
 * session to `rejected`, and returns the redirect to the application that ordered the presentation. Without such an
 * application, rejects with a `Refusal` (RP-135).
 *
 * Rejects with a `Refusal` for a missing, unknown or expired response code or session, and for any browser except the
 * one that began the session (RP-17, RP-20, RP-81). In a cross-device session the wallet may open the URL in another
 * browser. The first such browser, with the response code and without a cookie of this entity, gets `elsewhere`. Any
 * further such browser is refused (RP-82, RP-135). In a same-device session, a browser that brings `?session=` and no
 * response code gets `in-wallet`, unless this browser has brought the response code before (RP-96, D-1098).
 */
export function resumeSession(ctx: RelyingPartyServices, request: ReturnRequest): Promise<Resumed> {
  return ctx.decide('relying-party/presentation-result', async (decision): Promise<Resumed> => {
    const now = ctx.clock.now()
    const error = request.query.get('error')
    if (error !== undefined) return takeError(ctx, decision, request, { error, now })
    const { session, bringsResponseCode } = await findSession(ctx, decision, request)
    const browser = matchSessionCookie(ctx, ctx.config, session, request, { bringsResponseCode })
    if (browser === 'none' && bringsResponseCode && session.flow === 'cross-device') {
      const show = await ctx.sessions.showElsewhere({ id: session.id, now })
      decision.that('RP-135', RP.pageRefused, show === 'first', 'response_code_unknown', 'query.response_code')
      return { kind: 'elsewhere' }
    }
    decision.that('RP-81', RP.pageRefused, browser !== 'none', 'session_elsewhere')
    decision.that('RP-17', RP.pageRefused, browser === 'own', 'session_foreign')
    const expiresAt = resultExpiresAt(ctx.config, session)
    decision.that('RP-17', RP.pageRefused, now < expiresAt, 'response_code_expired') // RP-20
    const mayOmitCode = session.flow === 'cross-device' || hasReturned(ctx, ctx.config, session, request)
    if (!bringsResponseCode && !mayOmitCode) return { kind: 'in-wallet' } // RP-96

    if (session.status === 'rejected' && session.order === undefined) return { kind: 'rejected' } // RP-217
    const { erasures } = ctx.stores
    if (session.erasure && erasures)
      return { kind: 'erased', erased: await erasePresented(ctx, erasures, decision, session) }
    if (session.order) {
      const referral = await referBrowser(ctx, session, session.order, request, {
        ...{ now, returnedAt: now, bringsResponseCode },
      })
      if (referral === 'lost') return decision.refuse(['RP-17', RP.pageRefused], 'session_foreign')
      return { kind: 'referred', ...referral }
    }
    const returned = { bringsResponseCode }
    const { digest: to, headers: cookies } = renewSessionCookie(ctx, ctx.config, session, request, returned)
    const outcome = await ctx.sessions.renewCookie({ id: session.id, from: session.cookie, to, returnedAt: now })
    decision.that('RP-17', RP.pageRefused, outcome === 'renewed', 'session_foreign')
    const presentation = { sessionId: session.id, result: resultFromJson(session.result ?? { credentials: [] }) }
    return { kind: 'handed-over', presentation, cookies }
  })
}

/**
 * Finds a session by the response code, or a completed session by its id. Rejects with a `Refusal` if there is none.
 */
async function findSession(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  request: ReturnRequest,
): Promise<{ readonly session: PresentationSession; readonly bringsResponseCode: boolean }> {
  const query = new URLSearchParams([...request.query])
  const responseCode = readResponseCode(new URL(`${request.url}?${query}`))
  const id = request.query.get('session')
  if (responseCode === undefined && id !== undefined) {
    const found = await ctx.sessions.find(id)
    const completed = found?.status === 'completed' ? found : undefined
    const session = decision.found('RP-17', RP.pageRefused, completed, 'session_unknown', 'query.session')
    return { session, bringsResponseCode: false }
  }
  const code = decision.found('RP-17', RP.pageRefused, responseCode, 'response_code_missing', 'query.response_code')
  const found = await ctx.sessions.findByResponseCode(code)
  return {
    session: decision.found('RP-17', RP.pageRefused, found, 'response_code_unknown', 'query.response_code'),
    bringsResponseCode: true,
  }
}

/**
 * Handles an error at the redirect URI. The response code or `state` names the session, which must belong to this
 * browser. Sets an open session to `rejected`. Returns the redirect to the application that ordered the presentation,
 * also if the session was rejected before (RP-97). If no application ordered the presentation, rejects with a
 * `Refusal`, which the error page shows. Also rejects for a session of another browser, and for a session that is
 * completed or expired (RP-135).
 */
async function takeError(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  request: ReturnRequest,
  { error, now }: { readonly error: string; readonly now: NumericDate },
): Promise<Resumed> {
  const [code, state] = [request.query.get('response_code'), request.query.get('state')]
  const byCode = code === undefined ? undefined : await ctx.sessions.findByResponseCode(code)
  const bringsResponseCode = byCode !== undefined
  const found = byCode ?? (state === undefined ? undefined : await ctx.sessions.findByState(state))
  const session = decision.found('RP-135', RP.pageRefused, found, 'error_unbound')
  const browser = matchSessionCookie(ctx, ctx.config, session, request, { bringsResponseCode })
  decision.that('RP-135', RP.pageRefused, browser === 'own', 'error_unbound')
  decision.that('RP-135', RP.pageRefused, session.status !== 'completed', 'session_completed')
  const isError = !failed(parseErrorResponse({ error, state: session.state }))
  decision.that('RP-135', RP.pageRefused, isError, 'error_malformed', 'query.error')
  if (isOpen(session, now)) await ctx.sessions.reject({ id: session.id, rejection: error, now })
  // Reads again: a wallet may have responded in the meantime. A refusal adds the response code (RP-97).
  const ended = await ctx.sessions.find(session.id)
  decision.that('RP-135', RP.pageRefused, ended?.status !== 'completed', 'session_completed')
  const isRejected = ended?.status === 'rejected'
  decision.that('RP-135', RP.pageRefused, isRejected, 'session_over', '', endOf(ended ?? session, now))
  if (session.order === undefined) return decision.refuse(['RP-135', RP.pageRefused], 'wallet_refused')
  const returned = bringsResponseCode ? { now, returnedAt: now } : { now }
  const referral = await referBrowser(ctx, ended ?? session, session.order, request, returned)
  if (referral === 'lost') return decision.refuse(['RP-135', RP.pageRefused], 'error_unbound')
  return { kind: 'referred', ...referral }
}
