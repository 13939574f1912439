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

test('a slow renewal does not replace a document whose creation began later', async () => {
  const release: (() => void)[] = []
  const ask = renewed(async (now) => {
    const number = release.length
    await new Promise<void>((resolve) => release.push(resolve))
    return { value: number, renewAt: now + 60, expiresAt: now + 120 }
  })
  const [slow, anew] = [ask(0, ''), ask(5, '', true)]
  release[1]?.()
  assert.equal((await anew).value, 1)
  release[0]?.()
  assert.equal((await slow).value, 1)
  assert.equal((await ask(6, '')).value, 1)
})

test('a document that is created anew and must not replace the current one is only returned', async () => {
  let made = 0
  const ask = renewed(
    async (now) => {
      made += 1
      return { value: made, renewAt: now + 60, expiresAt: now + 120 }
    },
    (created, current) => created !== current + 1,
  )
  assert.equal((await ask(0, '')).value, 1)
  assert.equal((await ask(10, '', true)).value, 2)
  assert.equal((await ask(11, '')).value, 1)
  assert.equal((await ask(12, '', true)).value, 3)
  assert.equal((await ask(13, '')).value, 3)
  assert.equal((await ask(14, 'changed', true)).value, 4, 'another revision')
  assert.equal((await ask(15, 'changed')).value, 4)
  assert.equal((await ask(134, 'changed', true)).value, 5, 'the current one has expired')
  assert.equal((await ask(134, 'changed')).value, 5)
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
