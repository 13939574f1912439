/**
 * Background work of a sandbox, in two jobs as in a service (`serve/upkeep.ts`): each minute the stores delete expired
 * records, and each role runs its upkeep. A remote party that does not answer delays only the upkeep. The upkeep of a
 * role renews trust marks and pins the first keys of members. It also checks for revoked Wallet Instances at the PID
 * Provider, and deletes old sessions of the Relying Party.
 */
import type { Clock } from '../base/index.ts'
import { type Pruning, type PruningOptions, startPruning } from '../node/index.ts'
import { type RoleServices, roleNames } from '../serve/index.ts'
import type { AssemblyInput } from './assemble-ecosystem.ts'
import type { OpenedEcosystemStores } from './ecosystem-stores.ts'

interface UpkeepParts extends Pick<OpenedEcosystemStores, 'prune'>, Pick<AssemblyInput, 'onFault'> {
  readonly clock: Clock
  readonly services: RoleServices
}

/** Starts both jobs. Their first rounds begin after a minute. A failure is reported and does not end a job. */
export function startSandboxUpkeep({ clock, services, prune, onFault }: UpkeepParts): Pruning {
  const start = (name: string, tasks: PruningOptions['tasks']): Pruning =>
    startPruning({ clock, tasks, onFault: (fault) => onFault(fault, name) })
  const jobs = [
    start('prune', [prune]),
    start(
      'upkeep',
      roleNames.map((role) => (now, end) => services[role].runUpkeep(now, end)),
    ),
  ]
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
