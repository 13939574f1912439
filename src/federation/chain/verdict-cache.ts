/**
 * Bounded cache of verdicts: acceptances and refusals of a name. Each verdict has its own expiry, and each name has one
 * evaluation at a time. After the renewal time of a verdict, `get` returns the verdict and renews it in the background.
 * Verdicts that `peek` no longer returns are removed when another verdict is added.
 */
import { type Clock, failed, type MaybePromise, type NumericDate, timeOfArrival } from '../../base/index.ts'
import { createKeptVerdicts, type Judged } from './kept-verdicts.ts'

/**
 * Evaluates a name. `refusals` is the number of preceding consecutive refusals, so that the next refusal can be cached
 * for longer. If the function rejects, nothing is cached.
 */
export type Judge<T> = (refusals: number) => Promise<Judged<T>>

/** Verdicts by name. The least recently used are dropped first. `get` returns no cached verdict after its expiry. */
export interface VerdictCache<T> {
  /**
   * Returns the unexpired verdict. If there is none, evaluates the name with `judge`. Concurrent callers share one
   * evaluation.
   */
  get(name: string, now: NumericDate, judge: Judge<T>): MaybePromise<T>
  /** Returns true if there is an unexpired verdict, so that `get` does not wait. Marks the verdict as used. */
  hasValid(name: string, now: NumericDate): boolean
  /**
   * Returns the unexpired verdict, an expired acceptance until its `knownUntil`, or an expired refusal for ten minutes.
   * Does not evaluate.
   */
  peek(name: string, now: NumericDate): T | undefined
  /**
   * Replaces the cached verdict with a verdict of the caller. Keeps the renewal time of a cached acceptance. If
   * no acceptance is cached, the next `get` renews the verdict.
   */
  replace(name: string, now: NumericDate, judged: Judged<T>): void
  /** Evaluates a name even if there is an unexpired verdict. Concurrent callers share one evaluation. */
  renew(name: string, now: NumericDate, judge: Judge<T>): Promise<T>
}

/** Maximum number of doublings of the time for a refusal. */
const maximumDoublings = 4

/**
 * Returns the seconds for which a refusal is cached. `refusals` is the number of consecutive refusals before it.
 * Returns 15 for 0, and the double for each further refusal, up to 240 (FED-37).
 */
export const refusalSeconds = (refusals: number): number => 15 * 2 ** Math.min(refusals, maximumDoublings)

/**
 * Returns the time until which a refusal is cached. `begun` is the start of the evaluation. The seconds count from the
 * end of the evaluation, because its requests may take longer than `refusalSeconds`.
 */
export const retryTime = (refusals: number, begun: NumericDate, clock: Clock): NumericDate =>
  timeOfArrival(begun, clock) + refusalSeconds(refusals)

/**
 * Creates a cache of `capacity` acceptances and as many refusals, separately, so that refused entities cannot displace
 * accepted ones. `isRefusal` returns true for a refusal. By default, a `Failure` is a refusal. `weightOf` limits the
 * size of the acceptances too (`createKeptVerdicts`).
 */
export function createVerdictCache<T>(
  capacity: number,
  isRefusal: (verdict: T) => boolean = (verdict) => failed(verdict),
  weightOf?: (verdict: T) => number,
): VerdictCache<T> {
  const cache = createKeptVerdicts(capacity, isRefusal, weightOf)
  const pending = new Map<string, Promise<T>>()

  const evaluate = (name: string, now: NumericDate, judge: Judge<T>): Promise<T> => {
    const refusals = cache.refusalsBefore(name, now)
    const started = judge(refusals)
      .then((judged) => {
        cache.keep(name, now, judged, refusals)
        return judged.verdict
      })
      .finally(() => pending.delete(name))
    pending.set(name, started)
    return started
  }

  return {
    get: (name, now, judge) => {
      const known = cache.findValid(name, now)
      if (known === undefined) return pending.get(name) ?? evaluate(name, now, judge)
      const due = known.renewAt !== undefined && now >= known.renewAt
      if (due && !pending.has(name)) evaluate(name, now, judge).catch(() => undefined)
      return known.verdict
    },
    hasValid: (name, now) => cache.findValid(name, now) !== undefined,
    peek: cache.peek,
    replace: (name, now, judged) => cache.keep(name, now, { ...judged, renewAt: cache.renewalOf(name) ?? now }, 0),
    renew: (name, now, judge) => pending.get(name) ?? evaluate(name, now, judge),
  }
}
