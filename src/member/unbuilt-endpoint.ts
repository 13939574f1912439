/**
 * Endpoints of a profile that are named on the wire and not built yet. Each refuses every request before reading it, so
 * nothing is issued. `serve` starts no entity that has one.
 */
import type { Answer, Decide, Rule } from '../base/index.ts'
import type { Route } from '../http/index.ts'

/** An endpoint that refuses every request. */
export type UnbuiltEndpoint = Pick<Route, 'method' | 'path' | 'kind'>

/** Creates the routes. `name` is that of the role. */
export const unbuiltEndpoints = <A extends Answer>(
  name: string,
  { decide }: { readonly decide: Decide<A> },
  rule: Rule<A>,
  endpoints: readonly UnbuiltEndpoint[],
): readonly Route[] =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    handle: () =>
      decide.now(name + endpoint.path, (decision) =>
        decision.refuse(rule, 'profile_endpoint_unbuilt', `${endpoint.method} ${endpoint.path}`),
      ),
  }))
