/**
 * `GET /fetch` and `GET /list`: statements about subordinates, and the list of subordinates' entity identifiers (OpenID
 * Federation 1.0 §8.1–8.2).
 */
import { jwsEntityTag } from '../../base/index.ts'
import { entityStatementMediaType, fetchParameters, listParameters } from '../../federation/index.ts'
import { type Route, respondText } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import { paths } from '../paths.ts'
import { issueSubordinateStatement } from './issue-subordinate-statement.ts'
import { createListResponses } from './kept-lists.ts'
import { listSubordinates } from './list-subordinates.ts'

export const fetchStatementEndpoint = (ctx: TrustAnchorServices): Route => ({
  method: 'GET',
  path: paths.fetch,
  kind: 'document',
  parameters: fetchParameters, // FED-130
  handle: async ({ query }) => {
    const statement = await issueSubordinateStatement(ctx, query)
    const headers = { 'cache-control': 'no-cache', etag: jwsEntityTag(statement) }
    return respondText(statement, entityStatementMediaType, headers) // FED-06
  },
})

/** Creates the route `GET /list`. It caches responses in memory. */
export function listEndpoint(ctx: TrustAnchorServices): Route {
  const lists = createListResponses(ctx)
  return {
    method: 'GET',
    path: paths.list,
    kind: 'document',
    parameters: listParameters, // FED-130
    repeatable: ['entity_type'], // FED-29
    handle: ({ query }) => listSubordinates(ctx, lists, query, query.all('entity_type')), // FED-29
  }
}
