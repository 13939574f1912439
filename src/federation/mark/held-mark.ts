/**
 * One trust mark of a holder over time (D-154): given by its issuer, shown until it ends, asked for again before that, taken
 * back, or handed over once and for all.
 */
import { type Failure, failed, type NumericDate, parseEntityId, unlessInTrouble } from '../../base/index.ts'
import type { KeptTrustMarks } from './kept-trust-marks.ts'
import {
  type AskForMarkCode,
  askForMark,
  parseOwnTrustMark,
  type TrustMarkAskContext,
  type TrustMarkHolder,
} from './own-trust-mark.ts'
import { endOfMark, type TrustMark } from './trust-mark.ts'

/** From an issuer that is asked for it, or handed over as it stands. */
export type ShownTrustMark =
  | { readonly trustMarkType: string; readonly issuer: string }
  | { readonly trustMarkType: string; readonly trustMark: string }

export interface HeldMark {
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

/** Throws a TypeError for an issuer that is no entity identifier, and for a mark that is none of the holder's. */
export function heldMark(shown: ShownTrustMark, holder: TrustMarkHolder): HeldMark {
  const { trustMarkType } = shown
  if ('issuer' in shown) {
    const issuer = parseEntityId(shown.issuer, holder.urls, 'issuer')
    if (failed(issuer)) throw new TypeError(`${trustMarkType}: its issuer is no entity identifier (${issuer.code})`)
    return { trustMarkType, issuer: shown.issuer, givenAt: 0, dueAt: 0 }
  }
  const mark = parseOwnTrustMark(shown.trustMark, { ...holder, trustMarkType })
  if (failed(mark))
    throw new TypeError(`${trustMarkType}: no such mark of ${holder.holder} (${mark.code} at ${mark.at})`)
  return { trustMarkType, mark, givenAt: 0, dueAt: 0 }
}

export const isShown = ({ mark }: { readonly mark?: TrustMark | undefined }, now: NumericDate): boolean =>
  mark !== undefined && now < endOfMark(mark)

export interface MarkRenewal {
  /** Asks its issuer, and keeps what comes of it. */
  renew(one: HeldMark, now: NumericDate): Promise<void>
  /** What was given before, here or in another process, if it is a mark of the holder's that has not ended. */
  takeOver(one: HeldMark, compact: string | undefined): void
}

/** Changes the marks that it is given; `kept` outlives the process. */
export function createMarkRenewal(
  ctx: TrustMarkAskContext,
  holder: TrustMarkHolder,
  kept: KeptTrustMarks | undefined,
): MarkRenewal {
  const memory = forgiving(kept)
  const takeOver = (one: HeldMark, compact: string | undefined): void => {
    if (compact === undefined) return
    const mark = parseOwnTrustMark(compact, { ...holder, trustMarkType: one.trustMarkType })
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
  return {
    renew: async (one, now) => {
      const given = await askForMark(ctx, holder, one.trustMarkType, one.issuer ?? '')
      delete one.silentAt
      await (failed(given) ? keepFault(one, given, now) : keepGiven(one, given, now))
    },
    takeOver,
  }
}

/** No store that is out of order takes a mark away, nor the holder down. */
const forgiving = (kept: KeptTrustMarks | undefined): KeptTrustMarks => ({
  find: async (type) => kept?.find(type).catch(() => undefined),
  keep: async (type, mark) => kept?.keep(type, mark).catch(() => undefined),
  forget: async (type) => kept?.forget(type).catch(() => undefined),
})

/** Why it is not as it should be; nothing when it is. */
export function noteOf({ trustMarkType, issuer, mark, fault }: HeldMark, now: NumericDate): string | undefined {
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
