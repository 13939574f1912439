/** Dependencies of the screens that read a federation. */
import type { Clock, CryptoContext, Fetch, UrlPolicy } from '../../base/index.ts'
import type { ResolveOptions, TrustAnchors } from '../../federation/index.ts'
import { defaultAlgorithms } from '../../jose/index.ts'
import type { ConsoleRole } from '../observe-roles.ts'

/** Network access, the pinned Trust Anchors, and the roles of this ecosystem with their names. */
export interface FederationParts extends CryptoContext {
  readonly clock: Clock
  /** Must refuse private addresses, because other parties choose the URLs of the requests. */
  readonly fetch: Fetch
  readonly anchors: TrustAnchors
  readonly roles: readonly ConsoleRole[]
  readonly urls: UrlPolicy
}

/** Tolerated clock difference in seconds, the same as the default of each role. */
const skew = 30

const timeoutSeconds = 8

/**
 * Returns the options for the evaluation of a trust chain at the current time. Call it for each evaluation, because the
 * time limit begins with this call. Set `forStranger` if the user entered the identifier. The requests then have the
 * limits for unknown clients (FED-50).
 */
export const chainOptions = ({ anchors, urls, clock }: FederationParts, forStranger = false): ResolveOptions => ({
  ...{ anchors, urls, skew, algorithms: defaultAlgorithms, now: clock.now() },
  limits: { seconds: timeoutSeconds, documents: 32 },
  deadline: AbortSignal.timeout(timeoutSeconds * 1000),
  ...(forStranger && { forStranger }),
})
