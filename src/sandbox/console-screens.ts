/** The screens of the sandbox's console, in the order of the navigation. */
import type { Clock, Fetch } from '../base/index.ts'
import {
  type ConnectParts,
  type ConsoleRole,
  createBreakScreen,
  createConnectScreen,
  createFlowsScreen,
  createMapScreen,
  type DecisionFeed,
  type Faults,
  type FlowsParts,
  type Screen,
} from '../console/index.ts'
import type { Traffic } from './traffic.ts'

/** Parts of the sandbox that its console uses. */
export interface ConsoleGround {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  readonly decisions: DecisionFeed
  readonly traffic: Traffic
  /** URL of the console. */
  readonly publicUrl: string
  readonly faults: Faults
  readonly connect: ConnectParts
  /** What only a sandbox can do with messages. */
  readonly flows: Omit<FlowsParts, 'clock' | 'decisions' | 'traffic'>
}

export const consoleScreens = ({
  clock,
  fetch,
  roles,
  decisions,
  traffic,
  flows,
  publicUrl,
  faults,
  connect,
}: ConsoleGround): readonly Screen[] => [
  createMapScreen({ clock, fetch, roles }),
  createFlowsScreen({ clock, decisions, traffic: traffic.log, ...flows }),
  createConnectScreen(connect),
  createBreakScreen({ clock, faults, messages: traffic.log, publicUrl }),
]
