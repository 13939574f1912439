/**
 * Store of the OpenID Provider, at which applications may have people log in with their wallet. `createRelyingParty`
 * does not need this store.
 */
import type { NumericDate } from '../../base/index.ts'

/** Key of a record of the OpenID Provider: its kind, and the secret or identifier that finds it. */
export interface OpenIdRecordKey {
  readonly kind: string
  readonly id: string
}

/** Record of the OpenID Provider for applications. */
export interface OpenIdRecord extends OpenIdRecordKey {
  /** Content. The caller encrypts and authenticates it. */
  readonly body: string
  /** Id of the login with which the record is deleted. */
  readonly grant?: string
  readonly expiresAt: NumericDate
}

/** Records of the OpenID Provider for applications. The store contains only digests of the keys. */
export interface OpenIdRecords {
  /**
   * Stores a record, or replaces content, login and expiry of the one with the same key. A used record stays used.
   */
  save(record: OpenIdRecord): Promise<void>
  /** Stores a record unless there is one with this key, even an expired one. Of concurrent calls one succeeds. */
  add(record: OpenIdRecord): Promise<'added' | 'known'>
  /** Returns a record that has not expired, with the time at which it was consumed, if it was. */
  find(
    key: OpenIdRecordKey,
    now: NumericDate,
  ): Promise<{ readonly body: string; readonly consumedAt?: NumericDate } | undefined>
  /** Marks a record as used. Of concurrent calls one succeeds. Returns `over` for an absent, expired or used record. */
  consume(key: OpenIdRecordKey, now: NumericDate): Promise<'consumed' | 'over'>
  remove(key: OpenIdRecordKey): Promise<void>
  /** Deletes all records of a login. */
  removeGrant(grant: string): Promise<void>
  /** Deletes the records that expired before this time. Begins no further step after `end` aborts. */
  prune(before: NumericDate, end?: AbortSignal): Promise<void>
}
