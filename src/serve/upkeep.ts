/**
 * What a service does in the background each minute: its store forgets what is over, and the role looks after what it is
 * to follow. Two rounds by themselves: while the role waits for a party that does not answer, the store goes on.
 */
import type { Clock } from '../base/index.ts'
import { type Pruning, startPruning } from '../node/index.ts'
import type { Log } from '../telemetry/index.ts'
import type { OpenedStores } from './open-stores.ts'
import type { Service } from './service.ts'

export interface UpkeepParts {
  readonly clock: Clock
  readonly stores: Pick<OpenedStores, 'prune'>
  readonly service: Pick<Service, 'forget'>
  readonly log: Pick<Log, 'fault'>
}

/** Starts both. */
export function startUpkeep({ clock, stores, service, log }: UpkeepParts): Pruning {
  const rounds = [
    startPruning({ clock, tasks: [stores.prune], onFault: (fault) => log.fault(fault, 'prune') }),
    startPruning({ clock, tasks: [(now) => service.forget(now)], onFault: (fault) => log.fault(fault, 'forget') }),
  ]
  return {
    stop: async () => {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
