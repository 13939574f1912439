/**
 * Serves a status list to whoever asks for it (PP-110).
 */
import { readListNumber } from '../status-list/index.ts'
import { PP } from './answers.ts'
import type { PidProviderServices } from './context.ts'

export interface ServedStatusList {
  readonly jwt: string
  /** Seconds for which it may be kept from now on. */
  readonly maxAge: number
}

/** `id` is the last part of the list's URI. */
export function publishStatusList(
  ctx: Pick<PidProviderServices, 'decide' | 'clock' | 'config' | 'statusLists'>,
  id: string,
): Promise<ServedStatusList> {
  return ctx.decide('pid-provider/statuslists', async (decision) => {
    const now = ctx.clock.now()
    const { count, ttlSeconds } = ctx.config.statusLists
    const number = readListNumber(id, count)
    const list = decision.found('PP-110', PP.unknownStatusList, number, 'status_list_unknown')
    const { jwt, signedAt } = await ctx.statusLists.token(list, now)
    return { jwt, maxAge: Math.max(0, signedAt + ttlSeconds - now) }
  })
}
