/**
 * Cached verdicts by name: acceptances and refusals separately, bounded, each with its own expiry. An expired refusal
 * still counts as the previous refusal for ten minutes, so that the next refusal is cached for longer.
 */
import { isFresh, type NumericDate } from '../../base/index.ts'

/** A verdict with its times. */
export interface Judged<T> {
  readonly verdict: T
  /** Expiry of the verdict. A verdict that has expired already, for example with 0, is not cached. */
  readonly expiresAt: NumericDate
  /** Time until which `peek` still returns an expired acceptance. Defaults to `expiresAt`. */
  readonly knownUntil?: NumericDate
  /** Time from which `get` of a `VerdictCache` starts a new evaluation in the background. Defaults to never. */
  readonly renewAt?: NumericDate
}

interface Entry<T> extends Judged<T> {
  readonly weight: number
  readonly keptAt: NumericDate
  readonly refusals: number
}

interface KeptVerdicts<T> {
  /** Returns the unexpired verdict and marks it as used. */
  findValid(name: string, now: NumericDate): Judged<T> | undefined
  /** Returns the unexpired verdict, an expired acceptance until `knownUntil`, or an expired refusal for ten minutes. */
  peek(name: string, now: NumericDate): T | undefined
  /** Returns the renewal time of the cached acceptance, even of an expired one. */
  renewalOf(name: string): NumericDate | undefined
  /**
   * Returns the number of consecutive refusals up to now. Returns 0 if the last refusal expired at least ten minutes
   * ago.
   */
  refusalsBefore(name: string, now: NumericDate): number
  /**
   * Replaces the cached verdict. `refusals` is the number of preceding consecutive refusals. A verdict that has expired
   * already is not cached. It only removes a cached verdict of the other kind: an acceptance removes a refusal, and a
   * refusal removes an acceptance.
   */
  keep(name: string, now: NumericDate, judged: Judged<T>, refusals: number): void
}

/** Seconds for which an expired refusal still counts as the previous refusal. */
const refusalMemorySeconds = 600

const isValid = ({ keptAt, expiresAt }: Entry<unknown>, now: NumericDate): boolean =>
  isFresh(keptAt, expiresAt - keptAt, now)

/**
 * Returns true if an entry is still known: an acceptance until `knownUntil`, a refusal for ten minutes after its
 * expiry.
 */
const isKnown = ({ keptAt, expiresAt, knownUntil = expiresAt, refusals }: Entry<unknown>, now: NumericDate): boolean =>
  isFresh(keptAt, refusals > 0 ? expiresAt - keptAt + refusalMemorySeconds : knownUntil - keptAt, now)

/** Average number of characters of the statements of one acceptance, for which a cache has room. */
const charactersEach = 65_536

/**
 * Creates a cache of `capacity` acceptances and as many refusals, separately, so that refused entities cannot displace
 * accepted ones. `weightOf` returns the number of characters that an acceptance keeps. All together have at most
 * `capacity` times 64 KiB, except that the newest is always kept. Defaults to 0.
 */
export function createKeptVerdicts<T>(
  capacity: number,
  isRefusal: (verdict: T) => boolean,
  weightOf: (verdict: T) => number = () => 0,
): KeptVerdicts<T> {
  const accepted = new Map<string, Entry<T>>()
  const refused = new Map<string, Entry<T>>()
  /** Sum of the weights of the acceptances. */
  let weight = 0
  let sweptAt: NumericDate | undefined
  let newest: Entry<T> | undefined

  const remove = (verdicts: Map<string, Entry<T>>, name: string): void => {
    weight -= verdicts.get(name)?.weight ?? 0
    verdicts.delete(name)
  }
  /** Removes entries that are no longer known, at most once per second of the clock. */
  const sweep = (now: NumericDate): void => {
    if (now === sweptAt) return
    sweptAt = now
    for (const verdicts of [accepted, refused])
      for (const [name, entry] of verdicts) if (!isKnown(entry, now)) remove(verdicts, name)
  }
  const put = (verdicts: Map<string, Entry<T>>, name: string, entry: Entry<T>): void => {
    remove(verdicts, name)
    verdicts.set(name, entry)
    weight += entry.weight
    newest = entry
    const isOverweight = () => verdicts === accepted && weight > capacity * charactersEach && verdicts.size > 1
    while (verdicts.size > capacity || isOverweight()) remove(verdicts, verdicts.keys().next().value as string)
  }

  return {
    findValid: (name, now) => {
      const entry = accepted.get(name) ?? refused.get(name)
      if (entry === undefined || !isValid(entry, now)) return undefined
      if (entry !== newest) put(accepted.has(name) ? accepted : refused, name, entry)
      return entry
    },
    peek: (name, now) => {
      const acceptance = accepted.get(name)
      if (acceptance) return isKnown(acceptance, now) ? acceptance.verdict : undefined
      const refusal = refused.get(name)
      return refusal && isKnown(refusal, now) ? refusal.verdict : undefined
    },
    renewalOf: (name) => accepted.get(name)?.renewAt,
    refusalsBefore: (name, now) => {
      const entry = accepted.get(name) ?? refused.get(name)
      return entry !== undefined && isKnown(entry, now) ? entry.refusals : 0
    },
    keep: (name, now, judged, refusals) => {
      sweep(now)
      if (!isRefusal(judged.verdict)) {
        refused.delete(name)
        const kept = { ...judged, keptAt: now, refusals: 0, weight: weightOf(judged.verdict) }
        if (now < judged.expiresAt) put(accepted, name, kept)
      } else {
        remove(accepted, name)
        if (now < judged.expiresAt) put(refused, name, { ...judged, keptAt: now, refusals: refusals + 1, weight: 0 })
      }
    },
  }
}
