/**
 * `GET /presentations/new` starts a presentation. A redirect (302) with a link opens a wallet on this device, and a QR
 * code opens a wallet on another device. The first page of a presentation that an application ordered uses the same
 * answers (`respondStarted`).
 */
import { type EndpointRequest, type HttpResponse, type Route, redirect, respondPage } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { qrPage, walletLinkPage } from '../pages/start-pages.ts'
import { paths } from '../paths.ts'
import { respondWalletChoice } from '../wallets/wallet-choice.ts'
import { chosenLink, mustChoose, walletParameter } from '../wallets/wallet-links.ts'
import { type ReopenedPresentation, reopenPresentation } from './reopen-presentation.ts'
import { engagementUrlOf, startPresentation } from './start-presentation.ts'

export const startEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'GET',
  path: paths.start,
  kind: 'page',
  handle: async (request) => {
    const flow = request.query.get('flow')
    if (flow === 'same-device' && mustChoose(ctx.config, request.query, flow)) return respondWalletChoice(ctx, request)
    const again = await reopenPresentation(ctx, request)
    return respondStarted(ctx, request, again ?? (await startPresentation(ctx, request.query)))
  },
})

/**
 * Renders a begun or reopened presentation: the choice of a wallet, the link or QR code, or a redirect. Sets the cookie
 * only if `started` has one, because a browser that reopens an open session has its cookie already.
 */
export async function respondStarted(
  ctx: Pick<RelyingPartyServices, 'config' | 'clock' | 'crypto' | 'findWallets' | 'sessions'>,
  request: Pick<EndpointRequest, 'language' | 'query' | 'url' | 'cookie' | 'header'>,
  started: ReopenedPresentation,
): Promise<HttpResponse> {
  const { config, clock } = ctx
  const { language, query } = request
  const { cookie } = started
  const headers: Record<string, string> = cookie === undefined ? {} : { 'set-cookie': cookie } // RP-76
  if ('redirectUri' in started) return redirect(started.redirectUri, headers, 303) // RP-78
  const { session } = started
  if (mustChoose(config, query, session.flow)) return respondWalletChoice(ctx, request, headers)
  const link = chosenLink(config, query)
  const engagementUrl = engagementUrlOf(ctx, session, link)
  if (session.flow === 'same-device') {
    const body = walletLinkPage({ config, language, engagementUrl, session }) // RP-28
    return respondPage(body, 302, { location: engagementUrl, ...headers }) // RP-02
  }
  const body = qrPage({
    config,
    language,
    session,
    engagementUrl, // RP-29
    wallet: link === undefined ? undefined : query.get(walletParameter),
    secondsLeft: Math.max(0, session.expiresAt - clock.now()),
  })
  return respondPage(body, 200, headers)
}
