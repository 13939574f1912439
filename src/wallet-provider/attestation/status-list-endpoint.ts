/**
 * `GET /statuslists/:id`: which Wallet Attestations are revoked, for everybody (WP-75), compressed for whoever takes that
 * (draft-ietf-oauth-status-list-12 §8.2).
 */
import { type Route, respondBytes, respondText, takesEncoding } from '../../http/index.ts'
import { renderStatusList, statusListMediaType } from '../../status-list/index.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../paths.ts'
import { publishStatusList } from './publish-status-list.ts'

export const statusListEndpoint = (ctx: WalletProviderServices): Route => ({
  method: 'GET',
  path: `${paths.statusLists}/:id`,
  kind: 'document',
  handle: async (request) => {
    const list = await publishStatusList(ctx, request.path.id ?? '', request.query.get('time'))
    const takesGzip = takesEncoding(request.header('accept-encoding'), 'gzip')
    const { body, headers } = await renderStatusList(list, takesGzip) // WP-75
    if (typeof body === 'string') return respondText(body, statusListMediaType, headers)
    return respondBytes(body, statusListMediaType, headers)
  },
})
