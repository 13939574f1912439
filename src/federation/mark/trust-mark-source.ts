/**
 * A holder's own trust marks: requested from their issuers (OpenID Federation 1.0 §8.6) or configured. Requests are
 * independent of the holder's Entity Configuration, so that a silent issuer does not stop the holder (D-154).
 */
import { isFresh, type MaybePromise, type NumericDate } from '../../base/index.ts'
import type { KeptTrustMarks } from './kept-trust-marks.ts'
import { createMarkRenewal, createOwnMark, isShown, noteOf, type OwnMark, type ShownTrustMark } from './own-mark.ts'
import { marksShownBy, type TrustMarkAskContext, type TrustMarkHolder } from './own-trust-mark.ts'
import type { TrustMarkEntry } from './trust-mark.ts'

/** Context for requests, and the store for issued marks. */
export interface TrustMarkSourceContext extends TrustMarkAskContext {
  /** Store for issued marks. If absent, they are lost with the process. */
  readonly kept?: KeptTrustMarks
}

/** Trust marks of a holder. */
export interface TrustMarkSourceConfig extends TrustMarkHolder {
  readonly marks: readonly ShownTrustMark[]
}

/** Trust marks of one holder. Call `renew` to keep them current. */
export interface TrustMarkSource {
  /**
   * Returns the current marks, for `PublisherConfig.trustMarks`. The first call waits at most 5 s until every issuer
   * was asked once. Later calls do not wait. While a mark is missing for lack of an answer, they start another request
   * every 5 s (D-329).
   */
  current(now: NumericDate): MaybePromise<readonly TrustMarkEntry[]>
  /**
   * Requests missing marks, and those whose renewal is due: after an hour, or after half of their remaining life. Call
   * it every minute. Never rejects because of an issuer's answer. A mark that cannot be renewed now is used until it
   * ends.
   */
  renew(): Promise<void>
  /** Returns a sentence about each faulty mark. */
  notes(now: NumericDate): readonly string[]
}

/** Seconds between requests for a missing mark. */
const retrySeconds = 5
const noMarks: readonly TrustMarkEntry[] = []

/**
 * Creates the source. Does not verify signatures: readers of a mark do. Throws a TypeError for an issuer that is not an
 * entity identifier, and for a configured mark of another holder (`parseOwnTrustMark`).
 */
export function createTrustMarkSource(
  { kept, ...ctx }: TrustMarkSourceContext,
  config: TrustMarkSourceConfig,
): TrustMarkSource {
  const marks = config.marks.map((shown) => createOwnMark(shown, config))
  const renewal = createMarkRenewal(ctx, config, kept)

  const renewDue = async (): Promise<void> => {
    const now = ctx.clock.now()
    const due = marks.filter(
      ({ issuer, givenAt, dueAt }) => issuer !== undefined && !isFresh(givenAt, dueAt - givenAt, now),
    )
    await Promise.all(due.map((one) => renewal.renew(one, now)))
  }
  const missing = (now: NumericDate) => marks.filter((one) => one.silentAt !== undefined && !isShown(one, now))
  /** Uses the marks that another process of the holder publishes, for marks whose issuer does not answer (D-329). */
  const takeFromOthers = async (): Promise<void> => {
    const now = ctx.clock.now()
    if (missing(now).length === 0) return
    const shown = await marksShownBy(ctx, config)
    for (const one of missing(now)) {
      renewal.takeOver(one, shown.find(({ trust_mark_type: type }) => type === one.trustMarkType)?.trust_mark)
    }
  }
  let pending: Promise<void> | undefined
  const renew = (): Promise<void> => {
    pending ??= renewDue().finally(() => {
      pending = undefined
      takeFromOthers() // not awaited, because this process may be the one that is asked
    })
    return pending
  }

  const shown = (now: NumericDate): readonly TrustMarkEntry[] => {
    const isDue = ({ silentAt = now }: OwnMark): boolean => !isFresh(silentAt, retrySeconds, now)
    if (missing(now).some(isDue)) renew()
    return marks.flatMap((one) =>
      one.mark && isShown(one, now) ? [{ trust_mark_type: one.trustMarkType, trust_mark: one.mark.jws.compact }] : [],
    )
  }
  let first: Promise<void> | undefined
  return {
    current: (now) => {
      if (marks.length === 0) return noMarks
      first ??= renew()
      return first.then(() => shown(now))
    },
    renew,
    notes: (now) => marks.flatMap((one) => noteOf(one, now) ?? []),
  }
}
