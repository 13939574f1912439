/** `POST /admin/wallet-instances/revoke`: an administrator revokes a Wallet Instance (WP-76). */
import { jsonOf, type Route, respondEmpty } from '../../http/index.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../metadata.ts'
import { revokeWalletInstance } from '../revoke-wallet-instance.ts'

export const revokeWalletInstanceEndpoint = (ctx: WalletProviderServices): Route => ({
  method: 'POST',
  path: paths.revocation,
  kind: 'machine',
  accepts: ['json'],
  handle: async (request) => {
    await revokeWalletInstance(ctx, request.header('authorization'), jsonOf(request))
    return respondEmpty()
  },
})
