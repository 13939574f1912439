/** The screens of the sandbox's console, in the order of the navigation. */
import type { Clock, CryptoContext, Fetch, UrlPolicy } from '../base/index.ts'
import {
  type Administration,
  type ConsoleRole,
  createFederationObserver,
  createFederationScreen,
  createMapScreen,
  type DecisionFeed,
  type Screen,
} from '../console/index.ts'
import type { TrustAnchors } from '../federation/index.ts'
import { applicantsIn } from './console-federation.ts'
import type { Traffic } from './traffic.ts'

/** Parts of the sandbox that its console uses. */
export interface ConsoleGround extends CryptoContext {
  readonly clock: Clock
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  readonly decisions: DecisionFeed
  readonly traffic: Traffic
  readonly anchors: TrustAnchors
  readonly urls: UrlPolicy
  /** Administration of the Trust Anchor. */
  readonly administration: Administration
}

export function consoleScreens(ground: ConsoleGround): readonly Screen[] {
  const { administration, traffic } = ground
  const federation = { ...ground, fetch: traffic.fetchAs('console', ground.fetch) }
  const observe = createFederationObserver(federation)
  return [
    createMapScreen({ ...federation, observe, calendar: '/federation/calendar' }),
    createFederationScreen({
      ...{ ...federation, observe },
      applicants: () => applicantsIn(traffic.log, administration.authority),
    }),
  ]
}
