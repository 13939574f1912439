/**
 * Serves a status list to whoever asks for it (WP-75).
 */
import { type PublishedStatusList, readListNumber } from '../../status-list/index.ts'
import { WP } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'

/**
 * `id` is the last part of the list's URI, `time` the past moment that is asked about: only the present is known here
 * (draft-ietf-oauth-status-list-12 §8.4, D-173).
 */
export function publishStatusList(
  ctx: Pick<WalletProviderServices, 'decide' | 'clock' | 'config' | 'statusLists'>,
  id: string,
  time: string | undefined,
): Promise<PublishedStatusList> {
  return ctx.decide('wallet-provider/statuslists', async (decision) => {
    const number = readListNumber(id, ctx.config.statusLists.count)
    const list = decision.found('WP-75', WP.unknownStatusList, number, 'status_list_unknown')
    decision.that('WP-75', WP.pastStatusList, time === undefined, 'status_list_time_unsupported', 'query.time')
    return ctx.statusLists.token(list, ctx.clock.now())
  })
}
