/** `GET /fetch?sub=`: the anchor's statement about a subordinate (OpenID Federation 1.0 §8.1). */
import { entityStatementMediaType } from '../../federation/index.ts'
import { type Route, respondText } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import { issueSubordinateStatement } from '../issue-subordinate-statement.ts'
import { paths } from '../metadata.ts'

export const fetchStatementEndpoint = (ctx: TrustAnchorServices): Route => ({
  method: 'GET',
  path: paths.fetch,
  kind: 'document',
  handle: async ({ query }) => {
    const statement = await issueSubordinateStatement(ctx, query)
    return respondText(statement, entityStatementMediaType, { 'cache-control': 'no-cache' }) // FED-06
  },
})
