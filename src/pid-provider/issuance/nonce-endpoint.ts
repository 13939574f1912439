/** `POST /nonce`: returns a c_nonce for any access token (PP-101). Needs no authentication and stores nothing. */
import { type Route, respondJson } from '../../http/index.ts'
import { createCNonce } from '../../oid4vci/index.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../paths.ts'

export const nonceEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'POST',
  path: paths.nonce,
  kind: 'machine',
  handle: () => respondJson({ c_nonce: createCNonce(ctx, ctx.nonceKeys, ctx.clock.now()) }), // PP-101
})
