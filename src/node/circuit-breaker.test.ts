import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCircuitBreaker } from './circuit-breaker.ts'

test('a party that did not answer is asked again after the pause, and at once if the clock was set back', async () => {
  for (const [later, asked] of [
    [29, false],
    [30, true],
    [-3600, true],
  ] as const) {
    let now = 100_000
    const breaker = createCircuitBreaker({ clock: { now: () => now } }, { failures: 1, pauseSeconds: 30 })
    await breaker.ask(
      async () => 'no',
      () => true,
    )
    now += later
    const answer = await breaker.ask(
      async () => 'yes',
      () => false,
    )
    assert.equal(answer, asked ? 'yes' : undefined, String(later))
  }
})
