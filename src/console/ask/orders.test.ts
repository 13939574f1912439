import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import type { Json } from '../../base/index.ts'
import { noParameters } from '../../http/index.ts'
import { createOrders, type OrderInput } from './orders.ts'
import type { PresentationBrowser, PresentationEvent, PresentationService } from './presentation-service.ts'
import { readSwitches } from './switches.ts'

const clock = fixedClock()
const ordered = { id: 'a', start_url: 'https://rp.example/start', expires_at: clock.now() + 60 }
const switches = { ...readSwitches(noParameters), flow: 'same-device' } as const
const input: OrderInput = { switches, query: '', queryMember: {} }

/** Returns the orders at a service that gives these answers with status 200. */
const ordersOf = (order: object, ...results: object[]) => {
  const service: Partial<PresentationService> = {
    returnUrl: 'https://console.example/ask/returned',
    call: async (_, path) => ({ status: 200, body: (path === '/api/results' ? results.shift() : order) as Json }),
    watch: () => () => undefined,
  }
  return createOrders({ clock, random: seededRandom('orders'), service: service as PresentationService })
}

test('counts an answer without an ID, a URL or a time as refused, because the order would never expire', async () => {
  for (const missing of ['id', 'start_url', 'expires_at']) {
    const orders = ordersOf({ ...ordered, [missing]: undefined })
    const placed = await orders.place(input)
    assert.ok('refused' in placed, missing)
    assert.deepEqual(orders.list(), [])
  }
})

test('keeps a result with a final status, and any other answer as the failure of the order', async () => {
  for (const [status, isResult] of [
    ['presented', true],
    ['expired', true],
    [undefined, false],
    ['issued', false],
    ['later', false],
  ] as const) {
    const orders = ordersOf(ordered, { status })
    const placed = await orders.place(input)
    assert.ok('key' in placed)
    await orders.redeem(placed.key, 'reference')
    const order = orders.find(placed.key)
    assert.equal(order?.status, isResult ? status : 'ordered')
    assert.deepEqual([order?.result !== undefined, order?.failure !== undefined], [isResult, !isResult], `${status}`)
  }
})

test('forgets the failure once a later call redeems the reference', async () => {
  const orders = ordersOf(ordered, {}, { status: 'presented' }, { status: 'refused' })
  const placed = await orders.place(input)
  assert.ok('key' in placed)
  for (const hasFailed of [true, false, false]) {
    await orders.redeem(placed.key, 'reference')
    assert.equal(orders.find(placed.key)?.failure !== undefined, hasFailed)
  }
  assert.equal(orders.find(placed.key)?.status, 'presented')
})

type Call = PresentationService['call']

const reachable: PresentationBrowser = { begin: async () => 'https://wallet.example/?x=1', finish: async () => 'r' }

/** Places a cross-device order at a service with this API and browser. `decide` announces a decision of the service. */
async function placed(call: Call, browser: PresentationBrowser = reachable) {
  const ownClock = fixedClock()
  let decide: (event: PresentationEvent) => void = () => assert.fail('nothing watches')
  const orders = createOrders({
    clock: ownClock,
    random: seededRandom('orders'),
    service: {
      ...{ url: 'https://rp.example', returnUrl: 'https://console.example/ask/returned', call },
      openBrowser: () => browser,
      watch: (listener) => {
        decide = listener
        return () => undefined
      },
    },
  })
  const order = await orders.place({ ...input, switches: { ...switches, flow: 'cross-device' } })
  assert.ok('key' in order)
  const { key } = order
  return { find: () => orders.find(key), decide: (event: PresentationEvent) => decide(event), clock: ownClock }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))
const accepted = { accepted: true, trace: 't' } as const

/** Returns an API that answers `ordered`, then the statuses in turn, and `presented` for a reference. */
const apiOf = (...statuses: (string | Promise<string>)[]): Call => {
  return async (_, path) => {
    if (path === '/api/presentations') return { status: 201, body: ordered }
    if (path === '/api/results') return { status: 200, body: { status: 'presented' } }
    return { status: 200, body: { status: (await statuses.shift()) ?? '' } }
  }
}

test('refused responses are kept only while the order is open, at most 20', async () => {
  const { find, decide, clock: time } = await placed(apiOf('fetched'))
  decide({ kind: 'fetch', ...accepted })
  await settle()
  assert.equal(find()?.status, 'fetched')
  for (let count = 0; count < 30; count += 1) decide({ kind: 'response', accepted: false, trace: `t-${count}` })
  assert.deepEqual([find()?.refusals.length, find()?.refusals.at(-1)], [20, 't-29'])
  time.advance(60)
  decide({ kind: 'response', accepted: false, trace: 'late' })
  assert.deepEqual([find()?.status, find()?.refusals.at(-1)], ['expired', 't-29'])
})

test('a slow answer with an older status does not reopen an order that has ended', async () => {
  let answerSlowly: (status: string) => void = () => undefined
  const slow = new Promise<string>((resolve) => {
    answerSlowly = resolve
  })
  const { find, decide } = await placed(apiOf(slow, 'completed'))
  decide({ kind: 'fetch', ...accepted })
  decide({ kind: 'response', ...accepted })
  await settle()
  assert.equal(find()?.status, 'presented')
  answerSlowly('fetched')
  await settle()
  assert.equal(find()?.status, 'presented')
})

test('an order shows that the Relying Party did not answer, instead of failing or waiting without a reason', async () => {
  const down = () => Promise.reject(new TypeError('fetch failed'))
  const noPage = await placed(apiOf(), { ...reachable, begin: down })
  assert.deepEqual([noPage.find()?.status, noPage.find()?.engagementUrl], ['issued', undefined])
  const noResult = await placed(apiOf('completed'), { ...reachable, finish: down })
  noResult.decide({ kind: 'response', ...accepted })
  await settle()
  assert.partialDeepStrictEqual(noResult.find()?.failure, { code: 'unreachable' })
})
