/** `GET /erasure?callback_url=`: the wallet's request to delete presented claims (IT-Wallet 1.4.6). */
import { type HttpResponse, type Route, redirect, respondPage } from '../../http/index.ts'
import { RP } from '../answers.ts'
import type { RelyingPartyServices } from '../context.ts'
import { erasurePage } from '../pages/erasure-page.ts'
import { paths } from '../paths.ts'
import { beginErasure } from './begin-erasure.ts'
import type { Erased } from './erase-presented.ts'
import { engagementUrlOf } from './start-presentation.ts'

/**
 * Creates the route `GET /erasure`. The wallet opens the endpoint in a browser, but the specification requires that
 * refusals are JSON (IT-Wallet 1.4.6, Erasure Response).
 */
export const erasureEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'GET',
  path: paths.erasure,
  kind: 'machine',
  opensInBrowser: true,
  malformed: RP.erasureMalformed,
  handle: async (request) => {
    const begun = await beginErasure(ctx, request)
    if (begun === undefined)
      return respondPage(erasurePage({ ...ctx, language: request.language }, request.query.get('callback_url')))
    const { session, cookie } = begun
    return redirect(engagementUrlOf(ctx, session), cookie === undefined ? {} : { 'set-cookie': cookie }, 302)
  },
})

/**
 * Returns the erasure response: 204, with the receipt and the wallet's callback URL as headers. The specification
 * requires 204 without a body, so only a header can give the wallet the callback URL. Browsers do not follow
 * `location` in a 204. The wallet reads the header in the browser that it opened.
 */
export const respondErased = ({ receipt, callbackUrl }: Erased): HttpResponse => ({
  status: 204,
  headers: {
    'cache-control': 'no-store',
    'erasure-receipt': receipt,
    ...(callbackUrl !== undefined && { location: callbackUrl }),
  },
})
