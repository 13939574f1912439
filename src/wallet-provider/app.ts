/**
 * The Wallet Provider: registers Wallet Instances by the evidence of their devices and attests their keys.
 */
import type { EntityConfigurationPublisher } from '../federation/index.ts'
import { type App, type AppOptions, createApp, type Route, withAdministration } from '../http/index.ts'
import { WP } from './answers.ts'
import { revokeInstances } from './attestation-status.ts'
import { createServices, type WalletProviderContext } from './context.ts'
import { administrationEndpoints } from './endpoints/administration.ts'
import { entityConfigurationEndpoint } from './endpoints/entity-configuration.ts'
import { instanceStatusEndpoints } from './endpoints/instance-status.ts'
import { nonceEndpoint } from './endpoints/nonce.ts'
import { statusListEndpoint } from './endpoints/status-list.ts'
import { tokenEndpoint } from './endpoints/token.ts'
import { walletAttestationsEndpoint } from './endpoints/wallet-attestations.ts'
import { walletInstanceEndpoint, walletInstancesEndpoint } from './endpoints/wallet-instance.ts'
import { ownActors } from './wallet-instance.ts'

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
