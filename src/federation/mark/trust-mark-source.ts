/**
 * Trust marks of a holder: requested from their issuers (OpenID Federation 1.0 §8.6) or configured. The requests are
 * independent of signing the Entity Configuration, so that signing continues if an issuer does not answer (D-154).
 */
import { isFresh, type MaybePromise, type NumericDate } from '../../base/index.ts'
import {
  createMarkRenewal,
  createOwnMark,
  isShown,
  type KeptTrustMarks,
  noteOf,
  type OwnMark,
  type ShownTrustMark,
} from './own-mark.ts'
import { fetchPublishedTrustMarks, type TrustMarkHolder, type TrustMarkRequestContext } from './own-trust-mark.ts'
import type { TrustMarkEntry } from './trust-marks-claim.ts'

/** Context for requests, and the store for issued marks. */
export interface TrustMarkSourceContext extends TrustMarkRequestContext {
  /** Store for issued marks. If absent, they are lost when the process ends. */
  readonly kept?: KeptTrustMarks
}

/** A holder and its trust marks. */
export interface TrustMarkSourceConfig extends TrustMarkHolder {
  readonly marks: readonly ShownTrustMark[]
}

/** Current trust marks of one holder. Call `renew` periodically. */
export interface TrustMarkSource {
  /**
   * Returns the current marks, for `PublisherConfig.trustMarks`. The first call requests the marks. Calls wait for the
   * answers to these requests until 5 s after the first call. No call waits for the answer to another request. If a
   * mark is missing because its issuer did not answer, a call starts another request in the background, at most once in
   * five seconds (D-329).
   */
  current(now: NumericDate): MaybePromise<readonly TrustMarkEntry[]>
  /**
   * Requests missing marks and marks whose renewal is due: after an hour, or after half of their remaining lifetime if
   * that is shorter. Call it every minute. Concurrent calls share one run. Never rejects because of an issuer's answer.
   * A mark that cannot be renewed is published until it expires. A mark that the issuer no longer issues is removed.
   */
  renew(): Promise<void>
  /**
   * Returns a sentence about each mark that could not be obtained, and each configured mark that expires soon or has
   * expired.
   */
  notes(now: NumericDate): readonly string[]
}

/** Maximum time that callers wait for the first answers (D-154). */
const firstWaitMilliseconds = 5000

/** Seconds between requests for a missing mark. */
const retrySeconds = 5
const noMarks: readonly TrustMarkEntry[] = []

/**
 * Creates the source of one holder's marks. Does not verify the signatures of marks. Throws a TypeError if an issuer is
 * not an entity identifier, or if a configured mark is malformed or of another holder or type.
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
    await Promise.all(due.map((own) => renewal.renew(own, now)))
  }
  const missingMarks = (now: NumericDate) => marks.filter((own) => own.silentAt !== undefined && !isShown(own, now))
  /** Takes missing marks from the holder's published configuration, if their issuer does not answer (D-329). */
  const usePublishedMarks = async (): Promise<void> => {
    const now = ctx.clock.now()
    if (missingMarks(now).length === 0) return
    const published = await fetchPublishedTrustMarks(ctx, config)
    for (const own of missingMarks(now)) {
      renewal.takeOver(own, published.find(({ trust_mark_type: type }) => type === own.trustMarkType)?.trust_mark)
    }
  }
  let pending: Promise<void> | undefined
  const renew = (): Promise<void> => {
    pending ??= renewDue().finally(() => {
      pending = undefined
      usePublishedMarks() // not awaited: the request may reach this process, which may be waiting for `pending`
    })
    return pending
  }

  const shown = (now: NumericDate): readonly TrustMarkEntry[] => {
    const isDue = ({ silentAt = now }: OwnMark): boolean => !isFresh(silentAt, retrySeconds, now)
    if (missingMarks(now).some(isDue)) renew()
    return marks.flatMap((own) =>
      own.mark && isShown(own, now) ? [{ trust_mark_type: own.trustMarkType, trust_mark: own.mark.jws.compact }] : [],
    )
  }
  let firstRenewal: Promise<void> | undefined
  return {
    current: (now) => {
      if (marks.length === 0) return noMarks
      firstRenewal ??= atMost(firstWaitMilliseconds, renew())
      return firstRenewal.then(() => shown(now))
    },
    renew,
    notes: (now) => marks.flatMap((own) => noteOf(own, now) ?? []),
  }
}

/** Resolves when the work has ended or the time has passed. Rejects if the work rejects first. */
function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
