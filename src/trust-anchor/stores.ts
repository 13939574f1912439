/**
 * Stores of a Trust Anchor or intermediate: its immediate subordinates, the trust marks that it has granted, and the
 * log of their changes. Each method of these ports is one round trip and atomic. A change is written together with its
 * log entry, if it has one, or not at all.
 */
import type { JsonObject, NumericDate, PublicJwk } from '../base/index.ts'
import type { Metadata } from '../federation/index.ts'
import type { Act } from '../member/index.ts'
import type { CertifiedOrganization } from '../x509/index.ts'

/** The operator's data about a subordinate. */
export interface SubordinateEntry {
  readonly entityId: string
  /** Federation keys in the statement about the subordinate. */
  readonly keys: readonly PublicJwk[]
  /** Entity types that the subordinate may have. */
  readonly entityTypes: readonly string[]
  /** True if the entity may have subordinates of its own. */
  readonly intermediate: boolean
  /** Metadata in the statement. It overrides the subordinate's own metadata. */
  readonly metadata?: Metadata
  /** Policy that replaces all default policies, even those of entity types that it does not name. */
  readonly metadataPolicy?: JsonObject
  /** Constraints in addition to the default ones. A constraint of the same name replaces the default one. */
  readonly constraints?: JsonObject
  /** Credential types that the entity may issue. For an intermediate: types that issuers below it may issue. */
  readonly credentialTypes?: readonly string[]
  /** Protocol keys that the statement contains by value, by entity type. */
  readonly protocolKeys?: ProtocolKeys
  /** True if announced keys are put into the statement without the operator's approval. Defaults to false. */
  readonly acceptsAnnouncedKeys?: boolean
  /** Organization in the subject of the entity's certificates. Defaults to the host name with country IT. */
  readonly certificateSubject?: CertifiedOrganization
}

/** Protocol keys by entity type: `jwks` in the metadata of that type. */
export type ProtocolKeys = { readonly [entityType: string]: { readonly keys: readonly PublicJwk[] } }

/** An immediate subordinate in the register. */
export interface Subordinate extends SubordinateEntry {
  /** There is no statement about a suspended subordinate, and the list of subordinates omits it. */
  readonly status: 'active' | 'suspended'
  /** Increases with every change. An entity that is added again gets a higher revision than it had before. */
  readonly revision: number
}

/** A change of a subordinate. */
export type SubordinateAction = 'added' | 'changed' | 'suspended' | 'resumed' | 'removed'

/**
 * An entry in the log of an authority: an act of an operator, of a member, or of the authority itself. `entityId` is a
 * subordinate, or the holder of a trust mark, which need not be a subordinate (D-159), or the authority for its own
 * certificates. SQL statements of both databases read `action` from the stored JSON.
 */
export interface AuthorityLogEntry extends Act {
  readonly entityId: string
  readonly action:
    | SubordinateAction
    | 'mark_granted'
    | 'mark_revoked'
    | 'certificate_issued'
    | 'certificate_revoked'
    | 'keys_announced'
  /** Names of the changed members of the record. */
  readonly members?: readonly string[]
  /** Type of the granted or revoked trust mark. */
  readonly trustMarkType?: string
  /** Serial number of the issued or revoked certificate. */
  readonly serial?: string
}

/** Members of a record to replace. `undefined` removes an optional member. */
export type SubordinateChange = {
  readonly [member in keyof Omit<SubordinateEntry, 'entityId'>]?: SubordinateEntry[member] | undefined
}

/** Returns a copy of the record with the members replaced. Leaves out members that are `undefined`. */
export const applyChange = <T extends SubordinateEntry>(record: T, change: SubordinateChange): T =>
  Object.fromEntries(
    Object.entries({ ...record, ...change }).filter(([, value]) => value !== undefined),
  ) as unknown as T

/** Types of trust marks that a subordinate gets and loses with a change of its record. */
export interface MarkChange {
  readonly grant: readonly string[]
  readonly revoke: readonly string[]
}

/** A page of a list: at most `limit` entries. Begins with the first entry if `after` is absent. */
export interface Page<C> {
  /** Names the last entry of the previous page. */
  readonly after?: C | undefined
  readonly limit: number
}

/**
 * The register of immediate subordinates. A change is written together with its log entry, or not at all. In the same
 * step, a suspension holds the certificates of the subordinate, and a removal revokes them. The removal of a `kid` from
 * the record revokes the certificates of that key.
 */
export interface Subordinates {
  /** Returns the subordinate with exactly this identifier, even a suspended one. */
  find(entityId: string): Promise<Subordinate | undefined>
  /** Returns the first subordinates after the identifier `after`, at most `limit`, ordered by identifier. */
  list(page: Page<string>): Promise<readonly Subordinate[]>
  /**
   * Returns a number that increases with each change of a subordinate or of a trust mark by any process. Reads one row
   * and no subordinate.
   */
  listRevision(): Promise<number>
  /**
   * Takes at most `limit` active leaves without protocol keys for which the next attempt to pin these keys is due, the
   * longest due first. Sets their next attempt to `nextDue`, so that no other replica takes them before. An attempt
   * much later than `nextDue` is due too, because the clock was set back. Returns their identifiers, in any order.
   */
  takeUnpinned(by: {
    readonly now: NumericDate
    readonly nextDue: NumericDate
    readonly limit: number
  }): Promise<readonly string[]>
  /**
   * Adds an active subordinate, and grants it trust marks of the types in `marks`, by default none. Changes nothing and
   * returns `known` if the identifier is registered, even if suspended.
   */
  add(entry: SubordinateEntry, act: Act, marks?: readonly string[]): Promise<'added' | 'known'>
  /**
   * Replaces the members in `change`, and grants and revokes the trust marks in `marks`, by default none. Adds a log
   * entry even if the members have these values already. Changes nothing if `expectedRevision` is present and not the
   * current one.
   */
  change(
    entityId: string,
    change: SubordinateChange,
    act: Act,
    expectedRevision?: number,
    marks?: MarkChange,
  ): Promise<'changed' | 'unknown' | 'outdated'>
  /**
   * Suspends the subordinate. A repeated call changes nothing and returns `suspended`. Changes nothing if
   * `expectedRevision` is present and not the current one.
   */
  suspend(entityId: string, act: Act, expectedRevision?: number): Promise<'suspended' | 'unknown' | 'outdated'>
  /**
   * Ends a suspension. Changes nothing and returns `resumed` if the subordinate is active. Changes nothing if
   * `expectedRevision` is present and not the current one.
   */
  resume(entityId: string, act: Act, expectedRevision?: number): Promise<'resumed' | 'unknown' | 'outdated'>
  /**
   * Removes the subordinate and revokes its trust marks and certificates: all or nothing. Its log entries stay. Only the
   * removal is logged.
   */
  remove(entityId: string, act: Act): Promise<'removed' | 'unknown'>
  /**
   * Returns the log entries of one entity or of all, latest first, including those of trust marks and certificates.
   * With `ofSubordinates`, returns only changes of subordinates (`SubordinateAction`). Entries of removed entities
   * stay.
   */
  log(filter: {
    readonly entityId?: string
    readonly ofSubordinates?: boolean
    readonly limit: number
  }): Promise<readonly AuthorityLogEntry[]>
  /**
   * Returns the latest changes of a subordinate, at most `limit`. Also returns its latest additions, suspensions,
   * resumptions and removals, at most `limit`, even if they are older. Latest first, each entry once.
   */
  history(entityId: string, limit: number): Promise<readonly AuthorityLogEntry[]>
}

/** A grant of a trust mark to an entity. */
export interface TrustMarkGrant {
  readonly trustMarkType: string
  readonly holder: string
  /** Time of the grant. Marks issued earlier belong to a former grant, which was revoked. */
  readonly grantedAt: NumericDate
  readonly revokedAt?: NumericDate
}

/** The grants of trust marks that this entity issues. */
export interface TrustMarkGrants {
  /** Returns the latest grant, even a revoked one. */
  find(trustMarkType: string, holder: string): Promise<TrustMarkGrant | undefined>
  /** Returns grants that are not revoked, of one type or of all, at most `limit`, ordered by holder and type. */
  list(
    page: Page<Pick<TrustMarkGrant, 'holder' | 'trustMarkType'>> & { readonly trustMarkType?: string | undefined },
  ): Promise<readonly TrustMarkGrant[]>
  /**
   * Grants the mark from the time of the act, even after a revocation. Changes nothing and returns `known` if there is
   * a grant that is not revoked.
   */
  grant(trustMarkType: string, holder: string, act: Act): Promise<'granted' | 'known'>
  /** Revokes the grant. Idempotent: a repeated call keeps the time of the first and adds no log entry. */
  revoke(trustMarkType: string, holder: string, act: Act): Promise<'revoked' | 'unknown'>
}
