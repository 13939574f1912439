/** `GET /list`: returns the identifiers of the anchor's subordinates (OpenID Federation 1.0 §8.2). */
import type { Route } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import { paths } from '../paths.ts'
import { listSubordinates } from './list-subordinates.ts'
import { respondList } from './respond-list.ts'

export const listEndpoint = (ctx: TrustAnchorServices): Route => ({
  method: 'GET',
  path: paths.list,
  kind: 'document',
  repeatable: ['entity_type'], // FED-29
  handle: async ({ query }) => {
    const entityIds = await listSubordinates(ctx, query, query.all('entity_type'))
    return respondList(ctx, entityIds) // FED-29
  },
})
