/**
 * Cached verdicts by name: acceptances and refusals separately, bounded, each with its own end. An expired refusal
 * still counts as the previous one for a while, so that consecutive refusals are kept for longer.
 */
import { failed, isFresh, type NumericDate } from '../../base/index.ts'

/** A verdict with its times. */
export interface Judged<T> {
  readonly verdict: T
  /** End of use. A verdict with 0 is not cached. */
  readonly expiresAt: NumericDate
  /** End of the time in which `peek` still returns an expired acceptance. Defaults to `expiresAt`. */
  readonly knownUntil?: NumericDate
  /** Time from which a request starts a new evaluation in the background. */
  readonly renewAt?: NumericDate
}

/** Classification of verdicts. */
export interface VerdictCacheOptions<T> {
  /** Returns true for a refusal. Defaults to failures. */
  readonly refuses?: (verdict: T) => boolean
}

interface Entry<T> extends Judged<T> {
  readonly keptAt: NumericDate
  readonly refusals: number
}

interface KeptVerdicts<T> {
  /** Returns the valid verdict and marks it as used. */
  standing(name: string, now: NumericDate): Judged<T> | undefined
  /** Returns the valid verdict, a known expired acceptance, or the previous refusal. */
  peek(name: string, now: NumericDate): T | undefined
  /** Returns the renewal time of the known acceptance. */
  renewalOf(name: string): NumericDate | undefined
  /** Returns the number of consecutive refusals. */
  refusalsBefore(name: string, now: NumericDate): number
  /** Replaces the known verdict. `refusals` is the number of consecutive refusals before. */
  keep(name: string, now: NumericDate, judged: Judged<T>, refusals: number): void
}

/** Seconds for which an expired refusal still counts as the previous one. */
const remembersSeconds = 600

const stands = ({ keptAt, expiresAt }: Entry<unknown>, now: NumericDate): boolean =>
  isFresh(keptAt, expiresAt - keptAt, now)

/** Returns true if an entry is still known: an acceptance until `knownUntil`, a refusal for a while after its end. */
const counts = ({ keptAt, expiresAt, knownUntil = expiresAt, refusals }: Entry<unknown>, now: NumericDate): boolean =>
  isFresh(keptAt, refusals > 0 ? expiresAt - keptAt + remembersSeconds : knownUntil - keptAt, now)

/**
 * Creates a cache of `capacity` acceptances and as many refusals, separately, so that strangers cannot displace
 * members.
 */
export function createKeptVerdicts<T>(
  capacity: number,
  { refuses = (verdict) => failed(verdict) }: VerdictCacheOptions<T>,
): KeptVerdicts<T> {
  const accepted = new Map<string, Entry<T>>()
  const refused = new Map<string, Entry<T>>()
  let sweptAt: NumericDate | undefined
  let newest: Entry<T> | undefined

  /** Removes expired entries, at most once per second of the clock. */
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

  return {
    standing: (name, now) => {
      const entry = accepted.get(name) ?? refused.get(name)
      if (entry === undefined || !stands(entry, now)) return undefined
      if (entry !== newest) put(accepted.has(name) ? accepted : refused, name, entry)
      return entry
    },
    peek: (name, now) => {
      const good = accepted.get(name)
      if (good) return counts(good, now) ? good.verdict : undefined
      const bad = refused.get(name)
      return bad && counts(bad, now) ? bad.verdict : undefined
    },
    renewalOf: (name) => accepted.get(name)?.renewAt,
    refusalsBefore: (name, now) => {
      const entry = accepted.get(name) ?? refused.get(name)
      return entry !== undefined && counts(entry, now) ? entry.refusals : 0
    },
    keep: (name, now, judged, refusals) => {
      sweep(now)
      if (!refuses(judged.verdict)) {
        refused.delete(name)
        if (now < judged.expiresAt) put(accepted, name, { ...judged, keptAt: now, refusals: 0 })
      } else {
        accepted.delete(name)
        if (now < judged.expiresAt) put(refused, name, { ...judged, keptAt: now, refusals: refusals + 1 })
      }
    },
  }
}
