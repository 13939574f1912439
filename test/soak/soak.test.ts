/** Twenty seconds of `soak.long.ts`, in which a leak of handles, and a large leak of memory, becomes visible. */
import { test } from 'node:test'
import { soak } from '../support/soak.ts'

test('handles do not grow, and memory grows by at most 35 %, in twenty seconds of life cycles', (t) =>
  soak(t, { seconds: 20, settled: 0.5, people: 1, pauseMilliseconds: 1000, tolerance: 0.35 }))
