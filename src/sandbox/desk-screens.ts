/** The screens of the console that administer the roles of the sandbox: request builder, register and devices. */
import type { Clock, Fetch, Random } from '../base/index.ts'
import {
  type Administer,
  type ConsoleRole,
  createAskScreen,
  createDevicesScreen,
  createRegisterScreen,
  type DecisionFeed,
  type Screen,
} from '../console/index.ts'
import { requestBuilderChoices, type StartSecrets } from './assemble-ecosystem.ts'
import type { SimulatedDevices } from './devices/simulated-devices.ts'
import { createSimulatedPhones } from './devices/simulated-phones.ts'
import { createPresentationService } from './presentation-service.ts'
import { createStatusListCopies } from './status-list-copies.ts'
import type { Traffic } from './traffic.ts'

/** Parts of the sandbox that these screens use. */
export interface DeskInput {
  readonly clock: Clock
  readonly random: Random
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  readonly decisions: DecisionFeed
  readonly traffic: Pick<Traffic, 'log' | 'fetchAs'>
  readonly administer: Administer
  readonly secrets: StartSecrets
  readonly devices: SimulatedDevices
  readonly consoleUrl: string
}

/** Returns the screens that administer the roles of the sandbox. */
export function deskScreens(input: DeskInput): {
  readonly ask: Screen
  readonly register: Screen
  readonly devices: Screen
} {
  const { administer, clock, random, roles, decisions, traffic, secrets, consoleUrl } = input
  const fetch = traffic.fetchAs('console', input.fetch)
  const service = createPresentationService({
    ...{ fetch, roles, decisions, consoleUrl },
    applicationKey: secrets.applicationKey,
    responseModes: requestBuilderChoices.responseModes,
  })
  return {
    ask: createAskScreen({ clock, random, fetch, service, decisions }),
    register: createRegisterScreen({
      ...{ clock, fetch, roles, administer, decisions },
      copies: createStatusListCopies(traffic.log),
    }),
    devices: createDevicesScreen({
      ...{ clock, roles, administer },
      phones: createSimulatedPhones(input.devices, consoleUrl),
    }),
  }
}
