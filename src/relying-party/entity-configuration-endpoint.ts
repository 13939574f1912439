/**
 * `GET /.well-known/openid-federation`: Entity Configuration of the Relying Party (it-wallet §Endpoints, Relying Party;
 * FED-01).
 */
import { entityConfigurationPath, entityStatementMediaType } from '../federation/index.ts'
import { publishedDocument, type Route } from '../http/index.ts'
import type { RelyingPartyServices } from './context.ts'

export const entityConfigurationEndpoint = (ctx: Pick<RelyingPartyServices, 'clock' | 'publisher'>): Route =>
  publishedDocument(entityConfigurationPath, entityStatementMediaType, () =>
    ctx.publisher.entityConfiguration(ctx.clock.now()),
  )
