import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DecisionRecord } from '../base/index.ts'
import { type Message, plainMessage } from '../console/index.ts'
import { asApp, type HttpResponse, respondJson } from '../http/index.ts'
import { createTraffic } from './traffic.ts'

const origin = 'http://localhost:4003'
const parties = new Map([[origin, 'pid-provider']])

const decision = (trace: string, surface = 'pid-provider/token'): DecisionRecord => ({
  ...{ trace, surface, at: 1_768_478_400, outcome: 'accepted', checks: [], evidence: {} },
})

function setUp(answer: (body: string) => HttpResponse = () => respondJson({ ok: true })) {
  let now = 0
  const traffic = createTraffic({
    now: () => {
      now += 5
      return now
    },
    partyAt: (one) => parties.get(one),
  })
  const decisions: DecisionRecord[] = []
  const sink = traffic.observe({ record: (one) => void decisions.push(one) })
  const app = traffic.wrapApp(
    'pid-provider',
    asApp(async (request) => {
      const text = request.method === 'POST' ? await request.text(1000) : ''
      sink.record(decision(`t${decisions.length}`))
      return answer(String(text))
    }),
    origin,
  )
  return { traffic, decisions, sink, app }
}

test('a message between parties is recorded once, with the decision about it, and arrives complete', async () => {
  let heard = ''
  const { traffic, app } = setUp((body) => {
    heard = body
    return respondJson({ c_nonce: 'n' })
  })
  const request = new Request(`${origin}/token`, { method: 'POST', body: 'code=1' })
  let sent: Request | undefined
  const response = await traffic.fetchAs('wallet', (one) => {
    sent = one
    assert.equal(one.headers.get('fiducia-message'), 'm1')
    return app(one)
  })(request)
  assert.equal(sent, request, 'the request itself is sent, as a copy would lose its signal')
  assert.equal(request.headers.has('fiducia-message'), false)
  assert.deepEqual(await response.json(), { c_nonce: 'n' })
  assert.equal(heard, 'code=1')
  const [message, ...others] = traffic.log.all()
  assert.deepEqual(others, [])
  assert.deepEqual([message?.from, message?.to, message?.traces], ['wallet', 'pid-provider', ['t0']])
  assert.deepEqual([message?.request.body, message?.response?.body], ['code=1', '{"c_nonce":"n"}'])
})

test('only a party of the sandbox receives the header that names the record', async () => {
  const { traffic } = setUp()
  const fetch = traffic.fetchAs('relying-party', async (request) => {
    assert.equal(request.headers.has('fiducia-message'), false)
    return new Response('secret', { headers: { 'content-type': 'image/png' } })
  })
  await fetch(new Request('https://elsewhere.example/logo.png'))
  const [message] = traffic.log.all()
  assert.equal(message?.to, 'https://elsewhere.example')
  assert.deepEqual(
    [message?.response?.status, message?.response?.body],
    [200, undefined],
    'the body of an image is not recorded',
  )
})

test('a message of an outside party is recorded on arrival, with all its headers', async () => {
  const { traffic, app } = setUp()
  const headers = { 'x-own': 'value', accept: 'text/html', 'fiducia-message': 'm99' }
  await app(new Request(`${origin}/authorize?state=s`, { headers }))
  await app(new Request(`${origin}/token`, { method: 'POST', body: 'a=b' }))
  const [page, post] = traffic.log.all()
  assert.deepEqual([page?.id, page?.from, page?.request.url], ['m1', 'browser', `${origin}/authorize?state=s`])
  assert.deepEqual(page?.request.headers.find(([name]) => name === 'x-own')?.[1], 'value')
  assert.deepEqual([post?.from, post?.request.body, post?.traces], ['unknown', 'a=b', ['t1']])
  assert.equal(post?.response?.headers.find(([name]) => name === 'content-type')?.[1], 'application/json')
})

test('a message that a role sends while it serves a request has that request’s message as its parent', async () => {
  const { traffic } = setUp()
  const inner = traffic.fetchAs(
    'pid-provider',
    async () => new Response('x', { headers: { 'content-type': 'text/plain' } }),
  )
  const app = traffic.wrapApp(
    'pid-provider',
    asApp(async () => {
      await inner(new Request('https://anchor.example/fetch'))
      return respondJson({})
    }),
    origin,
  )
  await Promise.all([app(new Request(`${origin}/a`)), app(new Request(`${origin}/b`))])
  const parents = traffic.log.all().flatMap(({ parent, from }) => (from === 'pid-provider' ? [parent] : []))
  const served = traffic.log.all().flatMap(({ id, from }) => (from === 'unknown' ? [id] : []))
  assert.equal(served.length, 2)
  assert.deepEqual(new Set(parents), new Set(served))
})

test('a synchronous answer stays synchronous, and a failure is recorded and passed on', async () => {
  const { traffic } = setUp()
  const at = (answer: () => HttpResponse) => traffic.wrapApp('pid-provider', asApp(answer), origin)
  const request = { method: 'GET', target: '/health', header: () => undefined, text: async () => '' }
  assert.deepEqual(at(() => respondJson({})).answer(request), respondJson({}))
  assert.throws(() => at(() => assert.fail('broken')).answer(request), /broken/)
  const fetch = traffic.fetchAs('wallet', () => Promise.reject(new TypeError('refused')))
  await assert.rejects(fetch(new Request(`${origin}/token`)), /refused/)
  assert.deepEqual(
    traffic.log.all().map(({ response }) => response?.status),
    [200, undefined, undefined],
  )
})

test('a wallet’s decisions are recorded with its last protocol message, and decisions about a document with the document', async () => {
  const { traffic, sink } = setUp()
  const fetch = traffic.fetchAs(
    'wallet',
    async () => new Response('{}', { headers: { 'content-type': 'application/json' } }),
  )
  const get = (path: string, init = {}) => fetch(new Request(`${origin}${path}`, init))
  await traffic.runAction('action-1', async () => {
    sink.record(decision('before', 'wallet/attestation-choice'))
    await get('/.well-known/openid-federation')
    sink.record(decision('issuer', 'wallet/issuer'))
    await get('/token', { method: 'POST', body: 'code=1' })
    await get('/statuslists/0')
    sink.record(decision('token', 'wallet/token'))
  })
  sink.record(decision('alone', 'wallet/token'))
  const traces = traffic.log.all().map(({ parent, traces: found }) => [parent, ...found])
  assert.deepEqual(traces, [['action-1', 'before', 'issuer'], ['action-1', 'token'], ['action-1']])
})

test('the administration token is in no record, neither of a sent nor of a received message', async () => {
  const token = 'a-secret-token-of-the-administration'
  const traffic = createTraffic({
    now: () => 1,
    partyAt: (one) => parties.get(one),
    isSecret: (one) => one === token,
  })
  let heard: string | undefined
  const app = traffic.wrapApp(
    'pid-provider',
    asApp(async (request) => {
      heard = request.header('authorization')
      return respondJson({ ok: true })
    }),
    origin,
  )
  const request = (separator = ' ') =>
    new Request(`${origin}/admin/credentials`, { headers: { authorization: `Bearer${separator}${token}` } })
  await traffic.fetchAs('console', (one) => app(one))(request())
  await app(request())
  assert.equal(heard, `Bearer ${token}`)
  // The administration accepts several spaces.
  await app(request('  '))
  assert.equal(heard, `Bearer  ${token}`)
  const records = JSON.stringify(traffic.log.all().map(({ request: sent }) => sent))
  assert.equal(traffic.log.all().length, 3)
  assert.ok(!records.includes(token), records)
  assert.equal(records.match(/Bearer +administration-token/g)?.length, 3)
})

test('the sandbox records the messages and decisions of a replica together with its own', async () => {
  const sandbox = createTraffic({ now: () => 1, partyAt: (one) => parties.get(one) })
  const replica = createTraffic({
    now: () => 2,
    partyAt: (one) => parties.get(one),
    prefix: 'r7-',
    onForeign: sandbox.addTraces,
  })
  replica.log.watch((message) => sandbox.recordFromReplica(plainMessage(message)))
  const sink = replica.observe({ record: () => undefined })
  const status = replica.fetchAs('pid-provider', async () => new Response('{}'))
  const app = replica.wrapApp(
    'pid-provider',
    asApp(async () => {
      sink.record(decision('t-replica'))
      await status(new Request('http://localhost:4002/status'))
      return respondJson({ ok: true })
    }),
    origin,
  )
  await sandbox.fetchAs('wallet', (one) => app(one))(new Request(`${origin}/token`))
  assert.deepEqual(
    sandbox.log.all().map(({ id, from, parent, traces }) => [id, from, parent, traces]),
    [
      ['m1', 'wallet', undefined, ['t-replica']],
      ['r7-1', 'pid-provider', 'm1', []],
    ],
  )
  const stranger = new Request(`${origin}/token`, { headers: { 'fiducia-message': 'x'.repeat(60_000) } })
  await app(stranger)
  assert.ok(
    sandbox.log.all().some(({ from }) => from === 'unknown'),
    'a message whose header names no record is recorded',
  )
  sandbox.log.clear()
  await sandbox.fetchAs('wallet', (one) => app(one))(new Request(`${origin}/token`))
  for (let times = 0; times < 200; times += 1) sandbox.addTraces('m2', [`t${times}`])
  assert.equal(sandbox.log.find('m2')?.traces.length, 100)
})

test('a message that a replica reports again has at most 100 traces, the latest', () => {
  const { traffic } = setUp()
  const numbers = Array.from({ length: 150 }, (_, index) => `t${index}`)
  const message: Message = {
    ...{ id: 'r7-1', at: 1, from: 'wallet', to: 'pid-provider', milliseconds: 1, traces: numbers.slice(0, 100) },
    request: { method: 'GET', url: `${origin}/token`, headers: [] },
  }
  traffic.recordFromReplica(message)
  traffic.addTraces('r7-1', numbers.slice(100))
  traffic.recordFromReplica(message)
  assert.deepEqual(traffic.log.find('r7-1')?.traces, numbers.slice(50))
})

test('the target of a request to a party in a worker can be a URL or no path', () => {
  const { traffic } = setUp()
  const targets = ['/auth?state=s', `${origin}/auth`, 'https://other.example/auth', '*', 'http://[']
  for (const target of targets)
    traffic.recordReceived('national-idp', origin, {
      ...{ at: 1, milliseconds: 1, request: { method: 'GET', target, headers: [], body: '' } },
      response: { status: 200, headers: [], body: '' },
    })
  assert.deepEqual(
    traffic.log.all().map(({ request }) => request.url),
    [`${origin}/auth?state=s`, `${origin}/auth`, 'https://other.example/auth', `${origin}/*`, `${origin}/http://[`],
  )
})

test('a message without a response has at most 100 traces, the latest', async () => {
  const { traffic, sink } = setUp()
  const numbers = Array.from({ length: 150 }, (_, index) => `t${index}`)
  const kept = numbers.slice(50)
  const asked = async (decide: () => void): Promise<readonly string[] | undefined> => {
    const fetch = traffic.fetchAs('wallet', async () => {
      decide()
      return new Response()
    })
    await fetch(new Request(`${origin}/token`))
    return traffic.log.all().at(-1)?.traces
  }
  assert.deepEqual(await asked(() => traffic.addTraces('m1', numbers)), kept)
  const app = traffic.wrapApp(
    'pid-provider',
    asApp(() => {
      for (const trace of numbers) sink.record(decision(trace))
      return respondJson({})
    }),
    origin,
  )
  const named = new Request(`${origin}/token`, { headers: { 'fiducia-message': 'm2' } })
  assert.deepEqual(await asked(() => void app(named)), kept)
  await app(new Request(`${origin}/token`))
  assert.deepEqual(traffic.log.all().at(-1)?.traces, kept)
})

test('a message that fails within a millisecond is not recorded as waiting for a response', async () => {
  const traffic = createTraffic({ now: () => 7, partyAt: (one) => parties.get(one) })
  let waiting: number | undefined
  const fetch = traffic.fetchAs('wallet', async () => {
    waiting = traffic.log.find('m1')?.milliseconds
    throw new TypeError('refused')
  })
  await assert.rejects(fetch(new Request(`${origin}/token`)), /refused/)
  const app = traffic.wrapApp(
    'pid-provider',
    asApp(async () => assert.fail('broken')),
    origin,
  )
  await assert.rejects(async () => app(new Request(`${origin}/token`)), /broken/)
  assert.equal(waiting, 0)
  assert.deepEqual(
    traffic.log.all().map(({ milliseconds, response }) => [milliseconds, response]),
    [
      [1, undefined],
      [1, undefined],
    ],
  )
})
