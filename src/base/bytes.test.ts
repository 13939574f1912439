import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concatBytes, sameBytes } from './bytes.ts'

test('concatBytes joins any number of parts', () => {
  assert.deepEqual(concatBytes([]), new Uint8Array())
  assert.deepEqual(concatBytes([Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3)]), Uint8Array.of(1, 2, 3))
  assert.equal(concatBytes(Array.from({ length: 300_000 }, () => Uint8Array.of(1))).length, 300_000)
})

test('sameBytes compares every byte and the length', () => {
  const one = Uint8Array.of(1, 2, 3)
  assert.ok(sameBytes(one, Uint8Array.of(1, 2, 3)))
  for (const other of [[], [1, 2], [1, 2, 4], [0, 2, 3], [1, 2, 3, 0]])
    assert.equal(sameBytes(one, Uint8Array.from(other)), false)
})
