/**
 * Stores of the Relying Party. Each operation is one round trip and atomic, except `prune`, which may delete in steps.
 * `prune` begins no further step after `end` aborts.
 * A crash of the database may lose what `begin` and `order` have just stored.
 */
import type { Claim, JsonObject, Lost, NumericDate } from '../base/index.ts'
import type { ResponseMode } from '../oid4vp/index.ts'
import type { Application } from './application/applications.ts'
import type { PresentationSession } from './session/presentation-session.ts'

/**
 * An event in the life of an ordered presentation. Remains after the data is deleted, and contains no personal data
 * (RP-93). `GET /api/audit` returns these members, and PostgreSQL stores them as JSON.
 */
export interface PresentationAuditEntry {
  readonly at: NumericDate
  /** Id of the application. Empty if the service erased data at a person's request. */
  readonly application: string
  /**
   * Id of the session. The receipt of the erasure in an entry without an application, and for `erasure_unconfirmed`.
   */
  readonly presentation: string
  /**
   * `begun`: the first browser opened the order. There is no entry before that. `redeemed`: the application redeemed
   * the reference for the first time. `erased`: the data was deleted. `erasure_unconfirmed`: the application did not
   * confirm a deletion request in time (RP-209).
   */
  readonly event: 'begun' | 'redeemed' | 'erased' | 'erasure_unconfirmed'
  /** Outcome of the presentation, for `redeemed`. For `erased`, `person_request` if a person asked for it (RP-140). */
  readonly outcome?: string
}

/** Finds sessions of any status that are not deleted yet. */
export interface PresentationLookups {
  find(id: string): Promise<PresentationSession | undefined>
  findByState(state: string): Promise<PresentationSession | undefined>
  findByResponseCode(responseCode: string): Promise<PresentationSession | undefined>
  /** `reference` is the digest of the reference. */
  findByReference(reference: string): Promise<PresentationSession | undefined>
}

/** Transitions caused by wallets and browsers (it-wallet §States, RP-77). */
export interface PresentationTransitions {
  begin(session: PresentationSession): Promise<void>
  /**
   * Changes issued to fetched, with the new expiry and the response mode. A session that is already fetched keeps both,
   * because a repeated fetch is answered again (RP-33). Stores the attested level and key if present. Spends the `jti`
   * of the DPoP proof (`claims`). Returns `over` for an unknown, ordered, completed, rejected or expired session, and
   * `Lost` if the `jti` was spent before.
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
  /**
   * Completes a session with its result. Returns `over` unless the session is open. Of concurrent responses one
   * succeeds (RP-51).
   */
  complete(input: {
    readonly id: string
    readonly result: JsonObject
    readonly responseCode: string
    readonly now: NumericDate
  }): Promise<'completed' | 'over'>
  /**
   * Rejects a session. Returns `over` unless the session is open. `responseCode` is present if the wallet must send the
   * browser back.
   */
  reject(input: {
    readonly id: string
    readonly rejection: string
    readonly responseCode?: string
    readonly now: NumericDate
  }): Promise<'rejected' | 'over'>
  /**
   * Replaces the cookie of a session's browser (RP-78), and stores when the browser first brought the response code. A
   * repetition with the same cookies changes nothing. Returns `lost` for a deleted session, and if the stored cookie is
   * neither `from` nor `to`.
   */
  renewCookie(input: {
    readonly id: string
    readonly from: string
    readonly to: string
    readonly returnedAt?: NumericDate
  }): Promise<'renewed' | 'lost'>
  /**
   * Stores that the redirect URI was opened in a browser without a cookie: normally the wallet's browser, on the device
   * without the session. Returns `first` for the first call only, also among concurrent calls (RP-135). Returns `again`
   * for an unknown session.
   */
  showElsewhere(input: { readonly id: string; readonly now: NumericDate }): Promise<'first' | 'again'>
  /** Deletes sessions, with their personal data, that were created before this time. */
  prune(createdBefore: NumericDate, end?: AbortSignal): Promise<void>
}

/** Operations on presentations that an application ordered (RP-90). */
export interface PresentationOrders {
  /** Stores an ordered session. */
  order(input: { readonly session: PresentationSession }): Promise<void>
  /**
   * Changes ordered to issued, binds the session to the browser with this cookie, and writes the audit entry. Of
   * concurrent browsers one succeeds. Returns `over` for the others, and for an unknown or expired order. `becomes`
   * replaces the session's values with those of the entity whose wallet the person chose (RP-138).
   */
  open(input: {
    readonly id: string
    readonly becomes?: PresentationSession
    readonly cookie: string
    readonly expiresAt: NumericDate
    readonly now: NumericDate
    readonly audit: PresentationAuditEntry
  }): Promise<'opened' | 'over'>
  /**
   * Deletes orders that were created before this time and that no browser began. Begins no further step after `end`
   * aborts.
   */
  forgetUnbegun(createdBefore: NumericDate, end?: AbortSignal): Promise<void>
  /**
   * Replaces the reference of an ended session and renews the cookie as `renewCookie` does, both or neither. Returns
   * `lost` as `renewCookie` does. Ignores `expiresAt` after a redemption. Does not check that the session has ended.
   */
  refer(input: {
    readonly id: string
    readonly renewCookie: { readonly from: string; readonly to: string }
    readonly returnedAt?: NumericDate
    /** Digest of the reference. */
    readonly reference: string
    readonly expiresAt: NumericDate
  }): Promise<'referred' | 'lost'>
  /**
   * Stores when the reference was first redeemed and writes the audit entry, both only once. Returns the session as it
   * was before this call. Returns `gone` if the session is deleted or has another reference.
   */
  redeemReference(input: {
    readonly id: string
    readonly reference: string
    readonly now: NumericDate
    readonly audit: PresentationAuditEntry
  }): Promise<PresentationSession | 'gone'>
  /**
   * Deletes the results of sessions that were redeemed at this time or before. Begins no further step after `end`
   * aborts.
   */
  forgetRedeemed(redeemedUntil: NumericDate, end?: AbortSignal): Promise<void>
  /** Deletes this application's session and writes the audit entry. Returns `unknown` if there is none. */
  eraseOrder(input: {
    readonly id: string
    readonly application: string
    readonly audit: PresentationAuditEntry
  }): Promise<'erased' | 'unknown'>
}

/** Store of presentation sessions. Every change of a status happens at most once. */
export type PresentationSessions = PresentationLookups & PresentationTransitions & PresentationOrders

/** Audit of ordered presentations. Contains no personal data. */
export interface PresentationAudit {
  /** Returns an application's entries since a time, oldest first, at most `limit`. */
  list(input: {
    readonly application: string
    readonly since: NumericDate
    readonly limit: number
  }): Promise<readonly PresentationAuditEntry[]>
  /** Deletes the entries before this time. */
  prune(before: NumericDate, end?: AbortSignal): Promise<void>
}

/** A deletion request that an application has not confirmed yet. `holder` is personal data. */
export interface ErasureTask {
  readonly id: string
  /** Random identifier of the request, which the person gets. */
  readonly receipt: string
  readonly application: string
  /** Identifiers of the person by their claims, as a JSON object. */
  readonly holder: string
  readonly attempts: number
}

/** Deletions of presented claims that people requested (RP-140). */
export interface Erasures {
  /**
   * Deletes the session with this id. Also deletes every session whose result has one of `texts` as a claim or as a
   * part of one. `texts` are JSON strings. Names of claims, issuers and the like do not count.
   *
   * Stores the tasks, due at once. A task replaces an open task with the same application and holder. Writes `audit`.
   * Writes it again for each deleted session that an application ordered: with the application, and with the session's
   * id.
   *
   * Returns `over` and changes nothing if there is no session with this id. Of concurrent calls for one session one
   * succeeds.
   */
  erase(input: {
    readonly session: string
    readonly texts: readonly string[]
    readonly tasks: readonly Omit<ErasureTask, 'attempts'>[]
    readonly audit: PresentationAuditEntry
  }): Promise<'erased' | 'over'>
  /** Returns open tasks that are due, the earliest first, at most `limit`. */
  due(now: NumericDate, limit: number): Promise<readonly ErasureTask[]>
  /** Counts a failed attempt. The task is due again at `until`. */
  postpone(id: string, until: NumericDate): Promise<void>
  /** Ends the task: deletes the person's identifier. The receipt remains, without personal data. */
  settle(id: string, now: NumericDate): Promise<void>
  /**
   * Deletes open tasks that were created before `before`, at most `limit`. Writes the audit entry `erasure_unconfirmed`
   * of the time `now` for each. Returns application and receipt of each. Concurrent calls do not get the same task.
   */
  endUnconfirmed(input: {
    readonly before: NumericDate
    readonly now: NumericDate
    readonly limit: number
  }): Promise<readonly Pick<ErasureTask, 'application' | 'receipt'>[]>
  /** Deletes tasks and receipts that were created before this time. */
  prune(before: NumericDate, end?: AbortSignal): Promise<void>
}

/** Applications that administrators registered. No two have the same id or the digest of the same key. */
export interface RegisteredApplications {
  /** Adds an application or replaces the one with its id, unless another application has one of its keys. */
  put(application: Application): Promise<'stored' | 'key_taken'>
  remove(id: string): Promise<'removed' | 'unknown'>
  find(id: string): Promise<Application | undefined>
  findByKey(digest: string): Promise<Application | undefined>
  /** Returns applications in order of id, starting after the id `after`. */
  list(page: ApplicationPage): Promise<readonly Application[]>
  /** Returns applications with an `erasureUrl` in order of id, starting after the id `after`. */
  erasing(page: ApplicationPage): Promise<readonly Application[]>
}

interface ApplicationPage {
  readonly after: string
  readonly limit: number
}

/** Stores that `createRelyingParty` needs. The OpenID Provider of a service also needs `OpenIdRecords`. */
export interface RelyingPartyStores {
  readonly presentationSessions: PresentationSessions
  readonly presentationAudit: PresentationAudit
  /** Absent in a store without applications. */
  readonly applications?: RegisteredApplications
  /** Absent in a store without erasures: no entity offers them then. */
  readonly erasures?: Erasures
}
