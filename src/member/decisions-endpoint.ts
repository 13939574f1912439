/**
 * `GET /admin/decisions?after=…`: recent decisions of a role, for the console. Decisions contain no message, no secret
 * and no personal data (GEN-24).
 */
import type { Route } from '../http/index.ts'
import type { AdministrationRoute } from './administration-route.ts'
import type { RecentDecisions } from './recent-decisions.ts'

/** Path of the endpoint at every role. */
export const decisionsPath = '/admin/decisions'

/** Creates the route. It answers `{decisions, cursor}`. The next request sends the cursor as `after`. */
export const decisionsEndpoint = <A>(route: AdministrationRoute<A>, recent: RecentDecisions): Route =>
  route('GET', decisionsPath, 'observe', async (_, { query }) => ({ body: recent.after(query.get('after')) }))
