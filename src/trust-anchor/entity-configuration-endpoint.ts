/** `GET /.well-known/openid-federation`: what the anchor says about itself (OpenID Federation 1.0 §9; FED-01, FED-41). */
import { entityConfigurationPath, entityStatementMediaType } from '../federation/index.ts'
import { publishedDocument, type Route } from '../http/index.ts'
import type { TrustAnchorServices } from './context.ts'

export const entityConfigurationEndpoint = (ctx: Pick<TrustAnchorServices, 'clock' | 'publisher'>): Route =>
  publishedDocument(entityConfigurationPath, entityStatementMediaType, () =>
    ctx.publisher.entityConfiguration(ctx.clock.now()),
  )
