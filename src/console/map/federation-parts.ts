/** Parts with which the console looks at a federation: the network, the pinned anchors, the clock. */
import type { Clock, CryptoContext, Fetch, UrlPolicy } from '../../base/index.ts'
import type { ResolveOptions, TrustAnchors } from '../../federation/index.ts'
import { defaultAlgorithms } from '../../jose/index.ts'
import type { ConsoleRole } from '../observe-roles.ts'

/** The network, the pinned anchors, and the roles that are known by name. */
export interface FederationParts extends CryptoContext {
  readonly clock: Clock
  /** Sends requests to addresses that others choose: it must refuse private ones. */
  readonly fetch: Fetch
  readonly anchors: TrustAnchors
  readonly roles: readonly ConsoleRole[]
  readonly urls: UrlPolicy
}

/** Tolerated clock difference in seconds. The default of each role. */
const skew = 30

/** Seconds after which a page stops to wait for the entities of a chain. */
const patienceSeconds = 8

/** Returns the conditions of a trust chain now. `forStranger`: somebody typed in the identifier. */
export const chainOptions = ({ anchors, urls, clock }: FederationParts, forStranger = false): ResolveOptions => ({
  ...{ anchors, urls, skew, algorithms: defaultAlgorithms, now: clock.now() },
  limits: { seconds: patienceSeconds, documents: 32 },
  deadline: AbortSignal.timeout(patienceSeconds * 1000),
  ...(forStranger && { forStranger }),
})
