/**
 * Verdicts that are kept by what they were reached for: acceptances and refusals apart, bounded, each with its own end. A
 * refusal still counts for a while after its end as the one before, so that the next in a row is kept for longer.
 */
import { failed, isFresh, type NumericDate } from '../../base/index.ts'

/** A verdict with its times. */
export interface Judged<T> {
  readonly verdict: T
  /** Not served from then on; 0 is not kept. */
  readonly expiresAt: NumericDate
  /** Until then `peek` still gives an acceptance that is not served any more. Defaults to `expiresAt`. */
  readonly knownUntil?: NumericDate
  /** From then on whoever asks sets off a new judgement, without waiting for it. */
  readonly renewAt?: NumericDate
}

/** How a verdict is told from another; none of it changes what a verdict says. */
export interface VerdictCacheOptions<T> {
  /** Which verdicts are refusals. Defaults to failures. */
  readonly refuses?: (verdict: T) => boolean
}

interface Entry<T> extends Judged<T> {
  readonly keptAt: NumericDate
  readonly refusals: number
}

export interface KeptVerdicts<T> {
  /** The verdict that stands, which is the last now to make room. */
  standing(name: string, now: NumericDate): Judged<T> | undefined
  /** The verdict that stands or is still known, or a refusal that still counts as the one before. */
  peek(name: string, now: NumericDate): T | undefined
  /** When the acceptance that is known was to be renewed. */
  renewalOf(name: string): NumericDate | undefined
  /** How many refusals in a row there were. */
  refusalsBefore(name: string, now: NumericDate): number
  /** Keeps a verdict in the place of what is known, after so many refusals. */
  keep(name: string, now: NumericDate, judged: Judged<T>, refusals: number): void
}

/** Seconds after its end for which a refusal still counts as the one before. */
const remembersSeconds = 600

const stands = ({ keptAt, expiresAt }: Entry<unknown>, now: NumericDate): boolean =>
  isFresh(keptAt, expiresAt - keptAt, now)

/** Whether an entry is still known: an acceptance until `knownUntil`, a refusal for a while after its end. */
const counts = ({ keptAt, expiresAt, knownUntil = expiresAt, refusals }: Entry<unknown>, now: NumericDate): boolean =>
  isFresh(keptAt, refusals > 0 ? expiresAt - keptAt + remembersSeconds : knownUntil - keptAt, now)

/** Keeps `capacity` verdicts of acceptance and as many refusals, apart: strangers cannot push members out. */
export function createKeptVerdicts<T>(
  capacity: number,
  { refuses = (verdict) => failed(verdict) }: VerdictCacheOptions<T>,
): KeptVerdicts<T> {
  const accepted = new Map<string, Entry<T>>()
  const refused = new Map<string, Entry<T>>()
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
