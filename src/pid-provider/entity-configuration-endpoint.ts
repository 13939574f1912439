/**
 * `GET /.well-known/openid-federation`: the provider's entity configuration (OpenID Federation 1.0 §9; FED-01, FED-41).
 */
import { entityConfigurationPath, entityStatementMediaType } from '../federation/index.ts'
import { publishedDocument, type Route } from '../http/index.ts'
import type { PidProviderServices } from './context.ts'

export const entityConfigurationEndpoint = (ctx: Pick<PidProviderServices, 'clock' | 'publisher'>): Route =>
  publishedDocument(entityConfigurationPath, entityStatementMediaType, () =>
    ctx.publisher.entityConfiguration(ctx.clock.now()),
  )
