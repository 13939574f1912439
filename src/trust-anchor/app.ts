/**
 * The Trust Anchor: the root of the federation. It confirms the keys of its members, limits their metadata, and lists
 * the members. With superiors (`authorityHints`) it is an intermediate. All federation endpoints are public and need no
 * authentication (FED-34). The administration requires an administrator's token.
 */
import { createMember, type Member } from '../member/index.ts'
import { trustAnchorWire } from '../profiles/index.ts'
import { TA } from './answers.ts'
import { certificateListEndpoint } from './certificates/certificate-list-endpoint.ts'
import { createServices, type TrustAnchorContext } from './context.ts'
import { subordinateEventsEndpoint } from './events/subordinate-events.ts'
import { historicalKeysEndpoint } from './keys/historical-keys-endpoint.ts'
import { trustMarkEndpoint, trustMarkListEndpoint, trustMarkStatusEndpoint } from './marks/trust-mark-endpoints.ts'
import { hasMarkStatus } from './metadata.ts'
import { administrationDescriptions } from './onboarding/administration-descriptions.ts'
import { administrationEndpoints } from './onboarding/administration-endpoints.ts'
import { keyAnnouncementEndpoint } from './onboarding/announce-keys.ts'
import { pinMembers } from './onboarding/pin-members.ts'
import { resolveEndpoint } from './resolve/resolve-endpoint.ts'
import { fetchStatementEndpoint, listEndpoint } from './statements/statement-endpoints.ts'

/** A Trust Anchor or intermediate, ready to be served. */
export interface TrustAnchor extends Member {
  /**
   * Pins the first protocol keys of members that have none, in the profiles that pin them. A service calls it every
   * minute. Fetches from no further member after `end` aborts.
   */
  upkeep(end?: AbortSignal): Promise<void>
  /** Returns a sentence for each problem that does not stop the entity, but needs the operator. */
  notes(): readonly string[]
}

/**
 * Creates a Trust Anchor or an intermediate. Without `administrators` it has no administration.
 *
 * Throws a TypeError if an intermediate has no `anchors`, or if an administrator's token is too short or malformed. In
 * a profile with certificates, also throws a TypeError if `certificates` or `keyAnnouncements` is missing.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import * as node from 'fiducia/node'
 * import { openSqliteStores } from 'fiducia/stores'
 * import { createTrustAnchor, trustAnchorConfig } from 'fiducia/trust-anchor'
 *
 * const [crypto, random, fetch] = [node.createNodeCrypto(), node.createNodeRandom(), node.createGuardedFetch()]
 * const outside = { crypto, random, fetch, clock: node.createSystemClock(), decisions: node.createDecisionLog() }
 * const url = 'https://ta.example'
 * const organization = { organization_name: 'TA', homepage_uri: url, policy_uri: url, tos_uri: url, logo_uri: url }
 * const { app } = createTrustAnchor({
 *   ...{ ...outside, onFault: console.error, signer: await generateSigner(outside) },
 *   config: trustAnchorConfig.parse({ entityId: url, organization }),
 *   ...openSqliteStores('trust-anchor', ':memory:').stores,
 * })
 * assert.equal((await app(new Request(`${url}/.well-known/openid-federation`))).status, 200)
 * ```
 */
export function createTrustAnchor(ctx: TrustAnchorContext): TrustAnchor {
  const services = createServices(ctx)
  const wire = trustAnchorWire[ctx.config.profile]
  const member = createMember({
    name: 'trust-anchor',
    services,
    api: { title: 'Trust Anchor', descriptions: administrationDescriptions },
    malformed: TA.malformed,
    routes: [
      fetchStatementEndpoint(services),
      listEndpoint(services),
      resolveEndpoint(services),
      historicalKeysEndpoint(services),
      ...(wire.publishesEvents ? [subordinateEventsEndpoint(services)] : []),
      ...(services.certification
        ? [certificateListEndpoint(services, services.certification.lists), keyAnnouncementEndpoint(services)]
        : []),
      ...(ctx.config.trustMarks.length > 0 ? [trustMarkEndpoint(services)] : []),
      ...(hasMarkStatus(ctx.config) ? [trustMarkListEndpoint(services), trustMarkStatusEndpoint(services)] : []),
    ],
    administration:
      services.administrators.length === 0
        ? undefined
        : { administer: services.administer, routes: administrationEndpoints(services) },
  })
  return {
    ...member,
    upkeep: (end) => pinMembers(services, end),
    notes: () => services.certification?.lists.notes() ?? [],
  }
}
