import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOf, describeTimeExactly, inWords } from './date-of.ts'

test('an absent date is a dash, and a date outside of the calendar is named as such', () => {
  const now = 1_768_478_400
  for (const absent of [undefined, Number.NaN]) assert.deepEqual([dateOf(absent), inWords(absent, now)], ['-', '-'])
  for (const time of [-1e300, -1, 253_402_300_800, Number.POSITIVE_INFINITY])
    assert.deepEqual([dateOf(time), inWords(time, now)], ['outside of the calendar', 'outside of the calendar'])
  assert.equal(describeTimeExactly(now - 120, now), '2 minutes ago (2026-01-15T11:58:00.000Z)')
})
