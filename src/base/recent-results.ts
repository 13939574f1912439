import { createRecent } from './recent.ts'

/** A bounded cache of results that take time to create. */
export interface RecentResults<V> {
  /**
   * Returns the result with this name. If it is not in the cache, calls `create`, once for concurrent callers. A result
   * that could not be created is not cached.
   */
  findOrCreate(name: string, create: () => Promise<V>): Promise<V>
  /** Removes a result. The callers that already wait for it still get it. */
  delete(name: string): void
  /** Removes all results, also those that are being created. */
  clear(): void
}

/**
 * Creates a cache like `createRecent`: `capacity` limits the sum of the weights. Results that are being created do not
 * count.
 */
export function createRecentResults<V>(capacity: number, weightOf: (result: V) => number): RecentResults<V> {
  const results = createRecent<{ readonly result: V }>(capacity, undefined, ({ result }) => weightOf(result))
  const running = new Map<string, Promise<V>>()
  const run = async (name: string, create: () => Promise<V>): Promise<V> => {
    const started = create()
    running.set(name, started)
    const isLatest = (): boolean => running.get(name) === started
    try {
      const result = await started
      if (isLatest()) results.set(name, { result })
      return result
    } finally {
      if (isLatest()) running.delete(name)
    }
  }
  return {
    findOrCreate: (name, create) => {
      const kept = results.get(name)
      return kept ? Promise.resolve(kept.result) : (running.get(name) ?? run(name, create))
    },
    delete: (name) => {
      results.delete(name)
      running.delete(name)
    },
    clear: () => {
      results.clear()
      running.clear()
    },
  }
}
