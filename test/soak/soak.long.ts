/**
 * An hour at about half of what two cores take (twenty-eight people, who wait a second between two life cycles): resident memory
 * within 15 % between minutes 5 and 60, handles constant. TEST_SOAK_SECONDS makes it shorter.
 */
import { test } from 'node:test'
import { soak } from '../support/soak.ts'

const seconds = Number(process.env.TEST_SOAK_SECONDS ?? 3600)

test(
  'for an hour of life cycles memory and handles stay what they were after five minutes',
  { timeout: 2 ** 31 - 1 },
  (t) => soak(t, { seconds, settled: 1 / 12, people: 28, pauseMilliseconds: 1000, tolerance: 0.15 }),
)
