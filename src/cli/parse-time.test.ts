import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTime } from './parse-time.ts'
import { UserError } from './user-error.ts'

test('a time is a day of the calendar, optionally with a time of day and a zone', () => {
  const midnight = 1_769_817_600
  assert.equal(parseTime('2026-01-31'), midnight)
  assert.equal(parseTime('2026-01-31T10:00Z'), midnight + 36_000)
  assert.equal(parseTime('2026-01-31 10:00:30+02:00'), midnight + 28_830)
  assert.equal(parseTime('2026-01-31 10:00'), new Date(2026, 0, 31, 10).getTime() / 1000, 'without a zone: local')
  for (const text of ['', '1', 'yesterday', '31/01/2026', '2026-02-31', '2026-13-01', '2026-01-31T25:00', '1969-12-31'])
    assert.throws(() => parseTime(text), UserError, text)
})
