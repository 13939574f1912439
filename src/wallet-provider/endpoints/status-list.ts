/** `GET /statuslists/:id`: which Wallet Attestations are revoked, for everybody (WP-75). */
import { type Route, respondText } from '../../http/index.ts'
import { statusListMediaType } from '../../status-list/index.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../metadata.ts'
import { publishStatusList } from '../publish-status-list.ts'

export const statusListEndpoint = (ctx: WalletProviderServices): Route => ({
  method: 'GET',
  path: `${paths.statusLists}/:id`,
  kind: 'document',
  handle: async ({ path }) => {
    const { jwt, maxAge } = await publishStatusList(ctx, path.id ?? '')
    return respondText(jwt, statusListMediaType, { 'cache-control': `public, max-age=${maxAge}` }) // WP-75
  },
})
