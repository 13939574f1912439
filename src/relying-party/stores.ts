/**
 * What the Relying Party keeps, in the protocol's verbs: each one round trip and atomic.
 */
import type { Claim, JsonObject, Lost, NumericDate } from '../base/index.ts'
import type { ResponseMode } from '../oid4vp/index.ts'
import type { PresentationSession } from './session/presentation-session.ts'

/** What remains of a presentation when its data has gone: who did what when, and nothing of the person (RP-93). */
export interface PresentationAuditEntry {
  readonly at: NumericDate
  readonly application: string
  /** Of the session. */
  readonly presentation: string
  /** `begun` when the first browser opened the order; until then there is no entry. */
  readonly event: 'begun' | 'redeemed' | 'erased'
  /** How it had ended when it was redeemed. */
  readonly outcome?: string
}

/** Sessions whatever their state, until they are forgotten. */
export interface PresentationLookups {
  find(id: string): Promise<PresentationSession | undefined>
  findByState(state: string): Promise<PresentationSession | undefined>
  findByResponseCode(responseCode: string): Promise<PresentationSession | undefined>
  /** By the digest. */
  findByReference(reference: string): Promise<PresentationSession | undefined>
}

/** What a wallet and a browser bring about (it-wallet §States, RP-77). */
export interface PresentationTransitions {
  begin(session: PresentationSession): Promise<void>
  /**
   * issued → fetched, with the time that is left for an answer and its mode; a session that is fetched stays so and keeps
   * both (a repeated fetch is answered again, RP-33). Spends the proof that came with the fetch. `over` once it is completed,
   * rejected or expired.
   */
  recordFetch(input: {
    readonly id: string
    readonly claims: readonly Claim<'dpop_jti'>[]
    readonly expiresAt: NumericDate
    readonly responseMode: ResponseMode
    readonly attestedLevel?: string
    readonly attestedKey?: string
    readonly now: NumericDate
  }): Promise<'fetched' | 'over' | Lost<'dpop_jti'>>
  /** → completed with its result; of racing responses one wins, the others find it `over` (RP-51). */
  complete(input: {
    readonly id: string
    readonly result: JsonObject
    readonly responseCode: string
    readonly now: NumericDate
  }): Promise<'completed' | 'over'>
  /** → rejected; with a response code, when the wallet is to send the browser back. */
  reject(input: {
    readonly id: string
    readonly rejection: string
    readonly responseCode?: string
    readonly now: NumericDate
  }): Promise<'rejected' | 'over'>
  /**
   * Gives the browser of a completed session its new cookie (RP-78), and keeps when it first brought the response code.
   * Repeated with the same cookies it changes nothing. `lost` when the session's cookie is neither of the two.
   */
  renewCookie(input: {
    readonly id: string
    readonly from: string
    readonly to: string
    readonly returnedAt?: NumericDate
  }): Promise<'renewed' | 'lost'>
  /** Forgets sessions, with their personal data, that were created before. */
  prune(createdBefore: NumericDate): Promise<void>
}

/** What an application brings about with a presentation that it ordered (RP-90). */
export interface PresentationOrders {
  /** Writes a session that an application ordered. */
  order(input: { readonly session: PresentationSession }): Promise<void>
  /** ordered → issued, bound to the browser of this cookie, and says so in the audit: of racing browsers one wins. */
  open(input: {
    readonly id: string
    readonly cookie: string
    readonly expiresAt: NumericDate
    readonly now: NumericDate
    readonly audit: PresentationAuditEntry
  }): Promise<'opened' | 'over'>
  /** Forgets orders that no browser began and that were made before. */
  forgetUnbegun(createdBefore: NumericDate): Promise<void>
  /**
   * Gives an ended session a reference in the place of an earlier one, and the browser its new cookie, all or nothing; the
   * rest as `renewCookie`. A reference that was redeemed keeps its time.
   */
  refer(input: {
    readonly id: string
    readonly renewCookie: { readonly from: string; readonly to: string }
    readonly returnedAt?: NumericDate
    /** The digest. */
    readonly reference: string
    readonly expiresAt: NumericDate
  }): Promise<'referred' | 'lost'>
  /**
   * Keeps when the reference was first redeemed and says so in the audit, both once; returns the session as it was. `gone`
   * when the session is gone or has another reference.
   */
  redeemReference(input: {
    readonly id: string
    readonly reference: string
    readonly now: NumericDate
    readonly audit: PresentationAuditEntry
  }): Promise<PresentationSession | 'gone'>
  /** Takes the results out of sessions that were redeemed at this time or before. */
  forgetRedeemed(redeemedUntil: NumericDate): Promise<void>
  /** Erases an application's own session with all that it holds, and says so in the audit. */
  eraseOrder(input: {
    readonly id: string
    readonly application: string
    readonly audit: PresentationAuditEntry
  }): Promise<'erased' | 'unknown'>
}

/** The presentations: found by what wallets and browsers bring, changed in steps of which each happens once. */
export type PresentationSessions = PresentationLookups & PresentationTransitions & PresentationOrders

/** What became of presentations that applications ordered. Holds no data of persons. */
export interface PresentationAudit {
  /** An application's entries since then, oldest first. */
  list(input: {
    readonly application: string
    readonly since: NumericDate
    readonly limit: number
  }): Promise<readonly PresentationAuditEntry[]>
  prune(before: NumericDate): Promise<void>
}

/** All stores of a Relying Party. */
export interface RelyingPartyStores {
  readonly presentationSessions: PresentationSessions
  readonly presentationAudit: PresentationAudit
}
