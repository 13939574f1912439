/**
 * The Wallet Provider: registers Wallet Instances by the evidence of their devices and attests their keys.
 */
import { joinUrl } from '../base/index.ts'
import type { EntityConfigurationPublisher } from '../federation/index.ts'
import { type App, createApp, type Route, refuseForeign } from '../http/index.ts'
import { WP } from './answers.ts'
import { createServices, type WalletProviderContext } from './context.ts'
import { entityConfigurationEndpoint } from './endpoints/entity-configuration.ts'
import { nonceEndpoint } from './endpoints/nonce.ts'
import { revokeWalletInstanceEndpoint } from './endpoints/revoke-wallet-instance.ts'
import { tokenEndpoint } from './endpoints/token.ts'
import { walletInstanceEndpoint } from './endpoints/wallet-instance.ts'

export interface WalletProvider {
  readonly app: App
  readonly publisher: EntityConfigurationPublisher
}

export function createWalletProvider(ctx: WalletProviderContext): WalletProvider {
  const services = createServices(ctx)
  const appOf = (routes: readonly Route[]): App =>
    createApp({
      name: 'wallet-provider',
      publicUrl: ctx.config.entityId,
      decide: services.decide,
      malformed: WP.malformed,
      onFault: ctx.onFault,
      routes,
    })
  const app = appOf([
    entityConfigurationEndpoint(services),
    nonceEndpoint(services),
    walletInstanceEndpoint(services),
    tokenEndpoint(services),
  ])
  const administration = ctx.administrators && appOf([revokeWalletInstanceEndpoint(services)])
  return { app: administration ? withAdministration(ctx, app, administration) : app, publisher: services.publisher }
}

/** What administers stands behind a guard and in no other app, so that no spelling of a path leads round it. */
function withAdministration({ config }: WalletProviderContext, app: App, administration: App): App {
  const guarded = refuseForeign(administration, [config.entityId])
  const prefix = joinUrl(new URL(config.entityId).pathname, '/admin/')
  return (request) => (new URL(request.url).pathname.startsWith(prefix) ? guarded(request) : app(request))
}
