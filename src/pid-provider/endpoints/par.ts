/** `POST /as/par`: a pushed authorization request (RFC 9126; it-wallet §Endpoints). */
import { formOf, type Route, respondJson } from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../metadata.ts'
import { pushAuthorizationRequest } from '../push-authorization-request.ts'

export const parEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'POST',
  path: paths.par,
  kind: 'machine',
  accepts: ['form'],
  bodyLimit: 131_072,
  handle: async (request) => {
    const pushed = await pushAuthorizationRequest(ctx, { form: formOf(request), dpop: request.header('dpop') })
    return respondJson(pushed, 201, { 'cache-control': 'no-cache, no-store' }) // PP-10
  },
})
