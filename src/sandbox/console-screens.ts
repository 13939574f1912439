/** The screens of the sandbox's console, in the order of the navigation. */
import type { Clock, Fetch } from '../base/index.ts'
import {
  type ConsoleRole,
  createDecoderScreen,
  createMapScreen,
  type DecisionFeed,
  type Screen,
} from '../console/index.ts'
import { createNodeCrypto, createNodeRandom } from '../node/index.ts'
import { decoderExamples } from './decoder-examples.ts'
import type { Traffic } from './traffic.ts'

/** Parts of the sandbox that its console uses. */
export interface ConsoleGround {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  readonly decisions: DecisionFeed
  readonly traffic: Traffic
}

export const consoleScreens = ({ clock, fetch, roles }: ConsoleGround): readonly Screen[] => [
  createMapScreen({ clock, fetch, roles }),
  decoder({ clock, fetch, roles }),
]

function decoder({ clock, fetch, roles }: Pick<ConsoleGround, 'clock' | 'fetch' | 'roles'>): Screen {
  const ctx = { clock, crypto: createNodeCrypto(), random: createNodeRandom() }
  return createDecoderScreen({ ...ctx, examples: decoderExamples({ ...ctx, fetch, roles }) })
}
