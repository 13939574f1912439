/** `GET /erasure?callback_url=`: the wallet's request to delete presented claims (IT-Wallet 1.4.6). */
import { type HttpResponse, type Route, redirect } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { paths } from '../paths.ts'
import { beginErasure } from './begin-erasure.ts'
import type { Erased } from './erase-presented.ts'

/** Creates the route `GET /erasure`. */
export const erasureEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'GET',
  path: paths.erasure,
  kind: 'machine',
  handle: async (request) => {
    const { engagementUrl, cookie } = await beginErasure(ctx, request)
    return redirect(engagementUrl, cookie === undefined ? {} : { 'set-cookie': cookie }, 302)
  },
})

/**
 * Returns the erasure response: 204, with the receipt and the wallet's callback URL as headers. Browsers do not follow
 * `location` in a 204.
 */
export const respondErased = ({ receipt, callbackUrl }: Erased): HttpResponse => ({
  status: 204,
  headers: {
    'cache-control': 'no-store',
    'erasure-receipt': receipt,
    ...(callbackUrl !== undefined && { location: callbackUrl }),
  },
})
