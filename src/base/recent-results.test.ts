import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecentResults } from './recent-results.ts'

function setUp(capacity = 20) {
  const created: string[] = []
  const results = createRecentResults<string>(capacity, ({ length }) => length)
  const find = (name: string, result: MaybeResult = name) =>
    results.findOrCreate(name, async () => {
      created.push(name)
      return result
    })
  return { results, created, find }
}

type MaybeResult = string | Promise<string>

test('a result is created once, also for concurrent callers, until its weight no longer fits', async () => {
  const { created, find } = setUp()
  assert.deepEqual(await Promise.all([find('aaaa'), find('aaaa'), find('bbbb')]), ['aaaa', 'aaaa', 'bbbb'])
  assert.equal(await find('aaaa'), 'aaaa')
  assert.deepEqual(created, ['aaaa', 'bbbb'])
  for (const letter of 'cdefgh') await find(letter.repeat(4))
  await find('aaaa')
  assert.deepEqual(created.slice(-2), ['hhhh', 'aaaa'], 'the oldest result was dropped')
})

test('a result that cannot be created is not cached, and an empty one is', async () => {
  const { created, find } = setUp()
  await assert.rejects(find('a', Promise.reject(new Error('out of reach'))), /out of reach/)
  assert.equal(await find('a', ''), '')
  assert.equal(await find('a', 'later'), '')
  assert.deepEqual(created, ['a', 'a'])
})

for (const removal of ['delete', 'clear'] as const)
  test(`after ${removal}, a result that was being created goes only to the callers that already waited`, async () => {
    const { results, find } = setUp()
    const { promise, resolve } = Promise.withResolvers<string>()
    const before = find('a', promise)
    results[removal]('a')
    const after = find('a', 'new')
    resolve('old')
    assert.deepEqual([await before, await after, await find('a', 'newer')], ['old', 'new', 'new'])
    results[removal]('a')
    assert.equal(await find('a', 'newest'), 'newest')
  })
