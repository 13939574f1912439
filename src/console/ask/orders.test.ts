import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createOrders, type OrderInput } from './orders.ts'
import type { PresentationService } from './presentation-service.ts'
import { readSwitches } from './switches.ts'

const clock = fixedClock()
const ordered = { id: 'a', start_url: 'https://rp.example/start', expires_at: clock.now() + 60 }
const switches = { ...readSwitches({ get: () => undefined, has: () => false } as never), flow: 'same-device' } as const
const input: OrderInput = { switches, query: '', queryMember: {} }

/** Returns the orders at a service that gives these answers with status 200. */
const ordersOf = (order: object, ...results: object[]) => {
  const service: Partial<PresentationService> = {
    returnUrl: 'https://console.example/ask/returned',
    call: async (_, path) => ({ status: 200, body: path === '/api/results' ? results.shift() : order }),
    watch: () => () => undefined,
  }
  return createOrders({ clock, random: seededRandom('orders'), service: service as PresentationService })
}

test('counts an answer without an ID, a URL or a time as refused, because the order would never expire', async () => {
  for (const missing of ['id', 'start_url', 'expires_at']) {
    const orders = ordersOf({ ...ordered, [missing]: undefined })
    const placed = await orders.place(input)
    assert.ok('refused' in placed, missing)
    assert.deepEqual(orders.latest(), [])
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
