/** A document that is created in advance and served until its renewal. */
import { isFresh, type MaybePromise, type NumericDate } from '../../base/index.ts'

/** A document, with the times of its renewal and expiry. */
export interface RenewableDocument<T> {
  readonly value: T
  /** Time at which the document is due to be replaced. */
  readonly renewAt: NumericDate
  readonly expiresAt: NumericDate
}

interface CachedDocument<T> extends RenewableDocument<T> {
  readonly revision: string
  readonly madeAt: NumericDate
  /** Number of documents whose creation had begun, this one included. */
  readonly order: number
}

/** Seconds between a failed renewal and the next attempt, as long as the current document has not expired. */
const pauseSeconds = 5

/**
 * Returns the current document, synchronously if possible. The revision identifies the content from which `renew`
 * creates the document. With `anew`, returns a new document, which replaces the current one if `mayReplace` permits it.
 * Rejects if that fails, and the current document stays.
 */
type CurrentDocument<T> = (now: NumericDate, revision: string, anew?: boolean) => MaybePromise<RenewableDocument<T>>

/**
 * Creates a function that returns the current document. The function renews the document if renewal is due, the
 * revision has changed, or the clock was set back. Concurrent calls with the same revision share one renewal. If a
 * renewal fails, the function returns the current document until the document expires, even for another revision, and
 * tries again after 5 s. Without an unexpired document it rejects with the error of `renew`. A document never replaces
 * one whose creation began later.
 *
 * `mayReplace` returns true if a document that was created with `anew` may replace the current one. It is not asked if
 * the current one has expired or another revision. Defaults to true.
 */
export function renewed<T>(
  renew: (now: NumericDate) => Promise<RenewableDocument<T>>,
  mayReplace: (created: T, current: T) => boolean = () => true,
): CurrentDocument<T> {
  let cached: CachedDocument<T> | undefined
  let begun = 0
  let pending: { readonly revision: string; readonly result: Promise<RenewableDocument<T>> } | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  const create = async (now: NumericDate, revision: string, anew: boolean): Promise<RenewableDocument<T>> => {
    begun += 1
    const order = begun
    const document = await renew(now)
    const current = cached
    if (current && current.order > order) return current
    const isValid = current?.revision === revision && now < current.expiresAt
    if (anew && isValid && !mayReplace(document.value, current.value)) return document
    cached = { ...document, revision, madeAt: now, order }
    return document
  }
  const renewal = async (now: NumericDate, revision: string): Promise<RenewableDocument<T>> => {
    if (pending?.revision !== revision) pending = { revision, result: create(now, revision, false) }
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
    if (anew) return create(now, revision, true)
    const current = cached
    const due = current?.revision !== revision || now < current.madeAt || now >= current.renewAt
    const stays = current && (!due || (isFresh(failedAt, pauseSeconds, now) && now < current.expiresAt))
    return stays ? current : renewal(now, revision)
  }
}
