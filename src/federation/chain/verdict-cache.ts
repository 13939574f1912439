/**
 * Verdicts by what they were reached for: bounded, each with its own end, and one judgement at a time for each name. What
 * is asked for near its end is reached anew in the background, while the verdict that stands is served. What has ended is
 * dropped when something is kept.
 */
import type { MaybePromise, NumericDate } from '../../base/index.ts'
import { createKeptVerdicts, type Judged, type VerdictCacheOptions } from './kept-verdicts.ts'

/** Reaches a verdict. `refusals` counts those in a row that came before, so that the next can be kept for longer. */
export type Judge<T> = (refusals: number) => Promise<Judged<T>>

/** Verdicts by name. Those that were used longest ago make room; nothing outlives its `expiresAt`. */
export interface VerdictCache<T> {
  /** The verdict that stands, or that `judge` reaches. Who asks while it is being reached waits for the same one. */
  get(name: string, now: NumericDate, judge: Judge<T>): MaybePromise<T>
  /** Whether a verdict stands: then `get` reaches none while anybody waits. */
  stands(name: string, now: NumericDate): boolean
  /** The verdict that stands or is still known, or a refusal that still counts as the one before; nothing is reached. */
  peek(name: string, now: NumericDate): T | undefined
  /** Keeps what was reached elsewhere in the place of what is known. It is renewed when that was to be; at once after a refusal. */
  replace(name: string, now: NumericDate, judged: Judged<T>): void
  /** Reaches a verdict though one stands. Who asks while one is being reached waits for the same one. */
  renew(name: string, now: NumericDate, judge: Judge<T>): Promise<T>
}

/** Doublings. */
const longestBackOff = 4

/** For how many seconds a refusal is remembered, after so many in a row: the first for 15, the longest for 16 times that (FED-37). */
export const refusalSeconds = (refusals: number): number => 15 * 2 ** Math.min(refusals, longestBackOff)

/** Keeps `capacity` verdicts of acceptance and as many refusals, apart: strangers cannot push members out. */
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
