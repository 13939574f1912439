/**
 * The Trust Anchor: the root of the federation. It certifies the keys of its members, limits their metadata, and lists
 * them. With superiors of its own (`authorityHints`) it is an intermediate. All federation endpoints are public and
 * need no authentication (FED-34). The administration is for its operator only.
 */
import { createMember, type Member } from '../member/index.ts'
import { TA } from './answers.ts'
import { createServices, type TrustAnchorContext } from './context.ts'
import { historicalKeysEndpoint } from './keys/historical-keys-endpoint.ts'
import { trustMarkEndpoint, trustMarkListEndpoint, trustMarkStatusEndpoint } from './marks/trust-mark-endpoints.ts'
import { administrationEndpoints } from './onboarding/administration-endpoints.ts'
import { resolveEndpoint } from './resolve/resolve-endpoint.ts'
import { fetchStatementEndpoint } from './statements/fetch-endpoint.ts'
import { listEndpoint } from './statements/list-endpoint.ts'

/** A Trust Anchor or intermediate, ready to be served. */
export type TrustAnchor = Member

/**
 * Returns a Trust Anchor or an intermediate. Without `adminToken` it has no administration. Throws a TypeError for an
 * intermediate without the anchors above it, and for an `adminToken` that can be guessed or does not fit in a header.
 */
export function createTrustAnchor(ctx: TrustAnchorContext): TrustAnchor {
  const services = createServices(ctx)
  return createMember({
    name: 'trust-anchor',
    services,
    malformed: TA.malformed,
    routes: [
      fetchStatementEndpoint(services),
      listEndpoint(services),
      resolveEndpoint(services),
      historicalKeysEndpoint(services),
      ...(ctx.config.trustMarks.length > 0
        ? [trustMarkEndpoint(services), trustMarkListEndpoint(services), trustMarkStatusEndpoint(services)]
        : []),
    ],
    administration: ctx.adminToken === undefined ? undefined : administrationEndpoints(services),
  })
}
