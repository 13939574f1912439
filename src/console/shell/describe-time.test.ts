import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeTime } from './describe-time.ts'

for (const [distance, en, it] of [
  [0, 'now', 'adesso'],
  [0.4, 'now', 'adesso'],
  [-1, '1 second ago', '1 secondo fa'],
  [59, 'in 59 seconds', 'tra 59 secondi'],
  [-180, '3 minutes ago', '3 minuti fa'],
  [86_400 * 2, 'in 2 days', 'tra 2 giorni'],
] as const)
  test(`a distance of ${distance} seconds is "${en}"`, () => {
    assert.deepEqual([describeTime('en', 1000 + distance, 1000), describeTime('it', 1000 + distance, 1000)], [en, it])
  })
