/**
 * The whole ecosystem as four apps, wired over the injected network and nothing else: what the sandbox serves over
 * sockets and what tests run in memory.
 */
import type { TrustAnchors } from '../federation/index.ts'
import type { App } from '../http/index.ts'
import type { PidProvider } from '../pid-provider/index.ts'
import type { RelyingParty } from '../relying-party/index.ts'
import type { TrustAnchor } from '../trust-anchor/index.ts'
import type { WalletProvider } from '../wallet-provider/index.ts'
import { composePidProvider } from './compose/compose-pid-provider.ts'
import { composeRelyingParty } from './compose/compose-relying-party.ts'
import { composeTrustAnchor } from './compose/compose-trust-anchor.ts'
import { composeWalletProvider } from './compose/compose-wallet-provider.ts'
import { anchorsOf, type EcosystemParts, organizationNames, type RoleName } from './compose/parts.ts'
import { withOrganizationPages } from './organization-pages.ts'

export interface EcosystemRole {
  readonly name: RoleName
  /** Entity identifier and public URL. */
  readonly origin: string
  readonly app: App
}

export interface Ecosystem {
  readonly trustAnchor: TrustAnchor
  readonly walletProvider: WalletProvider
  readonly pidProvider: PidProvider
  readonly relyingParty: RelyingParty
  /** All four, in the order of their ports. */
  readonly roles: readonly EcosystemRole[]
  /** What a wallet pins. */
  readonly anchors: TrustAnchors
}

/** Puts the roles together. Nothing is sent before a first request comes. */
export function createEcosystem(parts: EcosystemParts): Ecosystem {
  const { origins } = parts
  const trustAnchor = composeTrustAnchor(parts)
  const walletProvider = composeWalletProvider(parts)
  const pidProvider = composePidProvider(parts)
  const relyingParty = composeRelyingParty(parts)
  return {
    trustAnchor,
    walletProvider,
    pidProvider,
    relyingParty,
    roles: [
      role('trust-anchor', origins.trustAnchor, trustAnchor.app),
      role('wallet-provider', origins.walletProvider, walletProvider.app),
      role('pid-provider', origins.pidProvider, pidProvider.app),
      role('relying-party', origins.relyingParty, relyingParty.app),
    ],
    anchors: anchorsOf(parts),
  }
}

const role = (name: RoleName, origin: string, app: App): EcosystemRole => ({
  name,
  origin,
  app: withOrganizationPages({ name: organizationNames[name], app, ownHome: name === 'relying-party' }),
})
