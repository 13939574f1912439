/**
 * Screens of a console for running services, in the order of the navigation. They see decisions and never messages. A
 * screen over a role is there only if the settings name the role.
 */
import type { Clock, Fetch } from '../../base/index.ts'
import type { DecisionFeed } from '../decision-feed.ts'
import { createMapScreen } from '../map/map-screen.ts'
import type { ConsoleRole } from '../observe-roles.ts'
import type { Screen } from '../screen.ts'

/** Parts for the screens of running services. */
interface ServedGround {
  readonly clock: Clock
  /** Adds the operator's name to requests with the console's token. */
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  /** Decisions of all roles that the console may read. */
  readonly decisions: DecisionFeed
  /** Returns the console's token at a role. `undefined` for an unknown role, and for one without a token. */
  readonly tokenOf: (role: string) => string | undefined
}

export const servedScreens = ({ clock, fetch, roles }: ServedGround): readonly Screen[] => [
  createMapScreen({ clock, fetch, roles }),
]
