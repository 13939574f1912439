/**
 * What a service does in the background each minute: its store forgets what is over, and the role looks after what it is
 * to follow. Two rounds by themselves: while the role waits for a party that does not answer, the store goes on.
 */
import type { Clock, NumericDate } from '../base/index.ts'
import { type Pruning, startPruning } from '../node/index.ts'
import type { Log } from '../telemetry/index.ts'
import type { OpenedStores } from './open-stores.ts'
import type { Service } from './service.ts'

interface UpkeepParts {
  readonly clock: Clock
  readonly stores: Pick<OpenedStores, 'prune'>
  readonly service: Pick<Service, 'forget'>
  readonly log: Pick<Log, 'fault'>
}

/** Both rounds, until they are stopped. */
interface Upkeep extends Pruning {
  /** A sentence for each round that failed the last time. */
  notes(): readonly string[]
}

/** Starts both. */
export function startUpkeep({ clock, stores, service, log }: UpkeepParts): Upkeep {
  const failing = new Set<string>()
  const start = (name: string, note: string, task: (now: NumericDate) => Promise<void>): Pruning =>
    startPruning({
      clock,
      tasks: [(now) => task(now).then(() => void failing.delete(note))],
      onFault: (fault) => {
        failing.add(note)
        log.fault(fault, name)
      },
    })
  const rounds = [
    start('prune', 'the store did not forget all that is over in the last round: the log says why', stores.prune),
    start('forget', 'the service did not look after all that it follows in the last round: the log says why', (now) =>
      service.forget(now),
    ),
  ]
  return {
    notes: () => [...failing],
    stop: async () => {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
