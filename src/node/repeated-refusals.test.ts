import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRepeatedRefusals } from './repeated-refusals.ts'

test('GEN-61 after eight refusals in a second, a client is refused unread until the time to retry', () => {
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

test('GEN-61 a refusal in a later second does not shorten the time until which a client is refused unread', () => {
  let now = 900
  const repeated = createRepeatedRefusals(() => now)
  for (let count = 0; count < 8; count += 1) repeated.note('a', '/token', 3)
  now = 1100
  repeated.note('a', '/token', 3)
  assert.equal(repeated.secondsLeft('a', '/token'), 3)
  now = 3900
  assert.equal(repeated.secondsLeft('a', '/token'), undefined)
})

test('GEN-61 refusals that are spread over seconds do not count as repeated', () => {
  let now = 0
  const repeated = createRepeatedRefusals(() => now)
  for (let count = 0; count < 20; count += 1) {
    repeated.note('a', '/token', 1)
    now += 500
  }
  assert.equal(repeated.isEmpty(), true)
})

test('GEN-61 long paths that differ only near their end count as one path, so that they cannot fill the memory', () => {
  const repeated = createRepeatedRefusals(() => 0)
  const path = (end: number): string => `/${'a'.repeat(60_000)}${end}`
  for (let count = 0; count < 8; count += 1) repeated.note('a', path(count), 2)
  assert.equal(repeated.secondsLeft('a', path(9)), 2)
  assert.equal(repeated.secondsLeft('b', path(9)), undefined, 'another client')
})
