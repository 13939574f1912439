/**
 * The Trust Anchor: the root of the federation. It vouches for the keys of its members, bounds what they may claim, and
 * lists them. With superiors of its own (`authorityHints`) it is an intermediate. All of its federation endpoints are
 * public and ask nobody who they are (FED-34); the administration is its operator's alone.
 */
import type { EntityConfigurationPublisher } from '../federation/index.ts'
import { type App, type AppOptions, createApp, type Route, withAdministration } from '../http/index.ts'
import { TA } from './answers.ts'
import { createServices, type TrustAnchorContext } from './context.ts'
import { entityConfigurationEndpoint } from './entity-configuration-endpoint.ts'
import { historicalKeysEndpoint } from './keys/historical-keys-endpoint.ts'
import { trustMarkEndpoint, trustMarkListEndpoint, trustMarkStatusEndpoint } from './marks/trust-mark-endpoints.ts'
import { administrationEndpoints } from './onboarding/administration-endpoints.ts'
import { resolveEndpoint } from './resolve/resolve-endpoint.ts'
import { fetchStatementEndpoint, listEndpoint } from './statements/statement-endpoints.ts'

/** A Trust Anchor or intermediate, to be served. */
export interface TrustAnchor {
  readonly app: App
  readonly publisher: EntityConfigurationPublisher
}

/**
 * Without `adminToken` nobody can administer it over HTTP. Throws a TypeError for an intermediate without the anchors above
 * it, and for an `adminToken` that can be guessed or
 * that no header can show.
 */
export function createTrustAnchor(ctx: TrustAnchorContext): TrustAnchor {
  const services = createServices(ctx)
  const appOf = (routes: readonly Route[], guard: Pick<AppOptions, 'ownUrls'> = {}): App =>
    createApp({
      name: 'trust-anchor',
      publicUrl: ctx.config.entityId,
      decide: services.decide,
      admission: ctx.admission,
      malformed: TA.malformed,
      onFault: ctx.onFault,
      ...guard,
      routes,
    })
  const open = appOf([
    entityConfigurationEndpoint(services),
    fetchStatementEndpoint(services),
    listEndpoint(services),
    resolveEndpoint(services),
    historicalKeysEndpoint(services),
    ...(ctx.config.trustMarks.length > 0
      ? [trustMarkEndpoint(services), trustMarkListEndpoint(services), trustMarkStatusEndpoint(services)]
      : []),
  ])
  if (ctx.adminToken === undefined) return { app: open, publisher: services.publisher }
  const administered = withAdministration(ctx.config.entityId, open, (guard) =>
    appOf(administrationEndpoints(services), guard),
  )
  return { app: administered, publisher: services.publisher }
}
