/**
 * An hour at about half of the load that two cores can serve: twenty-eight people, who wait a second between two life
 * cycles. Resident memory stays within 15 % between minutes 10 and 60, and the number of handles does not grow. In the
 * first ten minutes memory grows, because the console keeps the last 100,000 decisions: those of 3,000 life cycles.
 * TEST_SOAK_SECONDS shortens the test.
 */
import { test } from 'node:test'
import { soak } from '../support/soak.ts'

const seconds = Number(process.env.TEST_SOAK_SECONDS ?? 3600)

test(
  'memory and handles do not grow after the first ten minutes of an hour of life cycles',
  { timeout: 2 ** 31 - 1 },
  (t) => soak(t, { seconds, settled: 1 / 6, people: 28, pauseMilliseconds: 1000, tolerance: 0.15 }),
)
