/**
 * The Wallet Provider: registers Wallet Instances by the evidence of their devices and attests their keys.
 */
import type { EntityConfigurationPublisher } from '../federation/index.ts'
import { type App, type AppOptions, createApp, type Route, withAdministration } from '../http/index.ts'
import { WP } from './answers.ts'
import { revokeInstances } from './attestation/attestation-status.ts'
import { statusListEndpoint } from './attestation/status-list-endpoint.ts'
import { tokenEndpoint } from './attestation/token-endpoint.ts'
import { walletAttestationsEndpoint } from './attestation/wallet-attestations-endpoint.ts'
import { createServices, type WalletProviderContext } from './context.ts'
import { entityConfigurationEndpoint } from './entity-configuration-endpoint.ts'
import { administrationEndpoints } from './lifecycle/administration-endpoints.ts'
import { instanceStatusEndpoints } from './lifecycle/instance-status-endpoint.ts'
import { ownActors } from './lifecycle/wallet-instance.ts'
import { nonceEndpoint } from './registration/nonce-endpoint.ts'
import { walletInstanceEndpoint, walletInstancesEndpoint } from './registration/registration-endpoint.ts'

/** A Wallet Provider, to be served. */
export interface WalletProvider {
  readonly app: App
  readonly publisher: EntityConfigurationPublisher
  /**
   * Revokes whoever was registered below one of these certificates: for the vendor's list of revoked ones, whenever it was
   * read (WP-52). Says how many were not revoked before.
   */
  revokeBelowCertificates(certificateSerials: readonly string[]): Promise<number>
}

/** Throws where the configuration may not start: in production, with anything that takes devices of tests (DIS-02). */
export function createWalletProvider(ctx: WalletProviderContext): WalletProvider {
  const { unfitForProduction } = ctx.deviceIntegrity
  if (ctx.config.environment === 'production' && unfitForProduction.length > 0)
    throw new Error(`the Wallet Provider does not start in production: ${unfitForProduction.join('; ')}`) // DIS-02
  const services = createServices(ctx)
  const appOf = (routes: readonly Route[], guard: Pick<AppOptions, 'ownUrls'> = {}): App =>
    createApp({
      name: 'wallet-provider',
      publicUrl: ctx.config.entityId,
      decide: services.decide,
      admission: ctx.admission,
      malformed: WP.malformed,
      onFault: ctx.onFault,
      ...guard,
      routes,
    })
  const app = appOf([
    entityConfigurationEndpoint(services),
    nonceEndpoint(services),
    walletInstanceEndpoint(services),
    tokenEndpoint(services),
    walletInstancesEndpoint(services),
    walletAttestationsEndpoint(services),
    ...instanceStatusEndpoints(services),
    statusListEndpoint(services),
  ])
  return {
    app: ctx.administrators
      ? withAdministration(ctx.config.entityId, app, (guard) => appOf(administrationEndpoints(services), guard))
      : app,
    publisher: services.publisher,
    revokeBelowCertificates: (certificateSerials) =>
      revokeInstances(services, {
        of: { certificateSerials },
        reason: 'device_certificate_revoked', // WP-52
        actor: ownActors.provider,
        now: ctx.clock.now(),
      }),
  }
}
