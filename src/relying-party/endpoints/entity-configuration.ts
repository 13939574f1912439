/** `GET /.well-known/openid-federation`: what the Relying Party says about itself (it-wallet §Endpoints, Relying Party). */
import { entityConfigurationPath, entityStatementMediaType } from '../../federation/index.ts'
import { type Route, respondText } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'

export const entityConfigurationEndpoint = (ctx: Pick<RelyingPartyServices, 'clock' | 'publisher'>): Route => ({
  method: 'GET',
  path: entityConfigurationPath,
  kind: 'document',
  handle: async () => {
    const { jwt, maxAge } = await ctx.publisher.entityConfiguration(ctx.clock.now())
    return respondText(jwt, entityStatementMediaType, { 'cache-control': `public, max-age=${maxAge}` }) // FED-01
  },
})
