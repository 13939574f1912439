/**
 * The console's request builder, register and devices over the ecosystem in memory, composed as in a sandbox, with a
 * record of messages and simulated phones.
 */

import assert from 'node:assert/strict'
import { createAdminister, createDecisionFeed, type DecisionFeed, type Screen } from '../../src/console/index.ts'
import type { App } from '../../src/http/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { secretDigest } from '../../src/relying-party/index.ts'
import { requestBuilderChoices } from '../../src/sandbox/assemble-ecosystem.ts'
import { deskScreens } from '../../src/sandbox/desk-screens.ts'
import { createSimulatedDevices, type SimulatedDevices } from '../../src/sandbox/devices/simulated-devices.ts'
import type { DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { presentationReturnUrl } from '../../src/sandbox/presentation-service.ts'
import { createTraffic } from '../../src/sandbox/traffic.ts'
import { consoleRequests, createTestConsole } from './console-app.ts'
import { adminToken, createTestEcosystem, origins, roleAt, type TestEcosystem } from './ecosystem.ts'
import { fixedClock } from './fixed-clock.ts'
import { freshDirectory } from './fresh-directory.ts'

export const consoleUrl = 'https://console.example'
const applicationKey = 'key-of-the-application-of-the-tests-0123456'

export interface DeskConsole {
  readonly ecosystem: TestEcosystem
  readonly feed: DecisionFeed
  readonly devices: SimulatedDevices
  readonly screens: readonly Screen[]
  readonly app: App
  /** Gets a page in English. */
  get(path: string): Promise<Response>
  /** Submits a form as a page of the console does. */
  post(path: string, form: Readonly<Record<string, string>>): Promise<Response>
  /** Creates a person and issues a PID to the person's wallet. */
  holder(): Promise<DemoWallet>
}

/** Creates the console. `administratorToken` is the token that it sends to the roles. */
export async function createDeskConsole({ administratorToken = adminToken } = {}): Promise<DeskConsole> {
  const clock = fixedClock()
  const feed = createDecisionFeed()
  const traffic = createTraffic({ now: () => clock.now() * 1000, partyAt: roleAt })
  const digests = [secretDigest({ crypto: createNodeCrypto() }, applicationKey)]
  const ecosystem = await createTestEcosystem({
    ...{ clock, seed: 'desk' },
    observe: (sink) =>
      traffic.observe({
        record: (decision) => {
          sink.record(decision)
          feed.record(decision)
        },
      }),
    through: (fetch, party) => traffic.fetchAs(party, fetch),
    relyingParty: {
      applications: [{ id: 'sandbox', apiKeyDigests: digests, returnUrls: [presentationReturnUrl(consoleUrl)] }],
      ...requestBuilderChoices,
    },
  })
  const { vendor, random } = ecosystem.parts
  const devices = createSimulatedDevices({ vendor, random, directory: freshDirectory() })
  const roles = ecosystem.roles.map(({ name, origin }) => ({ name, url: origin }))
  const {
    ask,
    register,
    devices: phones,
  } = deskScreens({
    ...{ clock, random, traffic, devices, consoleUrl },
    fetch: ecosystem.network.fetch,
    administer: createAdminister(traffic.fetchAs('console', ecosystem.network.fetch), roles, () => administratorToken),
    roles,
    decisions: feed,
    secrets: { adminToken: administratorToken, applicationKey },
  })
  const screens = [ask, register, phones]
  const app = createTestConsole({ publicUrl: consoleUrl, screens, log: feed }, clock)
  ecosystem.network.connect(consoleUrl, async (request) => app(request))
  return {
    ...{ ecosystem, feed, devices, screens, app },
    ...consoleRequests(app, consoleUrl),
    holder: async () => {
      const person = ecosystem.person()
      await person.wallet.setUp()
      await person.wallet.obtainPid(origins.pidProvider)
      return person
    },
  }
}

/** Returns the text of a page. Fails if the response has another status. */
export async function textOf(response: Response, status = 200): Promise<string> {
  const text = await response.text()
  assert.equal(response.status, status, text)
  return text
}

/** Returns the text of the element with this id, without its markup. */
export function elementText(page: string, id: string): string {
  const [, name, rest = ''] = new RegExp(`<(\\w+)[^>]*\\bid="${id}"[^>]*>([\\s\\S]*)`).exec(page) ?? []
  assert.ok(name !== undefined, `no element ${id}`)
  return (rest.split(`</${name}>`)[0] ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the link that a wallet gets from the page of an order. */
export const linkOf = (page: string): string => elementText(page, 'ask-link').replaceAll('&amp;', '&')
