/** `POST /token`: exchanges a code for an access token (it-wallet §Token request). */
import { formOf, type Route, respondJson } from '../../http/index.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { attestationHeadersOf, attestedFormLimit } from './attestation-headers.ts'
import { exchangeCode } from './exchange-code.ts'

export const tokenEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'POST',
  path: paths.token,
  kind: 'machine',
  checksDpopHeader: true,
  accepts: ['form'],
  bodyLimit: attestedFormLimit,
  handle: async (request) => {
    const attestation = attestationHeadersOf(request)
    const body = await exchangeCode(ctx, { form: formOf(request), dpop: request.header('dpop'), attestation })
    return respondJson(body, 200, { 'cache-control': 'no-store', pragma: 'no-cache' }) // PP-20
  },
})
