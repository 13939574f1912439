/**
 * Store of the key announcements of members. An announcement is the Entity Configuration with the keys that the
 * superior's next statement about the member shall contain.
 */
import type { NumericDate } from '../../base/index.ts'
import type { Act } from '../../member/index.ts'

/** The latest announcement of a member. */
export interface KeyAnnouncement {
  readonly entityId: string
  /** The Entity Configuration, signed with a recorded federation key. */
  readonly statement: string
  /** `iat` of `statement`, rounded down to whole seconds. Only an announcement with a later `iat` replaces this one. */
  readonly issuedAt: NumericDate
  readonly receivedAt: NumericDate
  /**
   * True while the operator needs to decide. False after the decision, and after the operator has refreshed the keys or
   * removed the member. Also false after the keys were written into the record (`acceptsAnnouncedKeys`), and after a
   * later announcement with the recorded keys.
   */
  readonly pending: boolean
}

/** Announcements of the members of one Trust Anchor or intermediate. Each method is one round trip and atomic. */
export interface KeyAnnouncements {
  /** Returns the latest announcement of a member, even a decided one. */
  find(entityId: string): Promise<KeyAnnouncement | undefined>
  /** Lists the first pending announcements, ordered by identifier and at most `limit`. */
  list(limit: number): Promise<readonly KeyAnnouncement[]>
  /**
   * Stores an announcement with its log entry. Changes nothing if one with the same or a later `issuedAt` is stored.
   */
  keep(announcement: KeyAnnouncement, act: Act): Promise<'kept' | 'outdated'>
  /** Marks the announcement with this `issuedAt` as decided. Changes nothing if another one is stored. */
  markDecided(entityId: string, issuedAt: NumericDate): Promise<void>
}
