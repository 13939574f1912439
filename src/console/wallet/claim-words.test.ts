import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDay, formatTimeOfDay, formatValue } from './claim-words.ts'

test('WI-14 a consent page shows every value, even a date that does not exist', () => {
  assert.equal(formatValue('it', '1980-01-01'), '1 gennaio 1980')
  for (const text of ['1980-13-45', '1980-02-30', '0000-00-00']) assert.equal(formatValue('it', text), text)
  assert.equal(formatValue('en', { birth_date: '1980-13-45' }), 'Date of birth: 1980-13-45')
})

test('names a time that no calendar has, because an issuer may choose any number', () => {
  assert.equal(formatDay('en', 1_768_478_400), '15 January 2026')
  assert.equal(formatTimeOfDay('it', 1_768_478_400), '13:00')
  for (const at of [-1, 1e13, Number.MAX_VALUE])
    for (const format of [formatDay, formatTimeOfDay])
      assert.equal(format('en', at), 'outside of the calendar', `${at}`)
})
