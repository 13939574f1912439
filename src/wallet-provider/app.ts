/**
 * The Wallet Provider: registers Wallet Instances by the evidence of their devices and attests their keys.
 */
import type { EntityConfigurationPublisher } from '../federation/index.ts'
import { type App, createApp } from '../http/index.ts'
import { WP } from './answers.ts'
import { createServices, type WalletProviderContext } from './context.ts'
import { entityConfigurationEndpoint } from './endpoints/entity-configuration.ts'
import { nonceEndpoint } from './endpoints/nonce.ts'
import { tokenEndpoint } from './endpoints/token.ts'
import { walletInstanceEndpoint } from './endpoints/wallet-instance.ts'

export interface WalletProvider {
  readonly app: App
  readonly publisher: EntityConfigurationPublisher
}

export function createWalletProvider(ctx: WalletProviderContext): WalletProvider {
  const services = createServices(ctx)
  const app = createApp({
    name: 'wallet-provider',
    publicUrl: ctx.config.entityId,
    decide: services.decide,
    malformed: WP.malformed,
    onFault: ctx.onFault,
    routes: [
      entityConfigurationEndpoint(services),
      nonceEndpoint(services),
      walletInstanceEndpoint(services),
      tokenEndpoint(services),
    ],
  })
  return { app, publisher: services.publisher }
}
