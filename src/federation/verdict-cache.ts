/**
 * Verdicts by what they were reached for: bounded, each with its own end, and one judgement at a time for each name.
 */
import { failed, type MaybePromise, type NumericDate } from '../base/index.ts'

export interface Judged<T> {
  readonly verdict: T
  /** Not served from then on; 0 is not kept. */
  readonly expiresAt: NumericDate
}

export interface VerdictCache<T> {
  /** The verdict that stands, or that `judge` reaches. Who asks while it is being reached waits for the same one. */
  get(name: string, now: NumericDate, judge: () => Promise<Judged<T>>): MaybePromise<T>
}

/** Keeps `capacity` verdicts of acceptance and as many refusals, apart: strangers cannot push members out. */
export function createVerdictCache<T>(
  capacity: number,
  refuses: (verdict: T) => boolean = (verdict) => failed(verdict),
): VerdictCache<T> {
  const accepted = new Map<string, Judged<T>>()
  const refused = new Map<string, Judged<T>>()
  const pending = new Map<string, Promise<T>>()

  const standing = (name: string, now: NumericDate): Judged<T> | undefined => {
    for (const verdicts of [accepted, refused]) {
      const judged = verdicts.get(name)
      if (judged === undefined) continue
      verdicts.delete(name)
      if (now >= judged.expiresAt) continue
      verdicts.set(name, judged)
      return judged
    }
    return undefined
  }
  const keep = (name: string, now: NumericDate, judged: Judged<T>): T => {
    const verdicts = refuses(judged.verdict) ? refused : accepted
    if (now < judged.expiresAt) verdicts.set(name, judged)
    if (verdicts.size > capacity) verdicts.delete(verdicts.keys().next().value as string)
    return judged.verdict
  }

  return {
    get: (name, now, judge) => {
      const known = standing(name, now)
      if (known) return known.verdict
      const running = pending.get(name)
      if (running) return running
      const started = judge()
        .then((judged) => keep(name, now, judged))
        .finally(() => pending.delete(name))
      pending.set(name, started)
      return started
    },
  }
}
