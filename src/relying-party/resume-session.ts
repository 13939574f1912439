/**
 * The browser comes back to `redirect_uri` (it-wallet §Redirect URI response): the response code is the one of a completed
 * session, not spent, in time, and this is the browser that began it. Only then is the result handed over, once.
 */
import type { EndpointRequest } from '../http/index.ts'
import { readResponseCode } from '../oid4vp/index.ts'
import { RP } from './answers.ts'
import type { ReceivedPresentation, RelyingPartyServices } from './context.ts'
import { resultFromJson } from './presentation-result.ts'
import { resultExpiresAt } from './presentation-session.ts'
import { referBrowser } from './refer-browser.ts'
import { createSessionCookie, judgeSessionCookie } from './session-cookie.ts'

export type Resumed =
  | { readonly kind: 'handed-over'; readonly presentation: ReceivedPresentation; readonly cookie: string }
  /** An application ordered it: the browser goes there, with a reference (RP-91). */
  | { readonly kind: 'referred'; readonly location: string; readonly cookie: string }
  /** Cross device, opened by the wallet: the person goes on at the other screen (RP-82). */
  | { readonly kind: 'elsewhere' }

/**
 * Hands the result over, or sends the browser on to the application that ordered it. `elsewhere` is a browser without a
 * cookie in a cross-device flow: the page that waits in the other one goes on. Spends the response code; a browser that is not
 * the one that began it is refused and spends nothing (RP-17, RP-81).
 */
export function resumeSession(
  ctx: RelyingPartyServices,
  request: Pick<EndpointRequest, 'query' | 'url' | 'cookie' | 'header'>,
): Promise<Resumed> {
  return ctx.decide('relying-party/presentation-result', async (decision): Promise<Resumed> => {
    const now = ctx.clock.now()
    const query = new URLSearchParams([...request.query])
    const responseCode = readResponseCode(new URL(`${request.url}?${query}`))
    const code = decision.found('RP-17', RP.returnRefused, responseCode, 'response_code_missing')
    const found = await ctx.sessions.findByResponseCode(code)
    const session = decision.found('RP-17', RP.returnRefused, found, 'response_code_unknown')
    const shown = judgeSessionCookie(ctx, ctx.config, session, request)
    if (shown === 'none' && session.flow === 'cross-device') return { kind: 'elsewhere' }
    decision.that('RP-81', RP.returnRefused, shown !== 'none', 'session_elsewhere')
    decision.that('RP-17', RP.returnRefused, shown === 'own', 'session_foreign')
    const expiresAt = resultExpiresAt(ctx.config, session)
    decision.that('RP-17', RP.returnRefused, now < expiresAt, 'response_code_expired') // RP-20

    const claims = [{ name: 'response_code', value: code, expiresAt }] as const
    if (session.order) {
      const referral = await referBrowser(ctx, session, session.order, claims, now)
      if (referral === 'lost') return decision.refuse(['RP-17', RP.returnRefused], 'response_code_used')
      return { kind: 'referred', ...referral }
    }
    const cookie = createSessionCookie(ctx, ctx.config, session.id)
    const outcome = await ctx.sessions.redeemResponseCode({
      id: session.id,
      claims,
      renewCookie: { from: session.cookie, to: cookie.digest },
    })
    if (outcome === 'lost' || 'lost' in outcome)
      return decision.refuse(['RP-17', RP.returnRefused], 'response_code_used')
    const presentation = { sessionId: session.id, result: resultFromJson(outcome.result) }
    return { kind: 'handed-over', presentation, cookie: cookie.header }
  })
}
