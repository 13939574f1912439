import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPauses } from './run-workers.ts'

/** Simulates deaths of workers. Returns for each death the pause in seconds and the number of other running workers. */
function play(
  count: number,
  everySeconds: number,
  deaths: number,
): readonly (readonly [pause: number, others: number])[] {
  const pauseAfter = createPauses()
  const startOf: number[] = Array.from({ length: count }, () => 0)
  const played: [number, number][] = []
  for (let death = 1; death <= deaths; death += 1) {
    const now = death * everySeconds
    const dying = startOf.findIndex((start) => start <= now)
    const others = startOf.filter((start, index) => index !== dying && start <= now).length
    const pause = pauseAfter((now - (startOf[dying] ?? 0)) * 1000, others) / 1000
    startOf[dying] = now + pause
    played.push([pause, others])
  }
  return played
}

test('five deaths of workers, 3 s apart, leave no pause without a running worker', () => {
  const played = play(2, 3, 5)
  assert.ok(
    played.some(([pause]) => pause > 3),
    'pauses grow while another worker is running',
  )
  for (const [pause, others] of played) if (others === 0) assert.equal(pause, 0)
  assert.ok(played.some(([, others]) => others === 0))
})

test('the last worker is started again at most once a second if it dies at once', () => {
  assert.equal(createPauses()(200, 0), 800)
  assert.equal(createPauses()(1500, 0), 0)
})
