/** `GET /fetch?sub=`: returns the anchor's statement about a subordinate (OpenID Federation 1.0 §8.1). */
import { jwsEntityTag } from '../../base/index.ts'
import { entityStatementMediaType } from '../../federation/index.ts'
import { type Route, respondText } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import { paths } from '../paths.ts'
import { issueSubordinateStatement } from './issue-subordinate-statement.ts'

export const fetchStatementEndpoint = (ctx: TrustAnchorServices): Route => ({
  method: 'GET',
  path: paths.fetch,
  kind: 'document',
  handle: async ({ query }) => {
    const statement = await issueSubordinateStatement(ctx, query)
    const headers = { 'cache-control': 'no-cache', etag: jwsEntityTag(statement) }
    return respondText(statement, entityStatementMediaType, headers) // FED-06
  },
})
