import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeNumber } from './stored-values.ts'

test('numbers are stored as whole numbers in the safe range, and NaN is refused', () => {
  assert.deepEqual([1.2, -1.8, 1e300, -1e300].map(wholeNumber), [
    2,
    -1,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ])
  assert.throws(() => wholeNumber(Number.NaN), RangeError)
})
