/** A document that is created in advance and served until its renewal. */
import { isFresh, type MaybePromise, type NumericDate } from '../../base/index.ts'

/** A document, and the times of its life. */
export interface Standing<T> {
  readonly value: T
  /** Time of its replacement. */
  readonly renewAt: NumericDate
  readonly expiresAt: NumericDate
}

/** Seconds between a failed renewal and the next attempt. */
const pauseSeconds = 5

/**
 * Serves the current document synchronously. Renews it when it is due or when the revision has changed, one renewal at
 * a time. After a failed renewal the current document is served until it expires.
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
