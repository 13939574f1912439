import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFresh, isNumericDate } from './clock.ts'

test('GEN-04 a time is a finite number of seconds since 1970 (RFC 7519 §2)', () => {
  for (const time of [0, 1_768_478_400, 1_768_478_400.5]) assert.ok(isNumericDate(time), `${time}`)
  for (const other of [-1, -0.5, Number.NaN, Number.POSITIVE_INFINITY, '1768478400', 1n, null, undefined, [1]])
    assert.equal(isNumericDate(other), false, String(other))
})

test('isFresh is true from the start until the lifetime ends, and false before the start', () => {
  assert.deepEqual(
    [99, 100, 100.5, 109, 109.9, 110, 111].map((now) => isFresh(100, 10, now)),
    [false, true, true, true, true, false, false],
  )
})
