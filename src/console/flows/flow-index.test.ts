import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { adminToken, origins } from '../../../test/support/ecosystem.ts'
import { createRecordedEcosystem } from '../../../test/support/recorded-ecosystem.ts'
import type { DecisionRecord } from '../../base/index.ts'
import { present } from '../../sandbox/life-cycle/present-pid.ts'
import { revokePid } from '../../sandbox/life-cycle/revoke-pid.ts'
import type { Message } from '../traffic/message.ts'
import { createMessageLog } from '../traffic/message-log.ts'
import { type Flow, outcomeOf, toFlow } from './flow.ts'
import { createFlowIndex, type FlowIndex } from './flow-index.ts'
import { addToGroup, createGroup, mainRefusal } from './message-group.ts'

type Recorded = Awaited<ReturnType<typeof createRecordedEcosystem>>

/** Runs a life cycle that ends with the refusal of a revoked PID. */
async function runLifeCycle(foreign: boolean) {
  const eco = await createRecordedEcosystem({ foreign })
  const index = createFlowIndex(eco.traffic.log, eco.feed.find)
  await eco.act('action-1', ({ wallet }) => wallet.setUp())
  await eco.act('action-2', ({ wallet }) => wallet.obtainPid(origins.pidProvider))
  await eco.act('action-3', (person) => present({ origins: eco.parts.origins as never, person }, scope))
  await eco.act('action-4', (person) => present({ origins: eco.parts.origins as never, person }, dcql))
  const narrator = {
    ...{ passed: noop, say: noop, heading: noop, exchange: noop, failed: noop, end: noop },
  }
  const administrationFetch = foreign ? eco.network.fetch : eco.traffic.fetchAs('administrator', eco.network.fetch)
  await eco.act('action-revoke', (person) =>
    revokePid.run({
      ...{ origins: eco.parts.origins as never, adminToken, narrator, person, administrationFetch },
      pause: async () => undefined,
    }),
  )
  eco.clock.advance(100)
  await eco.act('action-5', async (person) => {
    person.ignoreStatusLists()
    await assert.rejects(present({ origins: eco.parts.origins as never, person }, dcql))
  })
  return { ...eco, index }
}

const noop = (): void => undefined
const scope = { variant: 'scope', method: 'get' } as const
const dcql = { variant: 'dcql', method: 'post' } as const

const shown = (index: FlowIndex) =>
  index
    .groups()
    .filter(({ isBackground, kind }) => !isBackground && kind !== 'administration')
    .map((group) => [group.kind, outcomeOf(group)])

const flowsOf = ({ index, traffic, feed }: Recorded & { readonly index: FlowIndex }): readonly Flow[] =>
  index.groups().map((group) => {
    const messages = [...group.messages].map((id) => traffic.log.find(id) as Message)
    return toFlow(group, messages, feed.find)
  })

for (const foreign of [false, true])
  describe(foreign ? 'a wallet outside of the sandbox' : 'the wallet of the console', () => {
    let run: Awaited<ReturnType<typeof runLifeCycle>>
    before(async () => {
      run = await runLifeCycle(foreign)
    })

    test('each registration, issuance, presentation and revocation is one flow, and the newest is first', () => {
      const attestations = foreign ? [['attestation', 'accepted']] : []
      assert.deepEqual(
        shown(run.index).toSorted(),
        [
          ['presentation', 'refused'],
          ['revocation', 'accepted'],
          ['presentation', 'accepted'],
          ['presentation', 'accepted'],
          ['issuance', 'accepted'],
          ['registration', 'accepted'],
          ...attestations,
        ].toSorted(),
      )
      const [newest] = run.index.groups().filter(({ isBackground }) => !isBackground)
      assert.deepEqual([newest?.kind, newest && outcomeOf(newest)], ['presentation', 'refused'])
    })

    test('the flow of an issuance contains the messages of all roles and the browser, from pushed request to credential', () => {
      const issuance = flowsOf(run).find(({ kind }) => kind === 'issuance')
      const steps = issuance?.steps.filter(({ background }) => background === undefined) ?? []
      const paths = steps.map(({ message }) => new URL(message.request.url).pathname)
      for (const path of ['/as/par', '/authorize', '/login/callback/cie', '/consent', '/token', '/credential'])
        assert.ok(paths.includes(path), path)
      assert.ok(issuance?.steps.some(({ message }) => message.from === 'pid-provider' && message.parent !== undefined))
    })

    test('the flow of a refused presentation names the Relying Party’s decision and the refused message', () => {
      const refused = flowsOf(run).find(({ outcome }) => outcome === 'refused')
      assert.equal(refused?.refusal?.surface, 'relying-party/response')
      assert.equal(refused?.refusal?.checks.at(-1)?.code, 'revoked')
      assert.equal(new URL(refused?.faulty?.message.request.url ?? '').pathname, '/response')
      const message = run.index.messageOf(refused?.refusal?.trace ?? '')
      assert.equal(message, refused?.faulty?.message.id)
      assert.equal(run.index.find(message ?? '')?.id, refused?.id, 'the flow is found by its message')
    })

    test('each message is in exactly one flow', () => {
      const ids = run.index.groups().flatMap(({ messages }) => [...messages])
      assert.deepEqual(new Set(ids), new Set(run.traffic.log.all().map(({ id }) => id)))
      assert.equal(ids.length, new Set(ids).size)
    })
  })

const message = (id: string, url: string, more: Partial<Message> = {}): Message => ({
  ...{ id, at: Number(id.slice(1)) * 1000, from: 'unknown', to: 'pid-provider', milliseconds: 1, traces: [] },
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, headers: [] },
  ...more,
})
const state = 'a-state-of-enough-characters'

for (const [error, outcome] of [
  ['access_denied', 'declined'],
  ['invalid_request', 'refused'],
] as const)
  test(`a presentation that ends with the wallet's error ${error} is ${outcome}`, () => {
    const group = createGroup('m1', 1000)
    const answer = message('m2', 'https://rp.example/response', { to: 'relying-party' })
    const body = `error=${error}&state=${state}`
    addToGroup(group, message('m1', 'https://rp.example/request/1', { to: 'relying-party' }), [])
    assert.equal(outcomeOf(group), 'accepted')
    addToGroup(group, { ...answer, request: { ...answer.request, method: 'POST', body } }, [])
    assert.equal(outcomeOf(group), outcome)
  })

/** Creates a log of at most `capacity` messages, and its index. `idsOf` returns the messages of each flow, newest first. */
function indexedLog(capacity?: number, decisions: readonly DecisionRecord[] = []) {
  const log = createMessageLog(capacity)
  const index = createFlowIndex(log, (trace) => decisions.find((one) => one.trace === trace))
  return { log, index, idsOf: () => index.groups().map(({ messages }) => [...messages]) }
}

test('a flow that joins an older flow is found there, and nothing is kept of a forgotten flow', () => {
  const { log, index } = indexedLog(3)
  log.record(message('m1', `https://pid.example/authorize?state=${state}`))
  log.record(
    message('m2', 'https://pid.example/token', {
      request: { method: 'POST', url: 'https://pid.example/token', headers: [] },
    }),
  )
  assert.deepEqual(
    index.groups().map(({ id }) => id),
    ['m2', 'm1'],
  )
  const location = ['location', `https://wallet.example/callback?state=${state}`] as const
  log.record(message('m2', 'https://pid.example/token', { response: { status: 302, headers: [location] } }))
  assert.deepEqual(
    index.groups().map(({ id, messages }) => [id, messages.size]),
    [['m1', 2]],
  )
  assert.equal(index.find('m2')?.id, 'm1')
  for (const id of ['m3', 'm4', 'm5']) log.record(message(id, `https://pid.example/${id}`))
  assert.equal(index.find('m1'), undefined)
  log.record(message('m6', `https://pid.example/authorize?state=${state}`))
  assert.equal(index.find('m6')?.id, 'm6', 'the state of a forgotten flow begins a new flow')
})

test('a message that is recorded after its child messages is in one flow with them', () => {
  const { log, index } = indexedLog()
  log.record(message('m2', 'https://anchor.example/fetch', { parent: 'm1', to: 'trust-anchor' }))
  log.record(message('m1', 'https://pid.example/credential'))
  assert.deepEqual(
    index.groups().map(({ id, kind }) => [id, kind]),
    [['m1', 'issuance']],
  )
})

test('after two flows have joined, the last refused message explains the flow, whichever of them had it', () => {
  const decisions = [3, 2].map((second, index): DecisionRecord => {
    const check = { requirement: 'PP-01', passed: false, code: `refused_at_${second}` }
    return {
      trace: `t${index}`,
      surface: 'pid-provider/token',
      at: second,
      outcome: 'refused',
      checks: [check],
      evidence: {},
    }
  })
  const { log, index } = indexedLog(undefined, decisions)
  const other = 'another-state-of-enough-characters'
  log.record(message('m1', `https://pid.example/authorize?state=${state}`, { traces: ['t0'] }))
  log.record(message('m2', `https://pid.example/authorize?state=${other}`, { traces: ['t1'] }))
  assert.equal(index.groups().length, 2)
  log.record(message('m3', `https://pid.example/authorize?state=${state}&nonce=${other}`))
  const [joined, ...others] = index.groups()
  assert.ok(joined && others.length === 0)
  assert.equal(mainRefusal(joined)?.checks[0]?.code, 'refused_at_3')
})

test('an outside party’s refusal is the outcome of the flow, and a missing answer leaves the flow open', () => {
  const { log, index } = indexedLog()
  const to = 'https://issuer.example'
  log.record(message('m1', `${to}/par`, { to, response: { status: 400, headers: [] } }))
  log.record(message('m2', `${to}/credential`, { to, response: undefined, milliseconds: 0 }))
  const [open, refused] = index.groups()
  assert.ok(open && refused)
  assert.deepEqual([open.kind, outcomeOf(open)], ['issuance', 'open'])
  assert.deepEqual([refused.kind, outcomeOf(refused), mainRefusal(refused)], ['issuance', 'refused', undefined])
})

test('a second presentation in the same browser session is a flow of its own', () => {
  const { log, idsOf } = indexedLog()
  const url = 'https://rp.example/presentations'
  const [cookie, to] = ['__Host-rp-session=a-session-of-enough-characters', 'relying-party']
  const headers = [['cookie', cookie]] as const
  const begin = (id: string, reference: string): Message =>
    message(id, url, {
      to,
      response: {
        status: 302,
        headers: [
          ['location', `${url}?id=${reference}`],
          ['set-cookie', cookie],
        ],
      },
    })
  const look = (id: string, role = to): Message =>
    message(id, `${url}/page`, { to: role, request: { method: 'GET', url, headers } })
  for (const one of [
    begin('m1', 'the-first-presentation'),
    look('m2'),
    begin('m3', 'the-second-presentation'),
    look('m4'),
  ])
    log.record(one)
  log.record(look('m5', 'pid-provider'))
  assert.deepEqual(
    idsOf(),
    [['m5'], ['m3', 'm4'], ['m1', 'm2']],
    'a page joins the latest flow of its session at the role that set the session cookie',
  )
})

test('a request with a short access token belongs to the flow of the token response', () => {
  const { log, idsOf } = indexedLog()
  const accessToken = 'opaque-access-token-of-another-issuer'
  const body = JSON.stringify({ access_token: accessToken })
  log.record(
    message('m1', 'https://pid.example/token', {
      response: { status: 200, headers: [['content-type', 'application/json']], body },
    }),
  )
  const url = 'https://pid.example/credential'
  log.record(
    message('m2', url, { request: { method: 'POST', url, headers: [['authorization', `DPoP ${accessToken}`]] } }),
  )
  assert.deepEqual(idsOf(), [['m1', 'm2']])
})

test('a media type in capitals is read, and the fragment of a URL is not', () => {
  const { log, idsOf } = indexedLog()
  const body = JSON.stringify({ access_token: 'opaque-access-token-of-another-issuer' })
  for (const [id, type] of [
    ['m1', 'application/json'],
    ['m2', 'Application/JSON'],
  ] as const)
    log.record(
      message(id, 'https://pid.example/token', {
        response: { status: 200, headers: [['content-type', type]], body },
      }),
    )
  for (const [id, before] of [
    ['m3', '?'],
    ['m4', '#?'],
  ] as const)
    log.record(message(id, `https://rp.example/login${before}state=abcdefghijklmnopqrstuvwxyz`))
  assert.deepEqual(idsOf(), [['m4'], ['m3'], ['m1', 'm2']])
})
