import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { acceptedConnection, beginInTurn, inTurn, requestsPerTurn, stepsPerTurn, waitForTurn } from './turns.ts'

describe('turns', () => {
  /** Waits, because a test may start in the turn of the previous one. */
  beforeEach(async () => {
    await setImmediate()
  })

  test('Work waits until all of this turn have asked, and is done in the order in which it came', async () => {
    const done: string[] = []
    const first = inTurn(() => done.push('first'))
    await Promise.resolve()
    const second = inTurn(() => done.push('second'))
    await new Promise<void>((resolve) => process.nextTick(resolve))
    assert.deepEqual(done, [])
    assert.deepEqual(await Promise.all([first, second]), [1, 2])
    assert.deepEqual(done, ['first', 'second'])
  })

  test('What throws rejects for itself alone, and what is waited for is waited for', async () => {
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

  test('each step of a turn waits for all its participants, however long they take, and for no others', async () => {
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

  test('After so many requests connections are looked at before the rest, and the rest is done all the same', async () => {
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

  test('GEN-60 Requests that have begun come before new ones, whose wait is known', async () => {
    const done: string[] = []
    const first = Array.from({ length: requestsPerTurn + 1 }, (_, index) =>
      beginInTurn(() => done.push(`new ${index}`)),
    )
    assert.ok(waitForTurn() > 0)
    const begun = inTurn(() => done.push('begun'))
    await setImmediate()
    assert.deepEqual([done[0], done.length], ['begun', requestsPerTurn])
    await Promise.all([...first, begun])
    assert.equal(waitForTurn(), 0)
  })

  test('GEN-60 The event loop comes round for new connections before the next turn, and then goes on', async () => {
    const work = inTurn(() => 'done')
    const late: boolean[] = []
    let over = false
    void work.then(() => (over = true))
    while (!over) {
      late.push(acceptedConnection())
      await setImmediate()
    }
    assert.deepEqual([late[0], late.at(-1)], [false, true])
    assert.ok(late.length > 8 && late.length < 100, `${late.length} connections`)
    assert.equal(await work, 'done')
  })

  test('A turn that is over leaves the next one to collect anew', async () => {
    await inTurn(() => undefined)
    await setImmediate()
    const done: string[] = []
    const later = inTurn(() => done.push('later'))
    await new Promise<void>((resolve) => process.nextTick(resolve))
    assert.deepEqual(done, [])
    await later
  })

  test('A loop that asks again and again lets connections in between', async () => {
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
    assert.ok(first > 0 && second > first, 'the loop goes on')
    assert.ok(second - first <= 2 * stepsPerTurn, `${second - first} in one turn`)
  })
})
