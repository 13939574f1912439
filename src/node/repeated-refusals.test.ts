import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRepeatedRefusals } from './repeated-refusals.ts'

test('GEN-61 a client that goes on after eight refusals in a second is refused unread until its time has come', () => {
  let now = 0
  const repeated = createRepeatedRefusals(() => now)
  for (let count = 1; count < 8; count += 1) repeated.note('a', '/token', 2)
  assert.deepEqual([repeated.isEmpty(), repeated.secondsLeft('a', '/token')], [true, undefined])
  repeated.note('a', '/token', 2)
  assert.deepEqual([repeated.isEmpty(), repeated.secondsLeft('a', '/token')], [false, 2])
  assert.equal(repeated.secondsLeft('b', '/token'), undefined, 'another client')
  assert.equal(repeated.secondsLeft('a', '/nonce'), undefined, 'another path')
  now = 1001
  assert.equal(repeated.secondsLeft('a', '/token'), 1)
  now = 2000
  assert.deepEqual([repeated.isEmpty(), repeated.secondsLeft('a', '/token')], [true, undefined])
})

test('GEN-61 refusals in different seconds are no flood', () => {
  let now = 0
  const repeated = createRepeatedRefusals(() => now)
  for (let count = 0; count < 20; count += 1) {
    repeated.note('a', '/token', 1)
    now += 500
  }
  assert.equal(repeated.isEmpty(), true)
})

test('GEN-61 long paths of a client that differ late count as one, so that nobody fills the memory with them', () => {
  const repeated = createRepeatedRefusals(() => 0)
  const path = (end: number): string => `/${'a'.repeat(60_000)}${end}`
  for (let count = 0; count < 8; count += 1) repeated.note('a', path(count), 2)
  assert.equal(repeated.secondsLeft('a', path(9)), 2)
  assert.equal(repeated.secondsLeft('b', path(9)), undefined, 'another client')
})
