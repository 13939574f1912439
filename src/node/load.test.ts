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

const unit = 262_144

test('GEN-27 the further units of large unfinished bodies have a limit of their own (D-525)', () => {
  const load = createLoad({ ...limits, maximumInFlight: 5, milliseconds: () => 0 })
  const large = load.enter('a')
  const arriving = large.awaitBody(4 * unit)
  const second = load.enter('b')
  assert.equal(second.awaitBody(4 * unit), 'overloaded')
  assert.equal(typeof second.awaitBody(3 * unit), 'function', 'five further units')
  assert.equal(load.enter('c').awaitBody(unit + 1), 'overloaded')
  for (const client of ['d', 'e', 'f'])
    assert.equal(typeof load.enter(client).awaitBody(unit), 'function', 'a body of one unit needs no further one')
  assert.equal(load.enter('g').awaitBody(1), 'overloaded', 'five bodies')
  assert.equal(endOf(arriving), true)
  assert.equal(typeof load.enter('h').awaitBody(4 * unit), 'function', 'an ended body gives its units back')
})

test('GEN-27 a large body counts as one request in flight', () => {
  for (const settings of [{ maximumInFlight: 1 }, { maximumInFlightPerClient: 1 }]) {
    const load = createLoad({ ...limits, ...settings, milliseconds: () => 0 })
    const visit = load.enter('a')
    assert.equal(endOf(visit.awaitBody(4 * unit)), true)
    assert.equal(load.inFlight(), 1)
    visit.leave()
    assert.equal(load.inFlight(), 0)
  }
})

test('GEN-27 a body that is larger than the limit of all is admitted alone', () => {
  const load = createLoad({ ...limits, milliseconds: () => 0 })
  const alone = load.enter('a').awaitBody(2 ** 30)
  assert.equal(load.enter('b').awaitBody(unit + 1), 'overloaded')
  assert.equal(endOf(alone), true)
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
