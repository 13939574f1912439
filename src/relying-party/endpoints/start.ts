/** `GET /presentations/new`: calls the wallet, on this device by a 302 and a link, on another one by a QR code. */
import { type EndpointRequest, type HttpResponse, type Route, respondPage } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { paths } from '../metadata.ts'
import { qrPage, walletLinkPage } from '../pages/start-pages.ts'
import { reopenPresentation } from '../reopen-presentation.ts'
import { type StartedPresentation, startPresentation } from '../start-presentation.ts'

export const startEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'GET',
  path: paths.start,
  kind: 'page',
  handle: async (request) => {
    const again = await reopenPresentation(ctx, request)
    return respondStarted(ctx, request, again ?? (await startPresentation(ctx, request.query)))
  },
})

/** A browser that comes again has its cookie already. */
export async function respondStarted(
  { config, clock }: Pick<RelyingPartyServices, 'config' | 'clock'>,
  { language }: Pick<EndpointRequest, 'language'>,
  { session, engagementUrl, cookie }: StartedPresentation,
): Promise<HttpResponse> {
  const headers: Record<string, string> = cookie === undefined ? {} : { 'set-cookie': cookie } // RP-76
  if (session.flow === 'same-device') {
    const body = walletLinkPage({
      config,
      language,
      engagementUrl, // RP-28
    })
    return respondPage(body, 302, {
      location: engagementUrl, // RP-02
      ...headers,
    })
  }
  const body = qrPage({
    config,
    language,
    session,
    engagementUrl, // RP-29
    secondsLeft: Math.max(0, session.expiresAt - clock.now()),
  })
  return respondPage(body, 200, headers)
}
