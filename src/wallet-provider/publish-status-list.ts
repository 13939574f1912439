/**
 * Serves a status list to whoever asks for it (WP-75).
 */
import { type PublishedStatusList, readListNumber } from '../status-list/index.ts'
import { WP } from './answers.ts'
import type { WalletProviderServices } from './context.ts'

/** `id` is the last part of the list's URI. */
export function publishStatusList(
  ctx: Pick<WalletProviderServices, 'decide' | 'clock' | 'config' | 'statusLists'>,
  id: string,
): Promise<PublishedStatusList> {
  return ctx.decide('wallet-provider/statuslists', async (decision) => {
    const number = readListNumber(id, ctx.config.statusLists.count)
    const list = decision.found('WP-75', WP.unknownStatusList, number, 'status_list_unknown')
    return ctx.statusLists.token(list, ctx.clock.now())
  })
}
