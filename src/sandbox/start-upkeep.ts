/**
 * Upkeep of a sandbox, as a service runs it (`serve/upkeep.ts`). Each minute it deletes expired records and runs the
 * upkeep of each role. The upkeep of a role renews trust marks and pins the first keys of members.
 */
import type { Clock, NumericDate } from '../base/index.ts'
import { type Pruning, startPruning } from '../node/index.ts'
import { type RoleServices, roleNames } from '../serve/index.ts'
import type { AssemblyInput } from './assemble-ecosystem.ts'
import type { OpenedEcosystemStores } from './ecosystem-stores.ts'

interface UpkeepParts extends Pick<OpenedEcosystemStores, 'prune'>, Pick<AssemblyInput, 'onFault'> {
  readonly clock: Clock
  readonly services: RoleServices
}

/** Starts the upkeep. The first round begins after a minute. A failure is reported and does not end the upkeep. */
export const startSandboxUpkeep = ({ clock, services, prune, onFault }: UpkeepParts): Pruning =>
  startPruning({
    clock,
    tasks: [prune, ...roleNames.map((role) => (now: NumericDate) => services[role].runUpkeep(now))],
    onFault: (fault) => onFault(fault, 'upkeep'),
  })
