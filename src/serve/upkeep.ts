/**
 * Runs the background work of each minute: the store deletes expired records, and the role runs its own upkeep. The two
 * jobs are separate, so that a remote party that does not answer does not delay the store.
 */
import { type Clock, faultsOf, type NumericDate } from '../base/index.ts'
import { type Pruning, startPruning } from '../node/index.ts'
import type { Log } from '../telemetry/index.ts'
import type { OpenedStores } from './open-stores.ts'
import type { Service } from './service.ts'

interface UpkeepParts {
  readonly clock: Clock
  readonly stores: Pick<OpenedStores, 'prune'>
  readonly service: Pick<Service, 'runUpkeep'>
  readonly log: Pick<Log, 'fault'>
}

/** The two running jobs. `stop` ends them. */
interface Upkeep extends Pruning {
  /** Returns a sentence for each job whose last round failed. */
  notes(): readonly string[]
}

/** Starts both jobs. Their first rounds begin after a minute. */
export function startUpkeep({ clock, stores, service, log }: UpkeepParts): Upkeep {
  const failureNotes = new Set<string>()
  const start = (name: string, note: string, task: (now: NumericDate, end: AbortSignal) => Promise<void>): Pruning =>
    startPruning({
      clock,
      tasks: [(now, end) => task(now, end).then(() => void failureNotes.delete(note))],
      onFault: (fault) => {
        failureNotes.add(note)
        for (const one of faultsOf(fault)) log.fault(one, name)
      },
    })
  const jobs = [
    start('prune', 'the store did not delete all expired records in the last round: the log says why', stores.prune),
    start('forget', 'the upkeep of the service failed in the last round: the log says why', (now, end) =>
      service.runUpkeep(now, end),
    ),
  ]
  return {
    notes: () => [...failureNotes],
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
