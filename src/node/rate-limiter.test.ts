import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryRateCounters } from '../../test/support/memory-rate-counters.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'

function setUp(options: { capacity?: number } = {}) {
  let now = 0
  const limiter = createRateLimiter({
    limits: { perSecond: 2, burst: 4 },
    surfaces: { 'pid-provider/as/par': { perSecond: 1, burst: 1 } },
    milliseconds: () => now,
    ...options,
  })
  const advance = (milliseconds: number): void => {
    now += milliseconds
  }
  return { limiter, advance }
}

const taken = (limiter: RateLimiter, client: string, times: number, surface = 's/a'): number =>
  Array.from({ length: times }, () => limiter.take(client, surface)).filter((wait) => wait === undefined).length

test('GEN-08 limits a client to a burst, then to the rate per second, and returns when to retry', () => {
  const { limiter, advance } = setUp()
  assert.equal(taken(limiter, 'a', 10), 4)
  assert.equal(limiter.take('a', 's/a'), 1)
  advance(500)
  assert.equal(taken(limiter, 'a', 10), 1)
  advance(60_000)
  assert.equal(taken(limiter, 'a', 10), 4, 'a bucket holds no more than a burst')
})

test('GEN-08 each client and surface has its own bucket, and a surface can have its own limits', () => {
  const { limiter } = setUp()
  assert.equal(taken(limiter, 'a', 9), 4)
  assert.equal(taken(limiter, 'b', 9), 4)
  assert.equal(taken(limiter, 'a', 9, 's/b'), 4)
  assert.equal(taken(limiter, 'a', 9, 'pid-provider/as/par'), 1)
  assert.equal(limiter.take('a', 'pid-provider/as/par'), 1)
  assert.equal(taken(limiter, 'a', 9, '__proto__'), 4)
})

test('GEN-08 replicas that settle their counts give a client one common budget', async () => {
  const counters = createMemoryRateCounters()
  const replicas = [setUp(), setUp(), setUp()]
  assert.equal(taken(replicas[0]?.limiter as RateLimiter, 'a', 4), 4)
  for (const { limiter } of replicas) await limiter.settle(counters, 100)
  assert.equal(taken(replicas[1]?.limiter as RateLimiter, 'a', 1), 1, 'this replica has not yet counted the client')
  for (const { limiter } of replicas) await limiter.settle(counters, 101)
  assert.equal(taken(replicas[1]?.limiter as RateLimiter, 'a', 9), 0, 'requests at other replicas are subtracted')
  assert.equal(taken(replicas[1]?.limiter as RateLimiter, 'b', 9), 4)
  replicas[1]?.advance(60_000)
  assert.equal(taken(replicas[1]?.limiter as RateLimiter, 'a', 9), 4, 'the budget is refilled with time')
})

test('GEN-08 over many settlements, replicas together accept about as many requests as one bucket', async () => {
  const counters = createMemoryRateCounters()
  const replicas = [setUp(), setUp()]
  let given = 0
  for (let second = 0; second < 60; second += 1) {
    for (const { limiter, advance } of replicas) {
      given += taken(limiter, 'a', 5)
      advance(1000)
    }
    for (const { limiter } of replicas) await limiter.settle(counters, 1000 + second)
  }
  assert.ok(given <= 2 * 4 + 60 * 2 + 8, `${given}`)
  assert.ok(given >= 60 * 2 - 8, `${given}`)
})

test('GEN-08 no address is stored, and the number of buckets is limited', async () => {
  const { limiter } = setUp({ capacity: 10 })
  for (let index = 0; index < 50; index += 1) limiter.take(`198.51.100.${index}`, 's/a')
  const keys: string[] = []
  await limiter.settle(
    {
      settle: async (_, counts) => {
        keys.push(...counts.keys())
        return new Map()
      },
      prune: async () => undefined,
    },
    1,
  )
  assert.equal(keys.length, 10)
  for (const key of keys) assert.match(key, /^[\w-]{43}$/)
})

const replicaOf = (milliseconds: () => number) =>
  createRateLimiter({ limits: { perSecond: 50, burst: 200 }, milliseconds })

test('GEN-08 replicas exchange no counts of a client that uses less than a tenth of its rate', async () => {
  let now = 0
  const limiter = replicaOf(() => now)
  const sent: number[] = []
  const counters = {
    settle: async (_: number, counts: ReadonlyMap<string, number>) => {
      sent.push(...counts.values())
      return counts
    },
    prune: async () => undefined,
  }
  const requestsPerSecond = [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 3, 0, 0, 0, 0, 0, 0, 0, 9, 1]
  for (const [second, requests] of requestsPerSecond.entries()) {
    now = second * 1000
    taken(limiter, 'a', requests)
    await limiter.settle(counters, 1000 + second)
  }
  assert.deepEqual(sent, [5, 9], 'counts of one window add up, and counts of another window do not')
})

test('GEN-08 three replicas together accept little more than one bucket, however a client divides its requests', async () => {
  for (const requestsPerSecond of [
    [17, 17, 17],
    [30, 30, 30],
    [50, 4, 4],
    [100, 5, 5],
    [200, 200, 200],
  ]) {
    let now = 0
    const counters = createMemoryRateCounters()
    const replicas = requestsPerSecond.map((requests) => ({ requests, limiter: replicaOf(() => now) }))
    let accepted = 0
    for (let second = 0; second < 600; second += 1) {
      now = second * 1000
      for (const { limiter, requests } of replicas) {
        const given = taken(limiter, 'a', requests)
        if (second >= 60) accepted += given
      }
      for (const { limiter } of replicas) await limiter.settle(counters, 1000 + second)
    }
    assert.ok(accepted / 540 <= 50 * 1.25, `${requestsPerSecond}: ${accepted / 540} a second`)
  }
})
