/**
 * Serves a status list to whoever asks for it (WP-75).
 */
import { readListNumber } from '../status-list/index.ts'
import { WP } from './answers.ts'
import type { WalletProviderServices } from './context.ts'

export interface ServedStatusList {
  readonly jwt: string
  /** Seconds for which it may be kept from now on. */
  readonly maxAge: number
}

/** `id` is the last part of the list's URI. */
export function publishStatusList(
  ctx: Pick<WalletProviderServices, 'decide' | 'clock' | 'config' | 'statusLists'>,
  id: string,
): Promise<ServedStatusList> {
  return ctx.decide('wallet-provider/statuslists', async (decision) => {
    const now = ctx.clock.now()
    const { count, ttlSeconds } = ctx.config.statusLists
    const number = readListNumber(id, count)
    const list = decision.found('WP-75', WP.unknownStatusList, number, 'status_list_unknown')
    const { jwt, signedAt } = await ctx.statusLists.token(list, now)
    return { jwt, maxAge: Math.max(0, signedAt + ttlSeconds - now) }
  })
}
