/** `GET /.well-known/openid-federation`: what the provider says about itself (OpenID Federation 1.0 §9). */
import { whenKnown } from '../../base/index.ts'
import {
  entityConfigurationPath,
  entityStatementMediaType,
  type PublishedEntityConfiguration,
} from '../../federation/index.ts'
import { type HttpResponse, type Route, respondText } from '../../http/index.ts'
import type { WalletProviderServices } from '../context.ts'

export const entityConfigurationEndpoint = (ctx: Pick<WalletProviderServices, 'clock' | 'publisher'>): Route => ({
  method: 'GET',
  path: entityConfigurationPath,
  kind: 'document',
  handle: () => whenKnown(ctx.publisher.entityConfiguration(ctx.clock.now()), render),
})

const render = ({ jwt, maxAge }: PublishedEntityConfiguration): HttpResponse =>
  respondText(jwt, entityStatementMediaType, { 'cache-control': `public, max-age=${maxAge}` }) // FED-01, FED-41
