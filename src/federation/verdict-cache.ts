/**
 * Verdicts by what they were reached for: bounded, each with its own end, and one judgement at a time for each name. What
 * is asked for near its end is reached anew in the background, while the verdict that stands is served. What has ended is
 * dropped when something is kept.
 */
import { failed, isFresh, type MaybePromise, type NumericDate } from '../base/index.ts'

/** A verdict with its times. */
export interface Judged<T> {
  readonly verdict: T
  /** Not served from then on; 0 is not kept. */
  readonly expiresAt: NumericDate
  /** From then on whoever asks sets off a new judgement, without waiting for it. */
  readonly renewAt?: NumericDate
}

/** Reaches a verdict. `refusals` counts those in a row that came before, so that the next can be kept for longer. */
export type Judge<T> = (refusals: number) => Promise<Judged<T>>

/** Verdicts by name. The oldest make room; nothing outlives its `expiresAt`. */
export interface VerdictCache<T> {
  /** The verdict that stands, or that `judge` reaches. Who asks while it is being reached waits for the same one. */
  get(name: string, now: NumericDate, judge: Judge<T>): MaybePromise<T>
  /** The verdict that stands, or a refusal that still counts as the one before; nothing is reached. */
  peek(name: string, now: NumericDate): T | undefined
  /** Keeps what was reached elsewhere in the place of what is known. It is renewed when that was to be; at once after a refusal. */
  replace(name: string, now: NumericDate, judged: Judged<T>): void
  /** Reaches a verdict though one stands. Who asks while one is being reached waits for the same one. */
  renew(name: string, now: NumericDate, judge: Judge<T>): Promise<T>
}

/** How a verdict is told from another; none of it changes what a verdict says. */
export interface VerdictCacheOptions<T> {
  /** Which verdicts are refusals; failures when not said. */
  readonly refuses?: (verdict: T) => boolean
  /** Refusals that only say that nobody answered: in the background they leave standing what stands. */
  readonly silent?: (verdict: T) => boolean
}

interface Entry<T> extends Judged<T> {
  readonly keptAt: NumericDate
  readonly refusals: number
}

/** Doublings. */
const longestBackOff = 4

/** For how many seconds a refusal is remembered, after so many in a row: the first for 15, the longest for 16 times that (FED-37). */
export const refusalSeconds = (refusals: number): number => 15 * 2 ** Math.min(refusals, longestBackOff)

/** Seconds after its end for which a refusal still counts as the one before. */
const remembersSeconds = 600

const stands = ({ keptAt, expiresAt }: Entry<unknown>, now: NumericDate): boolean =>
  isFresh(keptAt, expiresAt - keptAt, now)

/** Whether anything of an entry still counts: if not itself, then as a refusal that came before. */
const counts = ({ keptAt, expiresAt, refusals }: Entry<unknown>, now: NumericDate): boolean =>
  isFresh(keptAt, expiresAt - keptAt + (refusals > 0 ? remembersSeconds : 0), now)

/** Keeps `capacity` verdicts of acceptance and as many refusals, apart: strangers cannot push members out. */
export function createVerdictCache<T>(
  capacity: number,
  { refuses = (verdict) => failed(verdict), silent = () => false }: VerdictCacheOptions<T> = {},
): VerdictCache<T> {
  const accepted = new Map<string, Entry<T>>()
  const refused = new Map<string, Entry<T>>()
  const pending = new Map<string, Promise<T>>()
  let sweptAt: NumericDate | undefined
  let newest: Entry<T> | undefined

  /** Once in a second of the clock: nothing that was kept since has ended. */
  const sweep = (now: NumericDate): void => {
    if (now === sweptAt) return
    sweptAt = now
    for (const verdicts of [accepted, refused])
      for (const [name, entry] of verdicts) if (!counts(entry, now)) verdicts.delete(name)
  }
  const put = (verdicts: Map<string, Entry<T>>, name: string, entry: Entry<T>): void => {
    verdicts.delete(name)
    verdicts.set(name, entry)
    newest = entry
    if (verdicts.size > capacity) verdicts.delete(verdicts.keys().next().value as string)
  }
  const standing = (name: string, now: NumericDate): Entry<T> | undefined => {
    const entry = accepted.get(name) ?? refused.get(name)
    if (entry === undefined || !stands(entry, now)) return undefined
    if (entry !== newest) put(accepted.has(name) ? accepted : refused, name, entry)
    return entry
  }
  const refusalsBefore = (name: string, now: NumericDate): number => {
    const entry = accepted.get(name) ?? refused.get(name)
    return entry !== undefined && counts(entry, now) ? entry.refusals : 0
  }
  const keep = (name: string, now: NumericDate, judged: Judged<T>, refusals: number): void => {
    sweep(now)
    const good = accepted.get(name)
    if (!refuses(judged.verdict)) {
      refused.delete(name)
      if (now < judged.expiresAt) put(accepted, name, { ...judged, keptAt: now, refusals: 0 })
    } else if (good && stands(good, now) && silent(judged.verdict)) {
      accepted.set(name, { ...good, renewAt: judged.expiresAt, refusals: refusals + 1 })
    } else {
      accepted.delete(name)
      if (now < judged.expiresAt) put(refused, name, { ...judged, keptAt: now, refusals: refusals + 1 })
    }
  }
  const reach = (name: string, now: NumericDate, judge: Judge<T>): Promise<T> => {
    const refusals = refusalsBefore(name, now)
    const started = judge(refusals)
      .then((judged) => {
        keep(name, now, judged, refusals)
        return judged.verdict
      })
      .finally(() => pending.delete(name))
    pending.set(name, started)
    return started
  }

  return {
    get: (name, now, judge) => {
      const known = standing(name, now)
      if (known === undefined) return pending.get(name) ?? reach(name, now, judge)
      const due = known.renewAt !== undefined && now >= known.renewAt
      if (due && !pending.has(name)) reach(name, now, judge).catch(() => undefined)
      return known.verdict
    },
    peek: (name, now) => {
      const good = accepted.get(name)
      if (good) return stands(good, now) ? good.verdict : undefined
      const bad = refused.get(name)
      return bad && counts(bad, now) ? bad.verdict : undefined
    },
    replace: (name, now, judged) => keep(name, now, { ...judged, renewAt: accepted.get(name)?.renewAt ?? now }, 0),
    renew: (name, now, judge) => pending.get(name) ?? reach(name, now, judge),
  }
}
