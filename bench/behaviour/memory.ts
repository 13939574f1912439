/** Resident memory after a tenth of the requests and after all of them. It stays flat if nothing is retained. */
import { runClosedLoop } from '../client/closed-loop.ts'
import type { Figure } from '../figures.ts'
import type { Usage } from '../usage.ts'
import type { Case } from '../vectors/case.ts'
import { cases } from '../vectors/cases.ts'
import { type BehaviourContext, behaviourFigure } from './context.ts'

const nonce = cases.find(({ id }) => id === 'wp-nonce') as Case

export async function measureMemory({ processes, options, stage }: BehaviourContext): Promise<Figure[]> {
  const requests = await nonce.prepare(stage)
  const { connections, memoryRequests } = options
  const load = { port: processes.ports[nonce.role], requests, connections, status: nonce.status }
  const rssAfter = async (count: number): Promise<number> => {
    await runClosedLoop({ ...load, count })
    return (await processes.service.ask<Usage>('usage')).rss
  }
  const tenth = Math.ceil(memoryRequests / 10)
  const early = await rssAfter(tenth)
  const late = await rssAfter(memoryRequests - tenth)
  const mebibytes = (bytes: number): string => (bytes / 1_048_576).toFixed(0)
  const note = `${memoryRequests.toLocaleString('en')} requests, ${mebibytes(early)} then ${mebibytes(late)} MiB resident, four roles in one process`
  return [behaviourFigure('memory', [late / early], { note })]
}
