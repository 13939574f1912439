/** `GET /resolve?sub=&trust_anchor=`: returns the resolved metadata of an entity (OpenID Federation 1.0 §8.3). */
import { repeatableResolveParameters, resolveParameters, resolveResponseMediaType } from '../../federation/index.ts'
import { type Route, respondText } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import { paths } from '../paths.ts'
import { createEntityResolver } from './resolve-entity.ts'

export const resolveEndpoint = (ctx: TrustAnchorServices): Route => {
  const resolve = createEntityResolver(ctx)
  return {
    method: 'GET',
    path: paths.resolve,
    kind: 'document',
    parameters: resolveParameters, // FED-130
    repeatable: repeatableResolveParameters, // FED-30
    handle: async ({ query }) =>
      respondText(await resolve(query), resolveResponseMediaType, { 'cache-control': 'no-cache' }), // FED-30
  }
}
