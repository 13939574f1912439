/** Tests of every store of request counts, with which replicas limit clients together. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimiter, type RateCounters } from '../../src/node/index.ts'

/** `open` returns a new empty store. */
export function rateCountersContract(name: string, open: () => RateCounters): void {
  const settled = async (counters: RateCounters, window: number, counts: Readonly<Record<string, number>>) =>
    Object.fromEntries(await counters.settle(window, new Map(Object.entries(counts))))

  test(`${name}: GEN-08 counts add up by key and window, and the result has the given keys`, async () => {
    const counters = open()
    assert.deepEqual(await settled(counters, 10, { a: 2, b: 1 }), { a: 2, b: 1 })
    assert.deepEqual(await settled(counters, 10, { a: 3, c: 1 }), { a: 5, c: 1 })
    assert.deepEqual(await settled(counters, 20, { a: 1 }), { a: 1 })
    assert.deepEqual(await settled(counters, 10, { b: 1 }), { b: 2 })
  })

  test(`${name}: GEN-08 concurrent settlements lose no count`, async () => {
    const counters = open()
    const keys = ['d', 'c', 'b', 'a']
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const order = index % 2 === 0 ? keys : keys.toReversed()
        return settled(counters, 10, Object.fromEntries(order.map((key) => [key, 1])))
      }),
    )
    assert.deepEqual(await settled(counters, 10, { a: 0, b: 0, c: 0, d: 0 }), { a: 12, b: 12, c: 12, d: 12 })
  })

  test(`${name}: GEN-08 windows before a time are deleted, the window at that time is not`, async () => {
    const counters = open()
    for (const window of [10, 20]) await settled(counters, window, { a: 1 })
    await counters.prune(20)
    assert.deepEqual(await settled(counters, 10, { a: 1 }), { a: 1 })
    assert.deepEqual(await settled(counters, 20, { a: 1 }), { a: 2 })
  })

  test(`${name}: GEN-08 requests that one process allows a client reduce the client's budget at the other process`, async () => {
    const counters = open()
    const limits = { perSecond: 0.001, burst: 6 }
    const [one, other] = [1, 2].map(() => createRateLimiter({ limits, milliseconds: () => 0 }))
    const taken = (limiter = one): boolean => limiter?.take('192.0.2.1', 'pid-provider/as/par') === undefined
    for (let index = 0; index < 5; index += 1) assert.ok(taken())
    assert.ok(taken(other))
    await one?.settle(counters, 100)
    await other?.settle(counters, 100)
    assert.equal(taken(other), false)
    assert.ok(taken(), 'the first process does not have the count of the other yet')
  })
}
