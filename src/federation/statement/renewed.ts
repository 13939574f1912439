/** A document that is created in advance and served until its renewal. */
import { isFresh, type MaybePromise, type NumericDate } from '../../base/index.ts'

/** A document, with the times of its renewal and expiry. */
export interface RenewableDocument<T> {
  readonly value: T
  /** Time at which the document is due to be replaced. */
  readonly renewAt: NumericDate
  readonly expiresAt: NumericDate
}

/** Seconds between a failed renewal and the next attempt, as long as the current document has not expired. */
const pauseSeconds = 5

/**
 * Returns the current document, synchronously if possible. The revision identifies the content from which `renew`
 * creates the document. With `anew`, creates a new document and replaces the current one. Rejects if that fails, and the
 * current document stays.
 */
type CurrentDocument<T> = (now: NumericDate, revision: string, anew?: boolean) => MaybePromise<RenewableDocument<T>>

/**
 * Creates a function that returns the current document. The function renews the document if renewal is due, the
 * revision has changed, or the clock was set back. Concurrent calls with the same revision share one renewal. If a
 * renewal fails, the function returns the current document until the document expires, even for another revision, and
 * tries again after 5 s. Without an unexpired document it rejects with the error of `renew`.
 */
export function renewed<T>(renew: (now: NumericDate) => Promise<RenewableDocument<T>>): CurrentDocument<T> {
  let cached: (RenewableDocument<T> & { readonly revision: string; readonly madeAt: NumericDate }) | undefined
  let pending: { readonly revision: string; readonly result: Promise<RenewableDocument<T>> } | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  const create = async (now: NumericDate, revision: string): Promise<RenewableDocument<T>> => {
    const document = await renew(now)
    cached = { ...document, revision, madeAt: now }
    return document
  }
  const renewal = async (now: NumericDate, revision: string): Promise<RenewableDocument<T>> => {
    if (pending?.revision !== revision) pending = { revision, result: create(now, revision) }
    const awaited = pending
    try {
      return await awaited.result
    } catch (thrown) {
      failedAt = now
      if (cached && now < cached.expiresAt) return cached
      throw thrown
    } finally {
      if (pending === awaited) pending = undefined
    }
  }
  return (now, revision, anew = false) => {
    if (anew) return create(now, revision)
    const current = cached
    const due = current?.revision !== revision || now < current.madeAt || now >= current.renewAt
    const stays = current && (!due || (isFresh(failedAt, pauseSeconds, now) && now < current.expiresAt))
    return stays ? current : renewal(now, revision)
  }
}
