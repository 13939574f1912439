import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeTime } from './describe-time.ts'
import { renderTime } from './parts.ts'

const now = 1_768_478_400

test('a time is described in the largest unit that fits', () => {
  for (const [distance, english, italian] of [
    [-180, '3 minutes ago', '3 minuti fa'],
    [0, 'now', 'adesso'],
    [59, 'in 59 seconds', 'tra 59 secondi'],
    [2 * 86_400, 'in 2 days', 'tra 2 giorni'],
    [-400 * 86_400, '1 year ago', '1 anno fa'],
  ] as const) {
    assert.equal(describeTime('en', now + distance, now), english)
    assert.equal(describeTime('it', now + distance, now), italian)
  }
})

test('a time outside of the calendar is described as such, without a fault', () => {
  for (const at of [1e300, -1e300, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.equal(describeTime('en', at, now), 'outside of the calendar')
    assert.equal(String(renderTime('en', at, now)), '<span>outside of the calendar</span>')
  }
  assert.match(String(renderTime('it', now, now)), /^<time datetime="2026-01-15T12:00:00.000Z" title=/)
})
