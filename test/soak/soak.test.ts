/** Half a minute of `soak.long.ts`: a leak of handles shows by then, and a gross one of memory. */
import { test } from 'node:test'
import { soak } from '../support/soak.ts'

test('for half a minute of life cycles handles stay what they are, and memory does not run away', (t) =>
  soak(t, { seconds: 20, settled: 0.5, people: 1, pauseMilliseconds: 1000, tolerance: 0.35 }))
