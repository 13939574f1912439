/**
 * Endpoints that the metadata of a profile names and that are not implemented yet. They refuse every request without
 * reading its body. `serve` does not start an entity that has such an endpoint.
 */
import type { Answer, Decide, Rule } from '../base/index.ts'
import type { Route } from '../http/index.ts'

/** An endpoint that refuses every request. */
export type UnbuiltEndpoint = Pick<Route, 'method' | 'path' | 'kind'>

/** Creates the routes. `name` is the role's name in decisions. */
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
