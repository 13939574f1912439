import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoad, type Visit } from './load.ts'

const limits = {
  maximumInFlight: 3,
  maximumInFlightPerClient: 2,
  maximumUnfinishedBodiesPerClient: 2,
  maximumLagMilliseconds: 50,
}

const endOf = (admitted: ReturnType<Visit['awaitBody']> | undefined): boolean | undefined =>
  typeof admitted === 'function' ? admitted() : undefined

test('GEN-27 GEN-60 a request to the administration exceeds only the limit of its client', () => {
  const load = createLoad({ ...limits, milliseconds: () => 0 })
  for (const client of ['b', 'c', 'd', 'e', 'f']) load.enter(client)
  assert.deepEqual([load.exceeded('a'), load.exceeded('a', true)], [true, false])
  const late = load.enter('a', true).awaitBody(1)
  assert.equal(typeof late === 'function' && late(), true)
  for (let count = 0; count < 3; count += 1) load.enter('a')
  assert.equal(load.exceeded('a', true), true)
})

test('GEN-27 the limits of requests in flight, of all and of one client, are exceeded until requests end', () => {
  const load = createLoad({ ...limits, milliseconds: () => 0 })
  const first = load.enter('a')
  load.enter('a')
  assert.equal(load.exceeded('a'), false)
  const third = load.enter('a')
  assert.deepEqual([load.exceeded('a'), load.exceeded('b')], [true, false])
  third.leave()
  third.leave()
  assert.deepEqual([load.exceeded('a'), load.inFlight()], [false, 2])
  load.enter('b')
  load.enter('c')
  assert.equal(load.exceeded('c'), true)
  first.leave()
  assert.equal(load.exceeded('c'), false)
  load.stop()
})

test('GEN-08 a request is not in flight while its body arrives, and the unfinished bodies of one client are limited', () => {
  const load = createLoad({ ...limits, maximumInFlight: 3, milliseconds: () => 0 })
  const [first, second, third] = [load.enter('a'), load.enter('a'), load.enter('a')]
  const ends = [first.awaitBody(1), second.awaitBody(1)]
  assert.deepEqual([load.inFlight(), third.awaitBody(1)], [1, 'bodies_unfinished'])
  const others = load.enter('b')
  assert.equal(typeof others.awaitBody(1), 'function', 'another client has its own limit')
  assert.equal(endOf(ends[0]), true)
  assert.equal(typeof third.awaitBody(1), 'function', 'an ended body makes room for another')
  load.enter('c')
  load.enter('d')
  assert.equal(endOf(ends[1]), false, 'a body that arrives in an overload is refused')
  first.leave()
  second.leave()
  assert.equal(load.inFlight(), 2)
})

test('GEN-27 all clients together have no more unfinished bodies than requests in flight', () => {
  const load = createLoad({ ...limits, milliseconds: () => 0 })
  const [first] = ['a', 'b', 'c'].map((client) => load.enter(client).awaitBody(1))
  const late = load.enter('d')
  assert.equal(late.awaitBody(1), 'overloaded')
  assert.equal(load.inFlight(), 1, 'a request whose body is refused is still in flight')
  assert.equal(endOf(first), true)
  assert.equal(typeof late.awaitBody(1), 'function', 'an ended body makes room for another')
})

test('GEN-27 a body counts once for each begun 256 KiB, while it arrives and until its request ends (D-525)', () => {
  const load = createLoad({ ...limits, maximumInFlight: 5, maximumInFlightPerClient: 4, milliseconds: () => 0 })
  const unit = 262_144
  const large = load.enter('a')
  const arriving = large.awaitBody(4 * unit)
  assert.equal(load.enter('b').awaitBody(unit + 1), 'overloaded')
  assert.equal(typeof load.enter('c').awaitBody(unit), 'function')
  assert.equal(endOf(arriving), true)
  assert.equal(load.inFlight(), 5, 'the large request, and the refused one')
  assert.equal(load.exceeded('a'), false)
  large.leave()
  assert.equal(load.inFlight(), 1)
})

test('GEN-27 a body that is larger than the limit of all is admitted alone', () => {
  const load = createLoad({ ...limits, milliseconds: () => 0 })
  assert.equal(typeof load.enter('a').awaitBody(2 ** 30), 'function')
  assert.equal(load.enter('b').awaitBody(1), 'overloaded')
})

test('GEN-27 a lag of the event loop above the limit exceeds the load', async () => {
  for (const [step, exceeded] of [
    [100, true],
    [2, false],
  ] as const) {
    let now = 0
    const milliseconds = (): number => {
      now += step
      return now
    }
    const load = createLoad({ ...limits, milliseconds, sampleMilliseconds: 1 })
    now += 1000
    load.start()
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(load.exceeded('a'), exceeded)
    assert.equal(load.lagMilliseconds(), step - 1)
    load.stop()
  }
})
