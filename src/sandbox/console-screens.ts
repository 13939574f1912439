/** The screens of the sandbox's console, in the order of the navigation. */
import type { Clock, CryptoContext, Fetch, Random, UrlPolicy } from '../base/index.ts'
import {
  type Administer,
  type ConsoleRole,
  createAdministration,
  createDecoderScreen,
  createFederationObserver,
  createFederationScreen,
  createMapScreen,
  createWalletScreen,
  type DecisionFeed,
  type Screen,
  type WalletDesk,
} from '../console/index.ts'
import type { TrustAnchors } from '../federation/index.ts'
import { applicantsIn } from './console-federation.ts'
import { decoderExamples } from './decoder-examples.ts'
import type { Traffic } from './traffic.ts'

/** Parts of the sandbox that its console uses. */
export interface ConsoleGround extends CryptoContext {
  readonly random: Random
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  readonly decisions: DecisionFeed
  readonly traffic: Traffic
  readonly wallets: WalletDesk
  readonly anchors: TrustAnchors
  readonly urls: UrlPolicy
  readonly administer: Administer
  /** Entity identifier of the Trust Anchor. */
  readonly authority: string
}

export function consoleScreens(ground: ConsoleGround): readonly Screen[] {
  const { administer, authority, clock, roles, traffic, wallets } = ground
  const administration = createAdministration(administer, authority)
  const federation = { ...ground, administration, fetch: traffic.fetchAs('console', ground.fetch) }
  const observe = createFederationObserver(federation)
  return [
    createMapScreen({ ...federation, observe, calendar: '/federation/calendar' }),
    createWalletScreen({ clock, wallets, roles }),
    createDecoderScreen({ ...ground, examples: decoderExamples(ground) }),
    createFederationScreen({
      ...{ ...federation, observe },
      applicants: () => applicantsIn(traffic.log, authority),
    }),
  ]
}
