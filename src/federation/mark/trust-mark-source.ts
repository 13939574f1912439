/**
 * A holder's own trust marks: asked of their issuers' endpoints (OpenID Federation 1.0 §8.6), or handed over. They are
 * asked for apart from the holder's entity configuration, which shows what there is: no issuer that is silent takes the
 * holder down (D-154).
 */
import { isFresh, type NumericDate } from '../../base/index.ts'
import { createMarkRenewal, type HeldMark, heldMark, isShown, noteOf, type ShownTrustMark } from './held-mark.ts'
import type { KeptTrustMarks } from './kept-trust-marks.ts'
import { marksShownBy, type TrustMarkAskContext, type TrustMarkHolder } from './own-trust-mark.ts'
import type { TrustMarkEntry } from './trust-mark.ts'

/** With what issuers are asked, and where marks that were given outlive the process. */
export interface TrustMarkSourceContext extends TrustMarkAskContext {
  /** Not said: what was given ends with the process. */
  readonly kept?: KeptTrustMarks
}

/** Which marks a holder shows. */
export interface TrustMarkSourceConfig extends TrustMarkHolder {
  readonly marks: readonly ShownTrustMark[]
}

/** The marks of one holder, kept fresh by whoever calls `renew`. */
export interface TrustMarkSource {
  /**
   * For `PublisherConfig.trustMarks`: the marks that there are and that have not ended. The first call waits until every
   * issuer was asked once, 5 s at most; later ones wait for nobody. While one is missing because nobody answered, they let
   * it be asked for again, each 5 s at most (D-329).
   */
  current(now: NumericDate): Promise<readonly TrustMarkEntry[]>
  /**
   * Asks the issuers of the marks that are missing, and of those whose renewal is due: after an hour, or half of the life
   * that was left. To be called each minute. What an issuer answers rejects nothing; what it does not give at the moment
   * is shown on as it was given last, until that ends.
   */
  renew(): Promise<void>
  /** Of each mark that is not as it should be a sentence that says why. */
  notes(now: NumericDate): readonly string[]
}

/** Seconds after which whoever is asked for a mark that is missing lets a silent issuer be asked again. */
const retrySeconds = 5

/**
 * Does not verify the marks' signatures: whoever relies on a mark does. Throws a TypeError for an issuer that is no entity
 * identifier, and for a mark that was handed over and is none of the holder's (`parseOwnTrustMark`).
 */
export function createTrustMarkSource(
  { kept, ...ctx }: TrustMarkSourceContext,
  config: TrustMarkSourceConfig,
): TrustMarkSource {
  const marks = config.marks.map((shown) => heldMark(shown, config))
  const renewal = createMarkRenewal(ctx, config, kept)

  const renewDue = async (): Promise<void> => {
    const now = ctx.clock.now()
    const due = marks.filter(
      ({ issuer, givenAt, dueAt }) => issuer !== undefined && !isFresh(givenAt, dueAt - givenAt, now),
    )
    await Promise.all(due.map((one) => renewal.renew(one, now)))
  }
  const missing = (now: NumericDate) => marks.filter((one) => one.silentAt !== undefined && !isShown(one, now))
  /** Of a mark that is missing because its issuer is silent: the one that another process of the holder shows (D-329). */
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
      takeFromOthers() // not waited for: it may be this process that is asked
    })
    return pending
  }

  let first: Promise<void> | undefined
  return {
    current: async (now) => {
      first ??= renew()
      await first
      const isDue = ({ silentAt = now }: HeldMark): boolean => !isFresh(silentAt, retrySeconds, now)
      if (missing(now).some(isDue)) renew()
      return marks.flatMap((one) =>
        one.mark && isShown(one, now) ? [{ trust_mark_type: one.trustMarkType, trust_mark: one.mark.jws.compact }] : [],
      )
    },
    renew,
    notes: (now) => marks.flatMap((one) => noteOf(one, now) ?? []),
  }
}
