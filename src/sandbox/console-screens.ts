/** The screens of the sandbox's console, in the order of the navigation. */
import type { Clock, Fetch } from '../base/index.ts'
import {
  type ConsoleRole,
  createMapScreen,
  createWalletScreen,
  type DecisionFeed,
  type Screen,
  type WalletDesk,
} from '../console/index.ts'
import type { Traffic } from './traffic.ts'

/** Parts of the sandbox that its console uses. */
export interface ConsoleGround {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  readonly decisions: DecisionFeed
  readonly traffic: Traffic
  readonly wallets: WalletDesk
}

export const consoleScreens = ({ clock, fetch, roles, wallets }: ConsoleGround): readonly Screen[] => [
  createMapScreen({ clock, fetch, roles }),
  createWalletScreen({ clock, wallets, roles }),
]
