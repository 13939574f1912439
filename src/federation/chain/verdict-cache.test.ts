import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Judged } from './kept-verdicts.ts'
import { createVerdictCache } from './verdict-cache.ts'

type Word = 'yes' | 'no'

function cacheOf(capacity = 10) {
  const cache = createVerdictCache<Word>(capacity, { refuses: (word) => word !== 'yes' })
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

test('FED-19 near its end a verdict is reached anew while the old one is served', async () => {
  const { ask, asked } = cacheOf()
  assert.equal(await ask('a', 0, yes(100, 75)), 'yes')
  assert.equal(await ask('a', 74, no(90)), 'yes')
  assert.equal(asked.length, 1)
  assert.equal(await ask('a', 75, yes(200, 175)), 'yes')
  assert.equal(asked.length, 2)
  assert.equal(await ask('a', 150, no(165)), 'yes', 'the renewed one stands')
  assert.equal(asked.length, 2)
})

test('FED-38 a refusal that is reached in the background ends the acceptance', async () => {
  const { ask } = cacheOf()
  await ask('a', 0, yes(100, 75))
  assert.equal(await ask('a', 80, no(95)), 'yes')
  assert.equal(await ask('a', 81, yes(200)), 'no')
  assert.equal(await ask('a', 95, yes(200)), 'yes')
})

test('FED-37 refusals in a row are counted, and forgotten after an acceptance or long after', async () => {
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

test('FED-37 who asks together waits for one judgement; one that throws is not kept', async () => {
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

test('FED-37 it is bounded: acceptances and refusals apart, the least used leaves first', async () => {
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

test('FED-37 what has ended leaves before what stands, a refusal when it counts no more', async () => {
  const { ask, asked } = cacheOf(2)
  await ask('stands', 0, yes(1000))
  await ask('ends', 0, yes(10))
  await ask('comes', 20, yes(1000))
  assert.equal(await ask('stands', 21, no(0)), 'yes')
  await ask('x', 20, no(900))
  await ask('y', 20, no(30))
  await ask('z', 30 + 600, no(900))
  assert.equal(await ask('x', 30 + 600, yes(0)), 'no', 'y is gone, and so x did not leave for z')
  assert.equal(asked.length, 6)
})

test('FED-37 a refusal that has ended is remembered as one before, for as long as it counts', async () => {
  const { ask, asked } = cacheOf(2)
  await ask('a', 0, no(10))
  await ask('b', 300, yes(400))
  await ask('a', 10 + 599, no(700))
  assert.deepEqual(asked, [0, 0, 1])
})

test('FED-37 nothing is known by a refusal that counts no more', async () => {
  const { cache, ask } = cacheOf()
  await ask('a', 0, no(10))
  assert.equal(cache.peek('a', 10 + 599), 'no')
  assert.equal(cache.peek('a', 10 + 600), undefined)
})

test('FED-37 who has a verdict renewed while one is reached waits for the same one', async () => {
  const { cache, asked } = cacheOf()
  const judge = async (refusals: number) => {
    asked.push(refusals)
    return yes(10)
  }
  assert.deepEqual(await Promise.all([cache.renew('a', 0, judge), cache.renew('a', 0, judge)]), ['yes', 'yes'])
  assert.equal(asked.length, 1)
  assert.equal(await cache.renew('a', 0, judge), 'yes')
  assert.equal(asked.length, 2, 'though one stands')
})

test('FED-38 on a clock that was set back nothing stands longer than it may: what was reached later is reached anew', async () => {
  const { ask, asked } = cacheOf()
  await ask('a', 4000, yes(4600, 4450))
  await ask('b', 4000, no(4015))
  assert.equal(await ask('a', 400, no(415)), 'no')
  assert.equal(await ask('b', 400, yes(1000)), 'yes')
  assert.deepEqual(asked, [0, 0, 0, 0], 'no refusal of a later time counts as one before')
  assert.equal(await ask('a', 414, yes(1000)), 'no')
  assert.equal(await ask('a', 415, yes(1000)), 'yes')
})

test('FED-38 an acceptance that is not served any more is still known until its end', async () => {
  const { cache, ask, asked } = cacheOf()
  await ask('a', 0, { ...yes(100), knownUntil: 300 })
  assert.equal(cache.peek('a', 299), 'yes')
  assert.equal(cache.peek('a', 300), undefined)
  assert.equal(await ask('a', 100, no(115)), 'no')
  assert.equal(cache.peek('a', 100), 'no')
  assert.deepEqual(asked, [0, 0])
})
