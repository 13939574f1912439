/**
 * Bounded cache of verdicts. Each has its own end, and each name has one evaluation at a time. A verdict near its end
 * is renewed in the background while it is still used. Expired verdicts are removed when another one is added.
 */
import type { MaybePromise, NumericDate } from '../../base/index.ts'
import { createKeptVerdicts, type Judged, type VerdictCacheOptions } from './kept-verdicts.ts'

/**
 * Evaluates a name. `refusals` is the number of consecutive refusals before, so that the next one can be kept for
 * longer.
 */
export type Judge<T> = (refusals: number) => Promise<Judged<T>>

/** Verdicts by name. The least recently used are dropped first. None outlives its `expiresAt`. */
export interface VerdictCache<T> {
  /** Returns the valid verdict, or that of `judge`. Concurrent callers share one evaluation. */
  get(name: string, now: NumericDate, judge: Judge<T>): MaybePromise<T>
  /** Returns true if a verdict is valid, so that `get` does not wait. */
  stands(name: string, now: NumericDate): boolean
  /** Returns the valid verdict, a known expired acceptance, or the previous refusal. Does not evaluate. */
  peek(name: string, now: NumericDate): T | undefined
  /**
   * Replaces the known verdict with one from elsewhere. Keeps its renewal time. After a refusal it is renewed at once.
   */
  replace(name: string, now: NumericDate, judged: Judged<T>): void
  /** Evaluates a name although a verdict is valid. Concurrent callers share one evaluation. */
  renew(name: string, now: NumericDate, judge: Judge<T>): Promise<T>
}

/** Maximum number of doublings. */
const longestBackOff = 4

/**
 * Returns the seconds for which a refusal is kept after `refusals` consecutive ones: 15 for the first, at most 16 times
 * that (FED-37).
 */
export const refusalSeconds = (refusals: number): number => 15 * 2 ** Math.min(refusals, longestBackOff)

/**
 * Creates a cache of `capacity` acceptances and as many refusals, separately, so that strangers cannot displace
 * members.
 */
export function createVerdictCache<T>(capacity: number, options: VerdictCacheOptions<T> = {}): VerdictCache<T> {
  const kept = createKeptVerdicts(capacity, options)
  const pending = new Map<string, Promise<T>>()

  const reach = (name: string, now: NumericDate, judge: Judge<T>): Promise<T> => {
    const refusals = kept.refusalsBefore(name, now)
    const started = judge(refusals)
      .then((judged) => {
        kept.keep(name, now, judged, refusals)
        return judged.verdict
      })
      .finally(() => pending.delete(name))
    pending.set(name, started)
    return started
  }

  return {
    get: (name, now, judge) => {
      const known = kept.standing(name, now)
      if (known === undefined) return pending.get(name) ?? reach(name, now, judge)
      const due = known.renewAt !== undefined && now >= known.renewAt
      if (due && !pending.has(name)) reach(name, now, judge).catch(() => undefined)
      return known.verdict
    },
    stands: (name, now) => kept.standing(name, now) !== undefined,
    peek: kept.peek,
    replace: (name, now, judged) => kept.keep(name, now, { ...judged, renewAt: kept.renewalOf(name) ?? now }, 0),
    renew: (name, now, judge) => pending.get(name) ?? reach(name, now, judge),
  }
}
