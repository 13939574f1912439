import type { NumericDate } from '../../src/base/index.ts'
import type { RateCounters } from '../../src/node/index.ts'

/** Creates counters for a single process. */
export function createMemoryRateCounters(): RateCounters {
  const windows = new Map<NumericDate, Map<string, number>>()
  return {
    settle: async (window, counts) => {
      const sums = windows.get(window) ?? new Map<string, number>()
      windows.set(window, sums)
      for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count)
      return new Map([...counts.keys()].map((key) => [key, sums.get(key) ?? 0]))
    },
    prune: async (before) => {
      for (const window of [...windows.keys()]) if (window < before) windows.delete(window)
    },
  }
}
