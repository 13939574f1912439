/**
 * Screens of a console for running services, in the order of the navigation. They see decisions and never messages. A
 * screen over a role is there only if the settings name the role.
 */
import type { Clock, Fetch } from '../../base/index.ts'
import type { Administer } from '../administration.ts'
import type { DecisionFeed } from '../decision-feed.ts'
import { createMapScreen } from '../map/map-screen.ts'
import type { ConsoleRole } from '../observe-roles.ts'
import type { Screen } from '../screen.ts'

/** Parts for the screens of running services. */
interface ServedGround {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  /** Decisions of all roles that the console may read. */
  readonly decisions: DecisionFeed
  /** Sends requests to the administration of a role, for the operator whose request is being served. */
  readonly administer: Administer
}

export const servedScreens = ({ clock, fetch, roles }: ServedGround): readonly Screen[] => [
  createMapScreen({ clock, fetch, roles }),
]
