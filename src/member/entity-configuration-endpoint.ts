/** `GET /.well-known/openid-federation`: a member's Entity Configuration (OpenID Federation 1.0 §9; FED-01, FED-41). */
import type { Clock } from '../base/index.ts'
import {
  type EntityConfigurationPublisher,
  entityConfigurationPath,
  entityStatementMediaType,
} from '../federation/index.ts'
import { publishedDocument, type Route } from '../http/index.ts'

/**
 * Creates the route. The publisher signs in advance, so that a request normally waits only until the first
 * configuration is signed.
 */
export const entityConfigurationEndpoint = (ctx: {
  readonly clock: Clock
  readonly publisher: EntityConfigurationPublisher
}): Route =>
  publishedDocument(entityConfigurationPath, entityStatementMediaType, () =>
    ctx.publisher.entityConfiguration(ctx.clock.now()),
  )
