/**
 * `GET /statuslists/:id`: which PIDs are revoked or suspended, for everybody (PP-110), compressed for whoever takes that
 * (draft-ietf-oauth-status-list-12 §8.2). `GET /statuslists`: which lists there are (§9).
 */
import { type Route, respondBytes, respondJson, respondText, takesEncoding } from '../../http/index.ts'
import { renderStatusList, statusListMediaType } from '../../status-list/index.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { aggregateStatusLists, publishStatusList } from './publish-status-list.ts'

export const statusListEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path: `${paths.statusLists}/:id`,
  kind: 'document',
  handle: async (request) => {
    const list = await publishStatusList(ctx, request.path.id ?? '', request.query.get('time'))
    const takesGzip = takesEncoding(request.header('accept-encoding'), 'gzip')
    const { body, headers } = await renderStatusList(list, takesGzip) // PP-110
    if (typeof body === 'string') return respondText(body, statusListMediaType, headers)
    return respondBytes(body, statusListMediaType, headers)
  },
})

export const statusListAggregationEndpoint = (ctx: PidProviderServices): Route => ({
  method: 'GET',
  path: paths.statusLists,
  kind: 'document',
  handle: () =>
    respondJson(aggregateStatusLists(ctx), 200, {
      'cache-control': `public, max-age=${ctx.config.statusLists.ttlSeconds}`,
    }),
})
