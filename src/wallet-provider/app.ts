/** The Wallet Provider: registers Wallet Instances by the evidence of their devices, and attests their keys. */
import type { Route } from '../http/index.ts'
import { createMember, type Member, statusListEndpoint } from '../member/index.ts'
import { walletProviderWire } from '../profiles/index.ts'
import type { StatusPlaces } from '../status-list/index.ts'
import { WP } from './answers.ts'
import { revokeInstances, STATUS_LIST_RULES } from './attestation/attestation-status.ts'
import { tokenEndpoint } from './attestation/token-endpoint.ts'
import { walletAttestationsEndpoint } from './attestation/wallet-attestations-endpoint.ts'
import { createServices, type WalletProviderContext, type WalletProviderServices } from './context.ts'
import { administrationDescriptions } from './lifecycle/administration-descriptions.ts'
import { administrationEndpoints } from './lifecycle/administration-endpoints.ts'
import { instanceStatusEndpoints } from './lifecycle/instance-status-endpoint.ts'
import { ownActors } from './lifecycle/wallet-instance.ts'
import { paths } from './paths.ts'
import { unbuiltAttestation } from './profile-entity/unbuilt-endpoints.ts'
import { nonceEndpoint } from './registration/nonce-endpoint.ts'
import { walletInstanceEndpoint, walletInstancesEndpoint } from './registration/registration-endpoint.ts'

/** A Wallet Provider, ready to be served. */
export interface WalletProvider extends Member {
  /** The places of the Wallet Attestations in the status lists. */
  readonly statusPlaces: StatusPlaces
  /**
   * Revokes the instances that were registered below one of these certificates. Returns how many were not revoked
   * before. For use each time that the vendor's list of revoked certificates is read (WP-52).
   */
  revokeBelowCertificates(certificateSerials: readonly string[]): Promise<number>
}

/**
 * Returns a Wallet Provider. Throws if the environment is `production` and the configuration accepts test devices
 * (DIS-02).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createDeviceIntegrity } from 'fiducia/device-integrity'
 * import { generateSigner } from 'fiducia/jose'
 * import * as node from 'fiducia/node'
 * import { openSqliteStores } from 'fiducia/stores'
 * import { createWalletProvider, walletProviderConfig } from 'fiducia/wallet-provider'
 *
 * const [crypto, random, fetch] = [node.createNodeCrypto(), node.createNodeRandom(), node.createGuardedFetch()]
 * const outside = { crypto, random, fetch, clock: node.createSystemClock(), decisions: node.createDecisionLog() }
 * const [url, superior] = ['https://wp.example', 'https://ta.example']
 * const organization = { organization_name: 'WP', homepage_uri: url, policy_uri: url, tos_uri: url, logo_uri: url }
 * const { app } = createWalletProvider({
 *   ...{ ...outside, onFault: console.error, deviceIntegrity: createDeviceIntegrity([]), anchors: new Map() },
 *   config: walletProviderConfig.parse({ entityId: url, organization, authorityHints: [superior] }),
 *   federationSigner: await generateSigner(outside),
 *   attestationSigner: await generateSigner(outside),
 *   challengeKeys: [{ id: 1, secret: random.bytes(32) }],
 *   stores: openSqliteStores('wallet-provider', ':memory:').stores,
 * })
 * assert.equal((await app(new Request(`${url}/nonce`))).status, 200)
 * ```
 */
export function createWalletProvider(ctx: WalletProviderContext): WalletProvider {
  const { unfitForProduction } = ctx.deviceIntegrity
  if (ctx.config.environment === 'production' && unfitForProduction.length > 0)
    throw new Error(`the Wallet Provider does not start in production: ${unfitForProduction.join('; ')}`) // DIS-02
  const services = createServices(ctx)
  const member = createMember({
    name: 'wallet-provider',
    services,
    api: { title: 'Wallet Provider', descriptions: administrationDescriptions },
    malformed: WP.malformed,
    routes: walletProviderWire[ctx.config.profile].isBuilt
      ? attestationEndpoints(services)
      : unbuiltAttestation(services),
    administration: ctx.administrators && {
      administer: services.administer,
      routes: administrationEndpoints(services),
    },
  })
  return {
    ...member,
    statusPlaces: services.statusPlaces,
    revokeBelowCertificates: (certificateSerials) =>
      revokeInstances(services, {
        of: { certificateSerials },
        reason: 'device_certificate_revoked', // WP-52
        actor: ownActors.provider,
        now: ctx.clock.now(),
      }),
  }
}

/** Creates the endpoints of the default profile. */
const attestationEndpoints = (services: WalletProviderServices): readonly Route[] => [
  nonceEndpoint(services),
  walletInstanceEndpoint(services),
  tokenEndpoint(services),
  walletInstancesEndpoint(services),
  walletAttestationsEndpoint(services),
  ...instanceStatusEndpoints(services),
  statusListEndpoint(services, {
    surface: 'wallet-provider/statuslists',
    path: paths.statusLists,
    rules: STATUS_LIST_RULES,
  }),
]
