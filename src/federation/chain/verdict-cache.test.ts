import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Judged } from './kept-verdicts.ts'
import { createVerdictCache } from './verdict-cache.ts'

type Word = 'yes' | 'no'

function cacheOf(capacity = 10) {
  const cache = createVerdictCache<Word>(capacity, (word) => word !== 'yes')
  const asked: number[] = []
  /** Asks for a verdict. A new evaluation ends after the cached answer. */
  const ask = async (name: string, now: number, judged: Judged<Word>): Promise<Word> => {
    const answer = cache.get(name, now, async (refusals) => {
      asked.push(refusals)
      return judged
    })
    const word = await answer
    await new Promise((resolve) => setImmediate(resolve))
    return word
  }
  return { cache, ask, asked }
}

const yes = (expiresAt: number, renewAt?: number): Judged<Word> => ({
  verdict: 'yes',
  expiresAt,
  ...(renewAt !== undefined && { renewAt }),
})
const no = (expiresAt: number): Judged<Word> => ({ verdict: 'no', expiresAt })

test('FED-19 a verdict near its end is renewed while the old verdict is served', async () => {
  const { ask, asked } = cacheOf()
  assert.equal(await ask('a', 0, yes(100, 75)), 'yes')
  assert.equal(await ask('a', 74, no(90)), 'yes')
  assert.equal(asked.length, 1)
  assert.equal(await ask('a', 75, yes(200, 175)), 'yes')
  assert.equal(asked.length, 2)
  assert.equal(await ask('a', 150, no(165)), 'yes', 'the renewed verdict is served')
  assert.equal(asked.length, 2)
})

test('FED-37 large acceptances leave a cache before its number of entries is reached, but the newest stays (D-1131)', async () => {
  const cache = createVerdictCache<string>(
    2,
    (text) => text === '',
    ({ length }) => length,
  )
  const add = (name: string, verdict: string) => cache.get(name, 0, async () => ({ verdict, expiresAt: 100 }))
  const kept = (...names: string[]) => names.filter((name) => cache.hasValid(name, 1))
  await add('refused', '')
  await add('a', 'x'.repeat(65_536))
  await add('b', 'x'.repeat(65_536))
  assert.deepEqual(kept('a', 'b', 'refused'), ['a', 'b', 'refused'])
  await add('c', 'x'.repeat(65_537))
  assert.deepEqual(kept('a', 'b', 'c', 'refused'), ['c', 'refused'])
  await add('d', 'x'.repeat(300_000))
  assert.deepEqual(kept('c', 'd', 'refused'), ['d', 'refused'])
  await add('e', 'x')
  await add('f', 'x')
  assert.deepEqual(kept('d', 'e', 'f'), ['e', 'f'])
})

test('FED-38 a refusal that is reached in the background ends the acceptance', async () => {
  const { ask } = cacheOf()
  await ask('a', 0, yes(100, 75))
  assert.equal(await ask('a', 80, no(95)), 'yes')
  assert.equal(await ask('a', 81, yes(200)), 'no')
  assert.equal(await ask('a', 95, yes(200)), 'yes')
})

test('FED-37 consecutive refusals are counted, until an acceptance or until 600 seconds after the last one ended', async () => {
  const { ask, asked } = cacheOf()
  await ask('a', 0, no(10))
  await ask('a', 10, no(30))
  await ask('a', 20, yes(1000))
  await ask('a', 30, yes(40))
  await ask('a', 40, no(50))
  await ask('a', 50, no(60))
  await ask('a', 60 + 600, no(700))
  assert.deepEqual(asked, [0, 1, 2, 0, 1, 0])
})

test('FED-37 simultaneous callers share one evaluation, and an evaluation that throws is not cached', async () => {
  const { cache, ask, asked } = cacheOf()
  const pending = Promise.withResolvers<Judged<Word>>()
  const both = [0, 1].map(() => cache.get('a', 0, () => pending.promise))
  pending.resolve(yes(10))
  assert.deepEqual(await Promise.all(both), ['yes', 'yes'])
  await assert.rejects(async () => cache.get('b', 0, () => Promise.reject(new Error('fault'))))
  assert.equal(await ask('b', 0, yes(10)), 'yes')
  await ask('c', 0, yes(10, 1))
  assert.equal(await cache.get('c', 2, () => Promise.reject(new Error('in the background'))), 'yes')
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(await ask('c', 3, yes(20)), 'yes')
  assert.equal(asked.length, 3)
})

test('FED-37 the cache bounds acceptances and refusals separately, and removes the least recently used first', async () => {
  const { ask, asked } = cacheOf(2)
  await ask('a', 0, yes(100))
  await ask('b', 0, yes(100))
  for (const name of ['x', 'y', 'z']) await ask(name, 0, no(100))
  await ask('a', 1, no(0))
  await ask('c', 1, yes(100))
  assert.equal(asked.length, 6)
  assert.equal(await ask('a', 2, no(0)), 'yes')
  assert.equal(await ask('b', 2, no(100)), 'no')
  assert.equal(asked.length, 7)
})

test('FED-37 the cache removes ended verdicts before valid ones, and refusals that no longer count', async () => {
  const { ask, asked } = cacheOf(2)
  await ask('stands', 0, yes(1000))
  await ask('ends', 0, yes(10))
  await ask('comes', 20, yes(1000))
  assert.equal(await ask('stands', 21, no(0)), 'yes')
  await ask('x', 20, no(900))
  await ask('y', 20, no(30))
  await ask('z', 30 + 600, no(900))
  assert.equal(await ask('x', 30 + 600, yes(0)), 'no', 'y was removed, so x was not removed for z')
  assert.equal(asked.length, 6)
})

test('FED-37 an ended refusal counts as a previous refusal for 600 seconds', async () => {
  const { ask, asked } = cacheOf(2)
  await ask('a', 0, no(10))
  await ask('b', 300, yes(400))
  await ask('a', 10 + 599, no(700))
  assert.deepEqual(asked, [0, 0, 1])
})

test('FED-37 peek returns nothing for a refusal that no longer counts', async () => {
  const { cache, ask } = cacheOf()
  await ask('a', 0, no(10))
  assert.equal(cache.peek('a', 10 + 599), 'no')
  assert.equal(cache.peek('a', 10 + 600), undefined)
})

test('FED-37 simultaneous renewals share one evaluation', async () => {
  const { cache, asked } = cacheOf()
  const judge = async (refusals: number) => {
    asked.push(refusals)
    return yes(10)
  }
  assert.deepEqual(await Promise.all([cache.renew('a', 0, judge), cache.renew('a', 0, judge)]), ['yes', 'yes'])
  assert.equal(asked.length, 1)
  assert.equal(await cache.renew('a', 0, judge), 'yes')
  assert.equal(asked.length, 2, 'a valid verdict is renewed too')
})

test('FED-38 after the clock is set back, a verdict from a later time is evaluated again', async () => {
  const { ask, asked } = cacheOf()
  await ask('a', 4000, yes(4600, 4450))
  await ask('b', 4000, no(4015))
  assert.equal(await ask('a', 400, no(415)), 'no')
  assert.equal(await ask('b', 400, yes(1000)), 'yes')
  assert.deepEqual(asked, [0, 0, 0, 0], 'a refusal from a later time does not count as a previous refusal')
  assert.equal(await ask('a', 414, yes(1000)), 'no')
  assert.equal(await ask('a', 415, yes(1000)), 'yes')
})

test('FED-38 peek returns an acceptance that has expired until its knownUntil', async () => {
  const { cache, ask, asked } = cacheOf()
  await ask('a', 0, { ...yes(100), knownUntil: 300 })
  assert.equal(cache.peek('a', 299), 'yes')
  assert.equal(cache.peek('a', 300), undefined)
  assert.equal(await ask('a', 100, no(115)), 'no')
  assert.equal(cache.peek('a', 100), 'no')
  assert.deepEqual(asked, [0, 0])
})
