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
