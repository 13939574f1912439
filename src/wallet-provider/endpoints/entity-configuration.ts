/** `GET /.well-known/openid-federation`: what the provider says about itself (OpenID Federation 1.0 §9). */
import { entityConfigurationPath, entityStatementMediaType } from '../../federation/index.ts'
import { type Route, respondText } from '../../http/index.ts'
import type { WalletProviderServices } from '../context.ts'

export const entityConfigurationEndpoint = (ctx: Pick<WalletProviderServices, 'clock' | 'publisher'>): Route => ({
  method: 'GET',
  path: entityConfigurationPath,
  kind: 'document',
  handle: async () => {
    const { jwt, maxAge } = await ctx.publisher.entityConfiguration(ctx.clock.now())
    return respondText(jwt, entityStatementMediaType, { 'cache-control': `public, max-age=${maxAge}` }) // FED-01, FED-41
  },
})
