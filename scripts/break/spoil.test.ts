import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spoil } from './spoil.ts'

test('a spoilt value is another value of the same type', async () => {
  for (const value of ['', 'x', 'abc', 0, 1, 7n, true, false, [1], { a: 1 }, new Uint8Array(3)]) {
    const spoilt = spoil(value)
    assert.notDeepEqual(spoilt, value)
    assert.equal(typeof spoilt, typeof value)
    assert.equal(Array.isArray(spoilt), Array.isArray(value))
  }
  assert.equal(await spoil(Promise.resolve(1)), 2)
})

test('an absent value becomes present, and an answer gets another status, no body and no header', async () => {
  assert.deepEqual(spoil(undefined), {})
  const answer = spoil(new Response('a', { status: 299, headers: { 'cache-control': 'no-store' } })) as Response
  assert.deepEqual([answer.status, [...answer.headers], await answer.text()], [298, [], ''])
})

test('a spoilt function spoils what it returns', () => {
  const counter = {
    count: 1,
    next: spoil(function (this: { count: number }, by: number) {
      return this.count + by
    }) as (by: number) => number,
  }
  assert.equal(counter.next(1), 3)
})
