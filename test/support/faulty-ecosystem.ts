/** The ecosystem in memory with the faults of the sandbox, and the flow that reaches each step of the fault table. */
import assert from 'node:assert/strict'
import { failed } from '../../src/base/index.ts'
import type { ArmedFault, ExpectedEnd, FaultFlow } from '../../src/console/index.ts'
import { pid } from '../../src/credential/index.ts'
import { FetchRefused } from '../../src/node/index.ts'
import type { StepRow } from '../../src/sandbox/faults/fault-steps.ts'
import { createSandboxFaults, type SandboxFaults } from '../../src/sandbox/faults/sandbox-faults.ts'
import type { DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { present } from '../../src/sandbox/life-cycle/present-pid.ts'
import { partiesOf } from '../../src/sandbox/origins.ts'
import { createTraffic, type Traffic } from '../../src/sandbox/traffic.ts'
import { isDeparture } from '../../src/sandbox/user-agent.ts'
import { createTestEcosystem, origins, type TestEcosystem } from './ecosystem.ts'
import { apiKey, apiKeyDigest } from './relying-party-application.ts'

/**
 * Milliseconds that the parties wait for an answer, and that a slow answer takes. Only the fault `slow` has a short wait,
 * because an answer without a fault can take longer on a busy machine.
 */
const patience = { waits: 400, waitsWithoutSlow: 30_000, slow: 500 } as const

const allOrigins = {
  ...origins,
  console: 'https://console.example',
  nationalIdp: 'https://idp.example',
  nationalSamlIdp: 'https://spid.example',
}
const mdocQuery = {
  credentials: [
    {
      id: 'pid',
      format: 'mso_mdoc',
      meta: { doctype_value: pid.doctype },
      claims: [{ path: [pid.doctype, 'given_name'] }],
    },
  ],
}
const partyAt = partiesOf(allOrigins)
const originOf = (role: string): string => Object.values(origins).find((origin) => partyAt(origin) === role) ?? ''

interface FaultyEcosystem {
  readonly ecosystem: TestEcosystem
  readonly made: SandboxFaults
  readonly traffic: Traffic
}

/** Creates an ecosystem whose messages pass through the sandbox's faults. The parties wait `waits` ms for an answer. */
export async function createFaultyEcosystem(waits: number = patience.waitsWithoutSlow): Promise<FaultyEcosystem> {
  const parts: { made?: SandboxFaults; traffic?: Traffic } = {}
  const ecosystem = await createTestEcosystem({
    wrapParts: (plain) => {
      const made = createSandboxFaults(plain, { partyAt, slowMilliseconds: patience.slow })
      Object.assign(parts, { made, traffic: made.wrapTraffic(createTraffic({ now: () => 0, partyAt })) })
      return made.parts
    },
    observe: (sink) => ({
      record: (decision) => {
        parts.made?.observe(decision)
        parts.traffic?.observe(sink).record(decision)
      },
    }),
    onKeys: (keys) => parts.made?.addKeys(keys),
    receive: (name, app) => parts.traffic?.wrapApp(name, app, originOf(name)) ?? app,
    through: (fetch, party) => parts.traffic?.fetchAs(party, impatient(fetch, waits)) ?? fetch,
    relyingParty: {
      mdocAlgorithms: ['ES256'],
      applications: [
        { id: 'shop', apiKeyDigests: ['A'.repeat(43)], loopbackReturnUrls: true },
        { id: 'mdoc-shop', apiKeyDigests: [apiKeyDigest], returnUrls: ['https://shop.example/back'] },
      ],
    },
  })
  const { made, traffic } = parts
  assert.ok(made && traffic)
  return { ecosystem, made, traffic }
}

/** Returns a fetch that times out as the guarded client does. */
const impatient =
  (fetch: (request: Request) => Promise<Response>, waits: number) =>
  (request: Request): Promise<Response> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new FetchRefused('timeout', 'host')), waits)
    return Promise.race([fetch(request), promise]).finally(() => clearTimeout(timer))
  }

type Walk = (person: DemoWallet, ecosystem: TestEcosystem) => Promise<unknown>

/** Presents an mdoc that an application orders. */
async function presentMdoc({ wallet, browser }: DemoWallet, ecosystem: TestEcosystem): Promise<void> {
  const order = {
    dcql_query: mdocQuery,
    return_url: 'https://shop.example/back',
    flow: 'same-device',
    wallet_attestation: false,
  }
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const url = `${origins.relyingParty}/api/presentations`
  const ordered = await ecosystem.network.fetch(
    new Request(url, { method: 'POST', headers, body: JSON.stringify(order) }),
  )
  const { start_url: start } = (await ordered.json()) as { start_url: string }
  const visit = await browser.open(start, ({ origin }) => origin !== origins.relyingParty)
  assert.ok(isDeparture(visit))
  await wallet.present(visit.location)
}

async function obtain({ wallet }: DemoWallet): Promise<void> {
  await wallet.setUp()
  await wallet.obtainPid(origins.pidProvider)
}

/** Actions of a person before and after the fault is armed. */
const flows: Readonly<
  Record<Exclude<FaultFlow, 'other' | 'login' | 'login-saml'>, readonly [before: Walk, walk: Walk]>
> = {
  'set-up': [async () => undefined, ({ wallet }) => wallet.setUp()],
  issuance: [({ wallet }) => wallet.setUp(), ({ wallet }) => wallet.obtainPid(origins.pidProvider)],
  'issuance-mdoc': [
    ({ wallet }) => wallet.setUp(),
    ({ wallet }) => wallet.obtainPid(origins.pidProvider, { format: 'mso_mdoc' }),
  ],
  presentation: [
    obtain,
    (person) => present({ origins: allOrigins, person: person }, { variant: 'dcql', method: 'post' }),
  ],
  'presentation-scope': [
    obtain,
    (person) => present({ origins: allOrigins, person: person }, { variant: 'scope', method: 'get' }),
  ],
  'presentation-mdoc': [
    async ({ wallet }) => {
      await wallet.setUp()
      await wallet.obtainPid(origins.pidProvider, { format: 'mso_mdoc' })
    },
    presentMdoc,
  ],
  federation: [({ wallet }) => wallet.setUp(), ({ wallet }) => wallet.findIssuers()],
}

/** Result of a fault. */
export interface Outcome {
  readonly fault: ArmedFault | undefined
  /** Status of the answer. Absent if the flow of a wallet sends the message. */
  readonly answer?: number
  /** True if the log of messages has a record of the message that met the fault. */
  readonly isRecorded: boolean
}

/** Arms a fault, runs the flow of its step, and returns the outcome. */
export async function walkFault(row: StepRow, fault: string): Promise<Outcome> {
  const faulty = await createFaultyEcosystem(fault === 'slow' ? patience.waits : patience.waitsWithoutSlow)
  const { ecosystem, made, traffic } = faulty
  const person = ecosystem.person()
  const [before, walk] =
    row.flow === 'other' || row.flow === 'login' || row.flow === 'login-saml' ? [undefined, undefined] : flows[row.flow]
  await before?.(person, ecosystem)
  // After this time, cached status lists have expired.
  ecosystem.clock.advance(10)
  const armed = made.faults.arm(row.step, fault)
  assert.ok(!failed(armed), row.step)
  const answer = walk === undefined ? await send(faulty, row) : await walk(person, ecosystem).then(noAnswer, noAnswer)
  // The slow answer comes after its request has timed out.
  if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, patience.slow - patience.waits + 50))
  const [found] = made.faults.list()
  const isRecorded = traffic.log.find(found?.message ?? '') !== undefined
  return { fault: found, isRecorded, ...(answer !== undefined && { answer }) }
}

const noAnswer = (): undefined => undefined

async function send({ ecosystem }: FaultyEcosystem, { from, to, method, path }: StepRow): Promise<number> {
  const origin = ecosystem.roles.find(({ name }) => name === to)?.origin
  const sender = from === 'browser' || from === 'wallet' ? from : 'administrator'
  const request = new Request(`${origin}${path.replace(':id', 'an-id')}`, { method })
  return (await ecosystem.fetchOf(sender)(request)).status
}

/** Asserts that a fault had the outcome that its row expects. */
export function assertEnd({ fault, answer, isRecorded }: Outcome, expected: ExpectedEnd): void {
  assert.equal(fault?.state, 'used', fault?.missed ?? 'no message came')
  assert.ok(isRecorded, 'the message is not in the record')
  if ('answer' in expected) assert.equal(answer, expected.answer)
  else if ('tolerated' in expected) assert.equal(fault.refusal, undefined)
  else assert.deepEqual([fault.refusal?.surface, fault.refusal?.code], [expected.surface, expected.code])
}
