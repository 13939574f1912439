/** The screens of the sandbox's console, in the order of the navigation. */
import type { Clock, Fetch } from '../base/index.ts'
import { type ConsoleRole, createMapScreen, type DecisionFeed, type Screen } from '../console/index.ts'
import { type DeskGround, deskScreens } from './desk-screens.ts'
import type { Traffic } from './traffic.ts'

/** Parts of the sandbox that its console uses. */
interface ConsoleGround extends DeskGround {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  readonly decisions: DecisionFeed
  readonly traffic: Traffic
}

export function consoleScreens(ground: ConsoleGround): readonly Screen[] {
  const { clock, fetch, roles } = ground
  const { ask, register, devices } = deskScreens(ground)
  return [createMapScreen({ clock, fetch, roles }), ask, register, devices]
}
