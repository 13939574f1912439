/** `POST /as/par`: a pushed authorization request (RFC 9126; it-wallet §Endpoints). */
import { formOf, type Route, respondJson } from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { attestationHeadersOf, attestedFormLimit } from '../token/attestation-headers.ts'
import { pushAuthorizationRequest } from './push-authorization-request.ts'

export const parEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'POST',
  path: paths.par,
  kind: 'machine',
  checksDpopHeader: true,
  accepts: ['form'],
  bodyLimit: attestedFormLimit,
  handle: async (request) => {
    const attestation = attestationHeadersOf(request)
    const message = { form: formOf(request), dpop: request.header('dpop'), attestation }
    const pushed = await pushAuthorizationRequest(ctx, message)
    return respondJson(pushed, 201, { 'cache-control': 'no-cache, no-store' }) // PP-10
  },
})
