/**
 * A document that is made ahead of time: what stands is served until its time has come.
 */
import { isFresh, type MaybePromise, type NumericDate } from '../../base/index.ts'

export interface Standing<T> {
  readonly value: T
  /** From then on it is replaced. */
  readonly renewAt: NumericDate
  readonly expiresAt: NumericDate
}

/** Seconds after a renewal that failed until the next is tried. */
const pauseSeconds = 5

/**
 * Serves what stands, at once, and renews it when its time has come or the revision has changed, one renewal at a time.
 * When a renewal fails, what stands is served until it expires, and the next try waits a little.
 */
export function renewed<T>(
  renew: (now: NumericDate) => Promise<Standing<T>>,
): (now: NumericDate, revision: string) => MaybePromise<Standing<T>> {
  let standing: (Standing<T> & { readonly revision: string; readonly madeAt: NumericDate }) | undefined
  let pending: { readonly revision: string; readonly result: Promise<Standing<T>> } | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  const renewal = async (now: NumericDate, revision: string): Promise<Standing<T>> => {
    if (pending?.revision !== revision) pending = { revision, result: renew(now) }
    const mine = pending
    try {
      const value = await mine.result
      standing = { ...value, revision, madeAt: now }
      return value
    } catch (thrown) {
      failedAt = now
      if (standing && now < standing.expiresAt) return standing
      throw thrown
    } finally {
      if (pending === mine) pending = undefined
    }
  }
  return (now, revision) => {
    const current = standing
    const due = current?.revision !== revision || now < current.madeAt || now >= current.renewAt
    const stays = current && (!due || (isFresh(failedAt, pauseSeconds, now) && now < current.expiresAt))
    return stays ? current : renewal(now, revision)
  }
}
