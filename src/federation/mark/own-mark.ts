/**
 * Life cycle of one trust mark at its holder (D-154). The mark is either configured, or requested from its issuer. A
 * requested mark is published until it expires, requested again before that, and removed if the issuer revokes it.
 */
import { type Failure, failed, type NumericDate, parseEntityId, unreachableIfOutage } from '../../base/index.ts'
import {
  type OwnTrustMarkRequestCode,
  parseOwnTrustMark,
  requestTrustMark,
  type TrustMarkHolder,
  type TrustMarkRequestContext,
} from './own-trust-mark.ts'
import { endOfMark, type TrustMark } from './trust-mark.ts'

/**
 * A trust mark to publish. With `issuer`, the mark is requested from this entity and renewed. With `trustMark`, this
 * compact mark is published until it expires, even if its issuer revokes it.
 */
export type ShownTrustMark =
  | { readonly trustMarkType: string; readonly issuer: string }
  | { readonly trustMarkType: string; readonly trustMark: string }

/**
 * Store for the issued trust marks of a holder. After a restart the holder can publish them even if the issuer does not
 * answer (D-370).
 */
export interface KeptTrustMarks {
  /** Returns the last stored mark, unverified. The caller must check its holder and expiry. */
  find(trustMarkType: string): Promise<string | undefined>
  keep(trustMarkType: string, trustMark: string): Promise<void>
  forget(trustMarkType: string): Promise<void>
}

/** State of one mark at its holder. */
export interface OwnMark {
  readonly trustMarkType: string
  /** Absent for a configured mark. */
  readonly issuer?: string
  mark?: TrustMark
  fault?: Failure<OwnTrustMarkRequestCode>
  /** Time at which the issuer last issued the mark to this process. 0 before that. */
  givenAt: NumericDate
  /** Time from which the next request is due. Does not change after a failed request. */
  dueAt: NumericDate
  /** Time of the last request, if the issuer did not answer it. */
  silentAt?: NumericDate
}

/** Maximum seconds between requests for an issued mark. A request reveals a revocation. */
const renewalSeconds = 3600

/**
 * Creates the initial state. Throws a TypeError if the issuer is not an entity identifier, or if the configured mark is
 * malformed or of another holder or type.
 */
export function createOwnMark(shown: ShownTrustMark, holder: TrustMarkHolder): OwnMark {
  const { trustMarkType } = shown
  if ('issuer' in shown) {
    const issuer = parseEntityId(shown.issuer, holder.urls, 'issuer')
    if (failed(issuer)) throw new TypeError(`${trustMarkType}: its issuer is not an entity identifier (${issuer.code})`)
    return { trustMarkType, issuer: shown.issuer, givenAt: 0, dueAt: 0 }
  }
  const mark = parseOwnTrustMark(shown.trustMark, { ...holder, trustMarkType })
  if (failed(mark))
    throw new TypeError(`${trustMarkType}: not a mark of this type for ${holder.holder} (${mark.code} at ${mark.at})`)
  return { trustMarkType, mark, givenAt: 0, dueAt: 0 }
}

/** Returns true if the holder has the mark and it has not expired. */
export const isShown = ({ mark }: { readonly mark?: TrustMark | undefined }, now: NumericDate): boolean =>
  mark !== undefined && now < endOfMark(mark)

interface MarkRenewal {
  /** Requests the mark from its issuer and records the result. */
  renew(own: OwnMark, now: NumericDate): Promise<void>
  /**
   * Uses a stored mark, or a mark that another process of the holder received. Ignores a malformed or expired mark, and
   * a mark of another holder or type.
   */
  takeOver(own: OwnMark, compact: string | undefined): void
}

/** Creates the renewal. Its functions modify the passed marks. `kept` stores issued marks across restarts. */
export function createMarkRenewal(
  ctx: TrustMarkRequestContext,
  holder: TrustMarkHolder,
  kept: KeptTrustMarks | undefined,
): MarkRenewal {
  const store = ignoringErrors(kept)
  const takeOver = (own: OwnMark, compact: string | undefined): void => {
    if (compact === undefined) return
    const mark = parseOwnTrustMark(compact, { ...holder, trustMarkType: own.trustMarkType })
    if (!failed(mark) && ctx.clock.now() < endOfMark(mark)) own.mark = mark
  }
  const setMark = async (own: OwnMark, issued: TrustMark, now: NumericDate): Promise<void> => {
    delete own.fault
    await store.keep(own.trustMarkType, issued.jws.compact)
    own.mark = issued
    own.givenAt = now
    own.dueAt = now + Math.min(renewalSeconds, Math.ceil((endOfMark(issued) - now) / 2))
  }
  /**
   * Records a failure. If the issuer answers that there is no such mark, removes the mark. After any other failure,
   * keeps the mark, or uses the stored one if the mark is missing or has expired.
   */
  const setFault = async (own: OwnMark, fault: Failure<OwnTrustMarkRequestCode>, now: NumericDate): Promise<void> => {
    own.fault = fault
    if (fault.code === 'mark_not_given') {
      delete own.mark
      await store.forget(own.trustMarkType)
      return
    }
    if (unreachableIfOutage(fault).code === 'unreachable') own.silentAt = now
    if (!isShown(own, now)) takeOver(own, await store.find(own.trustMarkType))
  }
  return {
    renew: async (own, now) => {
      const issued = await requestTrustMark(ctx, holder, own.trustMarkType, own.issuer ?? '')
      delete own.silentAt
      await (failed(issued) ? setFault(own, issued, now) : setMark(own, issued, now))
    },
    takeOver,
  }
}

/** Returns a store that ignores errors of `kept`, so that they neither remove a mark nor stop the holder. */
const ignoringErrors = (kept: KeptTrustMarks | undefined): KeptTrustMarks => ({
  find: async (type) => kept?.find(type).catch(() => undefined),
  keep: async (type, mark) => kept?.keep(type, mark).catch(() => undefined),
  forget: async (type) => kept?.forget(type).catch(() => undefined),
})

/**
 * Returns a sentence about a mark that could not be obtained, and about a configured mark that has expired or is in the
 * last quarter of its lifetime. Returns `undefined` for any other mark.
 */
export function noteOf({ trustMarkType, issuer, mark, fault }: OwnMark, now: NumericDate): string | undefined {
  const name = `the trust mark ${trustMarkType}`
  const shown = isShown({ mark }, now)
  if (fault?.code === 'mark_not_given') return `${name} is not published: ${issuer} does not issue it`
  if (fault !== undefined)
    return `${name} is ${shown ? 'published as last issued' : 'not published'}: the request to ${issuer} failed (${fault.code} at ${fault.at})`
  const end = mark ? endOfMark(mark) : Number.POSITIVE_INFINITY
  if (issuer !== undefined || mark === undefined || now < mark.iat + ((end - mark.iat) * 3) / 4) return undefined
  const expiry = new Date(end * 1000).toISOString()
  return `${name} ${shown ? 'expires at' : 'is not published, it expired at'} ${expiry}: configure a new one`
}
