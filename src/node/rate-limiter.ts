/**
 * How much one client may ask of one surface (GEN-08): a token bucket in the process, so that a request costs no round
 * trip. Where several processes serve one role they settle with each other now and then through the store: what the
 * others gave a client is taken from its bucket here. Until the first settlement each process may give it a whole burst.
 */
import { createHash } from 'node:crypto'
import { createRecent, type NumericDate } from '../base/index.ts'

/** What processes tell each other. Keys are digests: no address is stored. */
export interface RateCounters {
  /** Adds what this process let through, and answers the sums of all processes by the same keys. */
  settle(window: NumericDate, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>
  /** Forgets windows before. */
  prune(before: NumericDate): Promise<void>
}

/** What a client may ask: one token bucket. */
export interface RateLimits {
  /** What comes back to the bucket each second. */
  readonly perSecond: number
  /** What a bucket holds. */
  readonly burst: number
}

/** The limits of all surfaces, and how their buckets are kept. */
export interface RateLimiterOptions {
  readonly limits: RateLimits
  /** For single surfaces: `pid-provider/as/par`. */
  readonly surfaces?: Readonly<Record<string, RateLimits>>
  /** Buckets that are remembered; those that were used longest ago are forgotten first. */
  readonly capacity?: number
  /** Whether `settle` will be called: true when not said. */
  readonly settles?: boolean
  /** A clock that only runs forward. */
  readonly milliseconds: () => number
}

/** Counts what clients ask of this process. */
export interface RateLimiter {
  /** Takes one from the bucket; the seconds until there is one again when it is empty. */
  take(client: string, surface: string): number | undefined
  /** Settles with the other processes. Rejects when the store does. */
  settle(counters: RateCounters, now: NumericDate): Promise<void>
}

interface Bucket {
  readonly limits: RateLimits
  tokens: number
  at: number
  /** Let through since the last settlement. */
  pending: number
  /** The sum of all processes, as of the last settlement in this window. */
  seen: number
  window: NumericDate
}

/** Seconds that a window of counting lasts. */
export const rateWindowSeconds = 10

/** Token buckets, one for each client and surface; without `settle` each process counts for itself. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { capacity = 100_000, milliseconds, surfaces = {}, settles = true } = options
  const buckets = createRecent<Bucket>(capacity)
  /** Those that let something through since the last settlement: so many at most, as of all. */
  const touched = new Map<string, Bucket>()

  function bucketOf(key: string, surface: string, now: number): Bucket {
    const known = buckets.get(key)
    if (known !== undefined) return known
    const limits = Object.hasOwn(surfaces, surface) ? (surfaces[surface] ?? options.limits) : options.limits
    const fresh: Bucket = { limits, tokens: limits.burst, at: now, pending: 0, seen: 0, window: 0 }
    buckets.set(key, fresh)
    return fresh
  }
  return {
    take: (client, surface) => {
      const now = milliseconds()
      const key = `${surface}\0${client}`
      const bucket = bucketOf(key, surface, now)
      const { perSecond, burst } = bucket.limits
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
      bucket.at = now
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
      bucket.tokens -= 1
      bucket.pending += 1
      if (settles && touched.size < capacity) touched.set(key, bucket)
      return undefined
    },
    settle: async (counters, now) => {
      const window = now - (now % rateWindowSeconds)
      const sent = new Map<string, { readonly bucket: Bucket; readonly count: number }>()
      for (const [key, bucket] of touched) {
        sent.set(digestOf(key), { bucket, count: bucket.pending })
        bucket.pending = 0
      }
      touched.clear()
      if (sent.size === 0) return
      const sums = await counters.settle(window, new Map([...sent].map(([key, { count }]) => [key, count])))
      for (const [key, { bucket, count }] of sent) {
        const sum = sums.get(key) ?? count
        const before = bucket.window === window ? bucket.seen : 0
        const others = Math.max(0, sum - before - count)
        bucket.tokens = Math.max(-bucket.limits.burst, bucket.tokens - others)
        bucket.seen = sum
        bucket.window = window
      }
    },
  }
}

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Counters of processes that are one: tests. */
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
