/**
 * One trust mark of its holder over time (D-154): issued on request, shown until it ends, requested again before that,
 * revoked; or configured permanently.
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

/** A mark that is requested from its issuer, or a configured one. */
export type ShownTrustMark =
  | { readonly trustMarkType: string; readonly issuer: string }
  | { readonly trustMarkType: string; readonly trustMark: string }

export interface OwnMark {
  readonly trustMarkType: string
  /** Absent for a configured mark. */
  readonly issuer?: string
  mark?: TrustMark
  fault?: Failure<AskForMarkCode>
  /** Times of issue and of the next request. */
  givenAt: NumericDate
  dueAt: NumericDate
  /** Time of the last request without an answer. */
  silentAt?: NumericDate
}

/** Seconds between requests for an issued mark, which may have been revoked. */
const renewalSeconds = 3600

/** Throws a TypeError for an issuer that is not an entity identifier, and for a configured mark of another holder. */
export function createOwnMark(shown: ShownTrustMark, holder: TrustMarkHolder): OwnMark {
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

/** Returns true if the entity has a mark that has not ended. */
export const isShown = ({ mark }: { readonly mark?: TrustMark | undefined }, now: NumericDate): boolean =>
  mark !== undefined && now < endOfMark(mark)

interface MarkRenewal {
  /** Requests the mark from its issuer and stores the result. */
  renew(one: OwnMark, now: NumericDate): Promise<void>
  /** Uses a mark that was issued before or to another process, if it is the holder's and has not ended. */
  takeOver(one: OwnMark, compact: string | undefined): void
}

/** Creates the renewal. It changes the marks that are passed. `kept` persists them. */
export function createMarkRenewal(
  ctx: TrustMarkAskContext,
  holder: TrustMarkHolder,
  kept: KeptTrustMarks | undefined,
): MarkRenewal {
  const memory = forgiving(kept)
  const takeOver = (one: OwnMark, compact: string | undefined): void => {
    if (compact === undefined) return
    const mark = parseOwnTrustMark(compact, { ...holder, trustMarkType: one.trustMarkType })
    if (!failed(mark) && ctx.clock.now() < endOfMark(mark)) one.mark = mark
  }
  const keepGiven = async (one: OwnMark, given: TrustMark, now: NumericDate): Promise<void> => {
    delete one.fault
    await memory.keep(one.trustMarkType, given.jws.compact)
    one.mark = given
    one.givenAt = now
    one.dueAt = now + Math.min(renewalSeconds, Math.ceil((endOfMark(given) - now) / 2))
  }
  /** Records a failure of the issuer. An explicit refusal ends the mark. Any other failure keeps it. */
  const keepFault = async (one: OwnMark, fault: Failure<AskForMarkCode>, now: NumericDate): Promise<void> => {
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

/** Ignores errors of the store, so that they neither remove a mark nor stop the holder. */
const forgiving = (kept: KeptTrustMarks | undefined): KeptTrustMarks => ({
  find: async (type) => kept?.find(type).catch(() => undefined),
  keep: async (type, mark) => kept?.keep(type, mark).catch(() => undefined),
  forget: async (type) => kept?.forget(type).catch(() => undefined),
})

/** Returns a sentence about a faulty mark, or `undefined`. */
export function noteOf({ trustMarkType, issuer, mark, fault }: OwnMark, now: NumericDate): string | undefined {
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
