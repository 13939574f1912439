/** `POST /response`: the wallet posts the Authorization Response here (it-wallet §Endpoints, response_uri). */
import { formOf, type Route, respondJson } from '../../http/index.ts'
import { responseSizeLimit } from '../../oid4vp/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { paths } from '../paths.ts'
import { acceptPresentation } from './accept-presentation.ts'

export const responseEndpoint = (ctx: RelyingPartyServices): Route => ({
  method: 'POST',
  path: paths.response,
  kind: 'machine',
  accepts: ['form'], // RP-10
  bodyLimit: responseSizeLimit,
  handle: async (request) => {
    const redirectUri = await acceptPresentation(ctx, formOf(request))
    return respondJson(redirectUri === undefined ? {} : { redirect_uri: redirectUri }) // RP-15, RP-72, RP-83
  },
})
