import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOverload } from './overload.ts'

function overloadAt() {
  const now = { milliseconds: 0, wait: 0, full: false, idle: false }
  const overload = createOverload({
    waits: [() => now.wait / 2, () => now.wait / 2],
    isFull: () => now.full,
    isIdle: () => now.idle,
    isExempt: (target) => target === '/health',
    milliseconds: () => now.milliseconds,
  })
  return { now, overload }
}

test('GEN-60 requests in a short burst can wait longer than in a lasting overload', () => {
  const { now, overload } = overloadAt()
  const refused = (milliseconds: number, wait: number): boolean => {
    now.milliseconds = milliseconds
    now.wait = wait
    return overload.refuses('/token', 0)
  }
  assert.deepEqual([refused(0, 49), refused(0, 249), refused(0, 251)], [false, false, true])
  assert.deepEqual([refused(150, 200), refused(201, 101), refused(300, 99)], [false, true, false])
  assert.equal(refused(400, 101), true, 'a moment without a queue does not end an overload')
  assert.equal(refused(900, 249), false, 'after a time without overload, the next burst can wait again')
  assert.equal(overload.wait(), 249)
})

test('GEN-60 a request that waited before it was read is accepted only when the queue is short', () => {
  const { now, overload } = overloadAt()
  now.wait = 60
  assert.equal(overload.refuses('/token', 0), false)
  assert.equal(overload.refuses('/token', 100), true)
  now.wait = 10
  now.milliseconds = 100
  assert.equal(overload.refuses('/token', 100), false)
  assert.equal(overload.refuses('/token', 300), true, 'its client has probably given up')
  now.milliseconds = 300
  assert.equal(overload.refuses('/token', 300), false, 'the overload is over')
})

test('GEN-60 an overloaded process still answers probes, at most a hundred in a second', () => {
  const { now, overload } = overloadAt()
  now.full = true
  const answered = Array.from({ length: 150 }, () => overload.refuses('/health', 0)).filter((refused) => !refused)
  assert.equal(answered.length, 100)
  assert.equal(overload.refuses('/token', 0), true)
  now.milliseconds = 1000
  assert.equal(overload.refuses('/health', 0), false)
})

test('GEN-60 few requests in flight are not an overload, however long they wait', () => {
  const { now, overload } = overloadAt()
  now.wait = 1000
  now.idle = true
  assert.equal(overload.refuses('/token', 0), false)
  now.idle = false
  assert.equal(overload.refuses('/token', 0), true)
})
