import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('Work waits until all of this turn have asked, and is done in the order in which it came', async () => {
  const gather = createTurns()
  const done: string[] = []
  const first = gather(() => done.push('first'))
  await Promise.resolve()
  const second = gather(() => done.push('second'))
  await new Promise<void>((resolve) => process.nextTick(resolve))
  assert.deepEqual(done, [])
  assert.deepEqual(await Promise.all([first, second]), [1, 2])
  assert.deepEqual(done, ['first', 'second'])
})

test('What throws rejects for itself alone, and what is waited for is waited for', async () => {
  const gather = createTurns()
  const results = await Promise.allSettled([
    gather(() => 'before'),
    gather(() => {
      throw new TypeError('of one alone')
    }),
    gather(async () => 'after'),
  ])
  assert.deepEqual(
    results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    ['before', 'of one alone', 'after'],
  )
})

test('After so much work connections are looked at before the rest, and the rest is done all the same', async () => {
  const gather = createTurns(2)
  let done = 0
  const all = Array.from({ length: 5 }, () => gather(() => (done += 1)))
  const seen: number[] = []
  while (done < 5) {
    await turn()
    seen.push(done)
  }
  assert.deepEqual(seen, [2, 4, 5])
  assert.deepEqual(await Promise.all(all), [1, 2, 3, 4, 5])
})

test('Work that came while some was being done is done in a later turn', async () => {
  const gather = createTurns()
  let inner: Promise<string> | undefined
  const outer = gather(() => {
    inner = gather(() => 'inner')
    return 'outer'
  })
  assert.equal(await outer, 'outer')
  assert.equal(await inner, 'inner')
})
