import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatValue } from './claim-words.ts'

test('WI-14 a consent page shows every value, even a date that does not exist', () => {
  assert.equal(formatValue('it', '1980-01-01'), '1 gennaio 1980')
  for (const text of ['1980-13-45', '1980-02-30', '0000-00-00']) assert.equal(formatValue('it', text), text)
  assert.equal(formatValue('en', { birth_date: '1980-13-45' }), 'Date of birth: 1980-13-45')
})
