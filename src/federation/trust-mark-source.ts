/**
 * A holder's own trust marks: asked of their issuers' endpoints (OpenID Federation 1.0 §8.6), or handed over. They are
 * asked for apart from the holder's entity configuration, which shows what there is: no issuer that is silent takes the
 * holder down (D-154).
 */
import { type Failure, failed, isFresh, type NumericDate, parseEntityId } from '../base/index.ts'
import type { KeptTrustMarks } from './kept-trust-marks.ts'
import {
  type AskForMarkCode,
  askForMark,
  marksShownBy,
  parseOwnTrustMark,
  type TrustMarkAskContext,
  type TrustMarkHolder,
} from './own-trust-mark.ts'
import { unlessInTrouble } from './statement-fetcher.ts'
import { endOfMark, type TrustMark, type TrustMarkEntry } from './trust-mark.ts'

/** With what issuers are asked, and where marks that were given outlive the process. */
export interface TrustMarkSourceContext extends TrustMarkAskContext {
  /** Not said: what was given ends with the process. */
  readonly kept?: KeptTrustMarks
}

/** Which marks a holder shows. */
export interface TrustMarkSourceConfig extends TrustMarkHolder {
  readonly marks: readonly ShownTrustMark[]
}

/** From an issuer that is asked for it, or handed over as it stands. */
export type ShownTrustMark =
  | { readonly trustMarkType: string; readonly issuer: string }
  | { readonly trustMarkType: string; readonly trustMark: string }

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

interface HeldMark {
  readonly trustMarkType: string
  /** None of a mark that was handed over. */
  readonly issuer?: string
  mark?: TrustMark
  fault?: Failure<AskForMarkCode>
  /** When it was given, and when its issuer is asked again. */
  givenAt: NumericDate
  dueAt: NumericDate
  /** When its issuer was asked last and did not say. */
  silentAt?: NumericDate
}

/** Seconds after which an issuer is asked again for a mark that it gave: it may have taken it back. */
const renewalSeconds = 3600
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

  const memory = forgiving(kept)
  /** What it was given before, here or in another process, if it is a mark of its own that has not ended. */
  const takeOver = (one: HeldMark, compact: string | undefined): void => {
    if (compact === undefined) return
    const mark = parseOwnTrustMark(compact, { ...config, trustMarkType: one.trustMarkType })
    if (!failed(mark) && ctx.clock.now() < endOfMark(mark)) one.mark = mark
  }
  const keepGiven = async (one: HeldMark, given: TrustMark, now: NumericDate): Promise<void> => {
    delete one.fault
    await memory.keep(one.trustMarkType, given.jws.compact)
    one.mark = given
    one.givenAt = now
    one.dueAt = now + Math.min(renewalSeconds, Math.ceil((endOfMark(given) - now) / 2))
  }
  /** The issuer's word that it gives none ends the mark; anything else leaves what was given before. */
  const keepFault = async (one: HeldMark, fault: Failure<AskForMarkCode>, now: NumericDate): Promise<void> => {
    one.fault = fault
    if (fault.code === 'mark_not_given') {
      delete one.mark
      await memory.forget(one.trustMarkType)
      return
    }
    if (unlessInTrouble(fault).code === 'unreachable') one.silentAt = now
    if (!isShown(one, now)) takeOver(one, await memory.find(one.trustMarkType))
  }
  const renewOne = async (one: HeldMark, now: NumericDate): Promise<void> => {
    const given = await askForMark(ctx, config, one.trustMarkType, one.issuer ?? '')
    delete one.silentAt
    await (failed(given) ? keepFault(one, given, now) : keepGiven(one, given, now))
  }
  const renewDue = async (): Promise<void> => {
    const now = ctx.clock.now()
    const due = marks.filter(
      ({ issuer, givenAt, dueAt }) => issuer !== undefined && !isFresh(givenAt, dueAt - givenAt, now),
    )
    await Promise.all(due.map((one) => renewOne(one, now)))
  }
  const missing = (now: NumericDate) => marks.filter((one) => one.silentAt !== undefined && !isShown(one, now))
  /** Of a mark that is missing because its issuer is silent: the one that another process of the holder shows (D-329). */
  const takeFromOthers = async (): Promise<void> => {
    const now = ctx.clock.now()
    if (missing(now).length === 0) return
    const shown = await marksShownBy(ctx, config)
    for (const one of missing(now)) {
      takeOver(one, shown.find(({ trust_mark_type: type }) => type === one.trustMarkType)?.trust_mark)
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

function heldMark(shown: ShownTrustMark, config: TrustMarkSourceConfig): HeldMark {
  const { trustMarkType } = shown
  if ('issuer' in shown) {
    const issuer = parseEntityId(shown.issuer, config.urls, 'issuer')
    if (failed(issuer)) throw new TypeError(`${trustMarkType}: its issuer is no entity identifier (${issuer.code})`)
    return { trustMarkType, issuer: shown.issuer, givenAt: 0, dueAt: 0 }
  }
  const mark = parseOwnTrustMark(shown.trustMark, { ...config, trustMarkType })
  if (failed(mark))
    throw new TypeError(`${trustMarkType}: no such mark of ${config.holder} (${mark.code} at ${mark.at})`)
  return { trustMarkType, mark, givenAt: 0, dueAt: 0 }
}

/** No store that is out of order takes a mark away, nor the holder down. */
const forgiving = (kept: KeptTrustMarks | undefined): KeptTrustMarks => ({
  find: async (type) => kept?.find(type).catch(() => undefined),
  keep: async (type, mark) => kept?.keep(type, mark).catch(() => undefined),
  forget: async (type) => kept?.forget(type).catch(() => undefined),
})

const isShown = ({ mark }: { readonly mark?: TrustMark | undefined }, now: NumericDate): boolean =>
  mark !== undefined && now < endOfMark(mark)

function noteOf({ trustMarkType, issuer, mark, fault }: HeldMark, now: NumericDate): string | undefined {
  const name = `the trust mark ${trustMarkType}`
  const shown = isShown({ mark }, now)
  if (fault?.code === 'mark_not_given') return `${name} is not shown: ${issuer} does not give it`
  if (fault !== undefined)
    return `${name} is ${shown ? 'shown as it was given last' : 'not shown'}: ${issuer} cannot be asked for it (${fault.code} at ${fault.at})`
  if (issuer !== undefined || mark?.exp === undefined || now < mark.iat + ((mark.exp - mark.iat) * 3) / 4)
    return undefined
  const end = new Date(mark.exp * 1000).toISOString()
  return `${name} ${shown ? 'ends at' : 'is not shown, it ended at'} ${end}: a new one must be handed over`
}
