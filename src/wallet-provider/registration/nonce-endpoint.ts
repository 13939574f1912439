/** `GET /nonce`: returns a challenge, without authentication (it-wallet §Endpoints). */
import { type Route, respondJson } from '../../http/index.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { createChallenge } from './challenge.ts'

/** Creates the route `GET /nonce`. */
export const nonceEndpoint = (ctx: WalletProviderServices): Route => ({
  method: 'GET',
  path: paths.nonce,
  kind: 'machine',
  handle: () => respondJson({ nonce: createChallenge(ctx) }), // WP-01, WP-33
})
