/** `GET /.well-known/openid-federation`: what the Relying Party says about itself (it-wallet §Endpoints, Relying Party). */
import { whenKnown } from '../../base/index.ts'
import {
  entityConfigurationPath,
  entityStatementMediaType,
  type PublishedEntityConfiguration,
} from '../../federation/index.ts'
import { type HttpResponse, type Route, respondText } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'

export const entityConfigurationEndpoint = (ctx: Pick<RelyingPartyServices, 'clock' | 'publisher'>): Route => ({
  method: 'GET',
  path: entityConfigurationPath,
  kind: 'document',
  handle: () => whenKnown(ctx.publisher.entityConfiguration(ctx.clock.now()), render),
})

const render = ({ jwt, maxAge }: PublishedEntityConfiguration): HttpResponse =>
  respondText(jwt, entityStatementMediaType, { 'cache-control': `public, max-age=${maxAge}` }) // FED-01
