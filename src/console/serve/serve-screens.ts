/** Screens of a console for running services, in the order of the navigation. They show decisions, but no messages. */
import type { Clock, CryptoContext, Fetch, Random, UrlPolicy } from '../../base/index.ts'
import type { TrustAnchors } from '../../federation/index.ts'
import type { Administer } from '../administration.ts'
import type { DecisionFeed } from '../decision-feed.ts'
import { createDecoderScreen } from '../decoder/decoder-screen.ts'
import { createDevicesScreen } from '../devices/devices-screen.ts'
import { createAdministration } from '../federation/administration.ts'
import { createFederationScreen } from '../federation/federation-screen.ts'
import { createFlowsScreen } from '../flows/flows-screen.ts'
import { createMapScreen } from '../map/map-screen.ts'
import { createFederationObserver } from '../map/observe-federation.ts'
import type { ConsoleRole } from '../observe-roles.ts'
import { createRegisterScreen } from '../register/register-screen.ts'
import type { Screen } from '../screen.ts'

interface ScreenParts extends CryptoContext {
  readonly random: Random
  /** Pinned Trust Anchors. If there are none, the map shows every entity as not trusted. */
  readonly anchors: TrustAnchors
  readonly urls: UrlPolicy
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  /** Names of the roles for which the console has a token. */
  readonly administeredRoles: readonly string[]
  /** Decisions of all roles that the console may read. */
  readonly decisions: DecisionFeed
  /** Sends requests to the administration API of a role, with the rights of the operator whose request is served. */
  readonly administer: Administer
}

/**
 * Returns the screens of a console for running services. Leaves out the screens of roles for which the console has no
 * token.
 */
export function servedScreens(parts: ScreenParts): readonly Screen[] {
  const { administer, roles, administeredRoles } = parts
  const authority = roles.find(({ name }) => name === 'trust-anchor' && administeredRoles.includes(name))?.url
  const administration = authority === undefined ? undefined : createAdministration(administer, authority)
  const observe = createFederationObserver(parts)
  const map = administration && { administration, calendar: '/federation/calendar' }
  return [
    createMapScreen({ ...parts, ...map, observe }),
    createFlowsScreen(parts),
    createDecoderScreen(parts),
    ...(administeredRoles.includes('pid-provider') ? [createRegisterScreen(parts)] : []),
    ...(administeredRoles.includes('wallet-provider') ? [createDevicesScreen(parts)] : []),
    ...(administration === undefined ? [] : [createFederationScreen({ ...parts, administration, observe })]),
  ]
}
