/**
 * Serves a status list to whoever asks for it (PP-110).
 */
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
    const known = /^\d{1,5}$/.test(id) && String(Number(id)) === id && Number(id) < count
    decision.that('PP-110', PP.unknownStatusList, known, 'status_list_unknown', 'path.id')
    const { jwt, signedAt } = await ctx.statusLists.token(Number(id), now)
    return { jwt, maxAge: Math.max(0, signedAt + ttlSeconds - now) }
  })
}
