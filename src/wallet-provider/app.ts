/**
 * The Wallet Provider: verifies the evidence of devices, registers their Wallet Instances, and issues Wallet
 * Attestations.
 */
import type { Route } from '../http/index.ts'
import { createMember, type Member, statusListAggregationEndpoint, statusListEndpoint } from '../member/index.ts'
import { walletProviderWire } from '../profiles/index.ts'
import type { StatusPlaces } from '../status-list/index.ts'
import { WP } from './answers.ts'
import { holdInstances, revokeInstances, STATUS_LIST_RULES, statusListUri } from './attestation/attestation-status.ts'
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
  /** Chooses a place (list and index) in the status lists for each Wallet Attestation. */
  readonly statusPlaces: StatusPlaces
  /**
   * Revokes the instances whose certificate chain at registration contained one of these serial numbers (lower-case
   * hexadecimal). Returns the number of instances that this call revoked. Must be called after each update of the
   * vendor's list of revoked certificates (WP-52).
   */
  revokeBelowCertificates(certificateSerials: readonly string[]): Promise<number>
  /**
   * Holds the instances whose certificate chain at registration contained one of these serial numbers: they get no
   * attestation until an administrator releases or revokes them. Returns the number of instances that this call held.
   * Must be called after each update of the vendor's list, with the suspended certificates (WP-197).
   */
  holdBelowCertificates(certificateSerials: readonly string[]): Promise<number>
}

/**
 * Creates a Wallet Provider. Throws an Error if the environment is `production` and the device verifiers are unfit for
 * it: they have other roots than the vendors' own, or accept test builds or test responses (DIS-02). Throws a TypeError
 * if the token of an administrator is too short, too long or malformed.
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
    routes: walletProviderWire[ctx.config.profile].isImplemented
      ? publicEndpoints(services)
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
    holdBelowCertificates: (certificateSerials) =>
      holdInstances(services, {
        certificateSerials,
        reason: 'device_certificate_suspended', // WP-197
        now: ctx.clock.now(),
      }),
  }
}

/** Creates the public endpoints of an implemented profile: registration, attestation, users' access, status lists. */
const publicEndpoints = (services: WalletProviderServices): readonly Route[] => [
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
  statusListAggregationEndpoint(services, {
    path: paths.statusLists,
    uriOf: (list) => statusListUri(services.config, list),
  }), // GEN-76
]
