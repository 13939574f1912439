/** Dependencies of the screen of devices. */
import type { Clock } from '../../base/index.ts'
import type { Administer } from '../administration.ts'
import type { ConsoleRole } from '../observe-roles.ts'
import type { SimulatedPhones } from './simulated-phones.ts'

/** The roles, their administration, and the phones of a sandbox. */
export interface DevicesParts {
  readonly clock: Clock
  readonly roles: readonly ConsoleRole[]
  readonly administer: Administer
  /** Absent without a sandbox. */
  readonly phones?: SimulatedPhones
}
