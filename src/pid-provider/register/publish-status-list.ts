/**
 * Serves a status list to whoever asks for it (PP-110).
 */
import { type PublishedStatusList, readListNumber } from '../../status-list/index.ts'
import { PP } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'
import { statusListUri } from './status-lists.ts'

/**
 * `id` is the last part of the list's URI, `time` the past moment that is asked about: only the present is known here
 * (draft-ietf-oauth-status-list-12 §8.4, D-173).
 */
export function publishStatusList(
  ctx: Pick<PidProviderServices, 'decide' | 'clock' | 'config' | 'statusLists'>,
  id: string,
  time: string | undefined,
): Promise<PublishedStatusList> {
  return ctx.decide('pid-provider/statuslists', async (decision) => {
    const number = readListNumber(id, ctx.config.statusLists.count)
    const list = decision.found('PP-110', PP.unknownStatusList, number, 'status_list_unknown')
    decision.that('PP-110', PP.pastStatusList, time === undefined, 'status_list_time_unsupported', 'query.time')
    return ctx.statusLists.token(list, ctx.clock.now())
  })
}

/** All lists there are, for whoever wants to keep them before it needs one (§9). */
export const aggregateStatusLists = ({ config, endpoints }: Pick<PidProviderServices, 'config' | 'endpoints'>) => ({
  status_lists: Array.from({ length: config.statusLists.count }, (_, list) => statusListUri(endpoints, list)),
})
