/** `POST /wallet-instance`: registers a Wallet Instance (it-wallet §Endpoints). */
import { jsonOf, type Route, respondEmpty } from '../../http/index.ts'
import type { WalletProviderServices } from '../context.ts'
import { paths } from '../metadata.ts'
import { registerWalletInstance } from '../register-wallet-instance.ts'

export const walletInstanceEndpoint = (ctx: WalletProviderServices): Route => ({
  method: 'POST',
  path: paths.walletInstance,
  kind: 'machine',
  accepts: ['json'],
  bodyLimit: 131_072,
  handle: async (request) => {
    await registerWalletInstance(ctx, jsonOf(request))
    return respondEmpty() // WP-07
  },
})
