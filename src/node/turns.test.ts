import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { beginInTurn, inTurn, recordConnection, requestsPerTurn, stepsPerTurn, turnWaitMilliseconds } from './turns.ts'

describe('turns', () => {
  /** Waits, because a test can start in the turn of the previous test. */
  beforeEach(async () => {
    await setImmediate()
  })

  test('work waits until all requests of the turn have asked, and is done in the order of asking', async () => {
    const done: string[] = []
    const first = inTurn(() => done.push('first'))
    await Promise.resolve()
    const second = inTurn(() => done.push('second'))
    await new Promise<void>((resolve) => process.nextTick(resolve))
    assert.deepEqual(done, [])
    assert.deepEqual(await Promise.all([first, second]), [1, 2])
    assert.deepEqual(done, ['first', 'second'])
  })

  test('work that throws rejects only its own promise, and asynchronous work is awaited', async () => {
    const results = await Promise.allSettled([
      inTurn(() => 'before'),
      inTurn(() => {
        throw new TypeError('of one alone')
      }),
      inTurn(async () => 'after'),
    ])
    assert.deepEqual(
      results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
      ['before', 'of one alone', 'after'],
    )
  })

  test('each step of a turn waits for all requests of the turn, however long they take, and for no others', async () => {
    const done: string[] = []
    const request = async (name: string, promises: number): Promise<void> => {
      await inTurn(() => done.push(`${name} reads`))
      for (let at = 0; at < promises; at += 1) await Promise.resolve()
      await inTurn(() => done.push(`${name} verifies`))
      await inTurn(() => done.push(`${name} writes`))
    }
    const both = Promise.all([request('a', 0), request('b', 50)])
    const connections = setImmediate().then(() => done.push('connections'))
    await both
    await connections
    const steps = ['reads', 'verifies', 'writes'].flatMap((step) => [`a ${step}`, `b ${step}`])
    assert.deepEqual(done, [...steps, 'connections'])
  })

  test('after `requestsPerTurn` requests, the event loop handles connections before the remaining requests', async () => {
    let done = 0
    const all = Array.from({ length: 2 * requestsPerTurn + 1 }, () => inTurn(() => (done += 1)))
    const seen: number[] = []
    while (done < all.length) {
      await setImmediate()
      seen.push(done)
    }
    assert.deepEqual(seen, [requestsPerTurn, 2 * requestsPerTurn, all.length])
    assert.equal((await Promise.all(all)).length, all.length)
  })

  test('GEN-60 requests that have begun come before new requests, whose waiting time is known', async () => {
    const done: string[] = []
    const first = Array.from({ length: requestsPerTurn + 1 }, (_, index) =>
      beginInTurn(() => done.push(`new ${index}`)),
    )
    assert.ok(turnWaitMilliseconds() > 0)
    const begun = inTurn(() => done.push('begun'))
    await setImmediate()
    assert.deepEqual([done[0], done.length], ['begun', requestsPerTurn])
    await Promise.all([...first, begun])
    assert.equal(turnWaitMilliseconds(), 0)
  })

  test('GEN-60 the event loop accepts new connections before the next turn, up to a limit', async () => {
    const work = inTurn(() => 'done')
    const late: boolean[] = []
    let over = false
    void work.then(() => (over = true))
    while (!over) {
      late.push(recordConnection())
      await setImmediate()
    }
    assert.deepEqual([late[0], late.at(-1)], [false, true])
    assert.ok(late.length > 8 && late.length < 200, `${late.length} connections`)
    assert.equal(await work, 'done')
  })

  test('a new turn begins after a turn has ended', async () => {
    await inTurn(() => undefined)
    await setImmediate()
    const done: string[] = []
    const later = inTurn(() => done.push('later'))
    await new Promise<void>((resolve) => process.nextTick(resolve))
    assert.deepEqual(done, [])
    await later
  })

  test('a loop that asks again and again does not keep the event loop from connections', async () => {
    let asked = 0
    let stopped = false
    const loop = async (): Promise<void> => {
      while (!stopped) await inTurn(() => (asked += 1))
    }
    const both = Promise.all([loop(), loop()])
    await setImmediate()
    const first = asked
    await setImmediate()
    const second = asked
    stopped = true
    await both
    assert.ok(first > 0 && second > first, 'the loop continues')
    assert.ok(second - first <= 2 * stepsPerTurn, `${second - first} in one turn`)
  })

  test('GEN-60 while new requests wait long, the event loop accepts one connection before the next turn', async () => {
    const late: boolean[] = []
    const before: number[] = []
    let isOver = false
    // The first turn is slow, so that the remaining requests count as waiting long.
    const begun = Array.from({ length: 300 }, (_, index) =>
      beginInTurn(() => {
        for (const end = performance.now() + 2; index < requestsPerTurn && performance.now() < end; );
        before.push(late.length)
      }),
    )
    void Promise.all(begun).then(() => (isOver = true))
    while (!isOver) {
      late.push(recordConnection())
      await setImmediate()
    }
    const [secondTurn = 0, thirdTurn = 0] = [2 * requestsPerTurn - 1, 2 * requestsPerTurn].map((index) => before[index])
    assert.equal(thirdTurn - secondTurn, 1, 'one connection')
    assert.equal(late[thirdTurn - 1], true, 'it has waited')
  })
})
