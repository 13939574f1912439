/**
 * An hour at about half of the load that two cores can serve: twenty-eight people, who wait a second between two life
 * cycles. Resident memory stays within 15 % between minutes 5 and 60, and the number of handles does not grow.
 * TEST_SOAK_SECONDS shortens the test.
 */
import { test } from 'node:test'
import { soak } from '../support/soak.ts'

const seconds = Number(process.env.TEST_SOAK_SECONDS ?? 3600)

test(
  'memory and handles do not grow after the first five minutes of an hour of life cycles',
  { timeout: 2 ** 31 - 1 },
  (t) => soak(t, { seconds, settled: 1 / 12, people: 28, pauseMilliseconds: 1000, tolerance: 0.15 }),
)
