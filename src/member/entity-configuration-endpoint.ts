/** `GET /.well-known/openid-federation`: a member's Entity Configuration (OpenID Federation 1.0 §9; FED-01, FED-41). */
import type { Clock } from '../base/index.ts'
import {
  type EntityConfigurationPublisher,
  entityConfigurationPath,
  entityStatementMediaType,
} from '../federation/index.ts'
import { publishedDocument, type Route } from '../http/index.ts'

/**
 * Creates the route. A request waits only if the configuration must be signed first: there is none yet, its renewal is
 * due, or its content has changed.
 */
export const entityConfigurationEndpoint = (ctx: {
  readonly clock: Clock
  readonly publisher: EntityConfigurationPublisher
}): Route =>
  publishedDocument(entityConfigurationPath, entityStatementMediaType, () =>
    ctx.publisher.entityConfiguration(ctx.clock.now()),
  )
