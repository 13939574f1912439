/**
 * Rate limit of one client at one surface (role and path of an endpoint; GEN-08): a token bucket in the process, which
 * needs no round trip. If several processes serve a role, they exchange their counts through the store (`settle`). Each
 * process then subtracts the requests that the other processes counted. Before the first exchange, each process allows
 * a whole burst. A process reports a client only when it makes a tenth of the requests that its limit allows (D-1074).
 * The console uses this limit for guesses of a login too.
 */
import { createHash } from 'node:crypto'
import { createRecent, type NumericDate } from '../base/index.ts'

/** Counters that processes share. Keys are digests, so no address is stored. */
export interface RateCounters {
  /** Adds the counts of this process to the window. Returns the sums of all processes for the same keys. */
  settle(window: NumericDate, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>
  /** Deletes the windows that began before `before`. Begins no further step after `end` aborts. */
  prune(before: NumericDate, end?: AbortSignal): Promise<void>
}

/** Limits of one token bucket. */
export interface RateLimits {
  /** Tokens added per second. */
  readonly perSecond: number
  /** Capacity of the bucket. */
  readonly burst: number
}

/** Limits of all surfaces. */
export interface RateLimiterOptions {
  readonly limits: RateLimits
  /** Limits that replace `limits` for single surfaces, such as `pid-provider/as/par`. */
  readonly surfaces?: Readonly<Record<string, RateLimits>>
  /** Maximum number of buckets. Defaults to 100,000. At least the most recently used half is kept. */
  readonly capacity?: number
  /** True if `settle` will be called. Defaults to true. */
  readonly settles?: boolean
  /** A monotonic clock. */
  readonly milliseconds: () => number
}

/** Counts the requests of clients in this process. */
export interface RateLimiter {
  /** Takes one token and returns `undefined`. If there is none, returns the whole seconds until the next one. */
  take(client: string, surface: string): number | undefined
  /** Puts the token of an earlier `take` back. Does not change the counts that other processes receive. */
  giveBack(client: string, surface: string): void
  /**
   * Exchanges counts with the other processes. Does not report fewer requests of a client in one window than a tenth of
   * `perSecond`. In R processes, these requests are at most R percent of `perSecond`. Subtracts requests of other
   * processes down to a debt of one burst, so many processes may accept more than `perSecond` (D-91). Rejects if the
   * store fails: the counts since the last exchange are then lost.
   */
  settle(counters: RateCounters, now: NumericDate): Promise<void>
}

interface Bucket {
  readonly limits: RateLimits
  tokens: number
  at: number
  /** Taken tokens since the last settlement. Fewer than `reportedCount` are forgotten when the next window begins. */
  pending: number
  /** Number of the window of `pending`, by the monotonic clock. */
  pendingWindow: number
  /** Sum of all processes at the last settlement in this window. */
  total: number
  /** Start of the window of the last settlement. */
  window: NumericDate
}

/** Length of a window in seconds. Equal in all replicas, which add their counts of one window. */
export const rateWindowSeconds = 10

/** Returns the number of requests from which on a process reports a client: most clients make fewer (D-1074). */
const reportedCount = ({ perSecond, burst }: RateLimits): number => Math.min(perSecond, burst) / 10

/** Creates token buckets for each client and surface. Without `settle` each process counts separately. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { capacity = 100_000, milliseconds, surfaces = {}, settles = true } = options
  const buckets = createRecent<Bucket>(capacity)
  /** Buckets to report at the next settlement, at most `capacity`. */
  const touched = new Map<string, Bucket>()

  function bucketOf(key: string, surface: string, now: number): Bucket {
    const existing = buckets.get(key)
    if (existing !== undefined) return existing
    const limits = Object.hasOwn(surfaces, surface) ? (surfaces[surface] ?? options.limits) : options.limits
    const bucket: Bucket = { limits, tokens: limits.burst, at: now, pending: 0, pendingWindow: 0, total: 0, window: 0 }
    buckets.set(key, bucket)
    return bucket
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
      const window = Math.floor(now / (rateWindowSeconds * 1000))
      const minimum = reportedCount(bucket.limits)
      if (window !== bucket.pendingWindow && bucket.pending < minimum) bucket.pending = 0
      bucket.pendingWindow = window
      bucket.pending += 1
      if (settles && bucket.pending >= minimum && touched.size < capacity) touched.set(key, bucket)
      return undefined
    },
    giveBack: (client, surface) => {
      const bucket = buckets.get(`${surface}\0${client}`)
      if (bucket) bucket.tokens = Math.min(bucket.limits.burst, bucket.tokens + 1)
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
        const before = bucket.window === window ? bucket.total : 0
        const otherRequests = Math.max(0, sum - before - count)
        bucket.tokens = Math.max(-bucket.limits.burst, bucket.tokens - otherRequests)
        bucket.total = sum
        bucket.window = window
      }
    },
  }
}

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url')
