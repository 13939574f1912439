import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renewed } from './renewed.ts'

const hour = 3600

test('a value is made again after the clock is set back', async () => {
  let made = 0
  const ask = renewed(async (now) => {
    made += 1
    return { value: made, renewAt: now + 60, expiresAt: now + 120 }
  })
  assert.equal((await ask(10 * hour, '')).value, 1)
  assert.equal((await ask(10 * hour + 59, '')).value, 1)
  assert.equal((await ask(9 * hour, '')).value, 2)
  assert.equal((await ask(9 * hour + 59, '')).value, 2)
})

test('a failed renewal is tried again after its pause, even after the clock is set back', async () => {
  let tried = 0
  const ask = renewed<string>(async (now) => {
    tried += 1
    if (tried > 1) throw new Error('an outage')
    return { value: 'standing', renewAt: now + 60, expiresAt: now + 2 * hour }
  })
  await ask(10 * hour, '')
  for (const [now, times] of [
    [10 * hour + 60, 2],
    [10 * hour + 64, 2],
    [10 * hour + 65, 3],
    [9 * hour, 4],
    [9 * hour + 4, 4],
    [9 * hour + 5, 5],
  ] as const) {
    assert.equal((await ask(now, '')).value, 'standing')
    assert.equal(tried, times, String(now))
  }
})

test('a document that is created anew replaces the current one, which stays if that fails', async () => {
  let made = 0
  let isOut = false
  const ask = renewed(async (now) => {
    if (isOut) throw new Error('an outage')
    made += 1
    return { value: made, renewAt: now + 60, expiresAt: now + 120 }
  })
  assert.equal((await ask(0, '')).value, 1)
  assert.equal((await ask(10, '', true)).value, 2)
  assert.equal((await ask(69, '')).value, 2)
  isOut = true
  await assert.rejects(async () => ask(69, '', true), /an outage/)
  assert.equal((await ask(69, '')).value, 2)
  isOut = false
  assert.equal((await ask(70, '')).value, 3, 'the failure does not delay the renewal')
})
