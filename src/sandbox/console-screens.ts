/** The screens of the sandbox's console, in the order of the navigation. */
import type { Clock, CryptoContext, Fetch, UrlPolicy } from '../base/index.ts'
import {
  type ConnectParts,
  type ConsoleRole,
  createAdministration,
  createBreakScreen,
  createConnectScreen,
  createDecoderScreen,
  createFederationObserver,
  createFederationScreen,
  createFlowsScreen,
  createMapScreen,
  createWalletScreen,
  type DecisionFeed,
  type Faults,
  type FlowsParts,
  type Screen,
  type WalletDesk,
} from '../console/index.ts'
import type { TrustAnchors } from '../federation/index.ts'
import { applicantsIn } from './console-federation.ts'
import { decoderExamples } from './decoder-examples.ts'
import { type DeskInput, deskScreens } from './desk-screens.ts'
import type { Traffic } from './traffic.ts'

interface ConsoleInput extends CryptoContext, DeskInput {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  readonly decisions: DecisionFeed
  readonly traffic: Traffic
  readonly wallets: WalletDesk
  readonly anchors: TrustAnchors
  readonly urls: UrlPolicy
  readonly faults: Faults
  readonly connect: ConnectParts
  readonly flows: Omit<FlowsParts, 'clock' | 'decisions' | 'traffic'>
  /** Entity identifier of the Trust Anchor. */
  readonly authority: string
}

/** Returns the screens of the sandbox's console. */
export function consoleScreens(input: ConsoleInput): readonly Screen[] {
  const { administer, authority, clock, connect, decisions, faults, flows, roles, traffic, wallets } = input
  const administration = createAdministration(administer, authority)
  const federation = { ...input, administration, fetch: traffic.fetchAs('console', input.fetch) }
  const observe = createFederationObserver(federation)
  const { ask, register, devices } = deskScreens(input)
  return [
    createMapScreen({ ...federation, observe, calendar: '/federation/calendar' }),
    createFlowsScreen({ clock, decisions, traffic: traffic.log, ...flows }),
    createWalletScreen({ clock, wallets, roles }),
    ask,
    createDecoderScreen({ ...input, examples: decoderExamples(input) }),
    register,
    devices,
    createFederationScreen({
      ...{ ...federation, observe },
      applicants: () => applicantsIn(traffic.log, authority),
    }),
    createConnectScreen(connect),
    createBreakScreen({ clock, faults, messages: traffic.log, publicUrl: input.consoleUrl }),
  ]
}
