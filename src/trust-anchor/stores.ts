/**
 * Stores of a Trust Anchor or intermediate: its immediate subordinates, the trust marks that it has granted, and the
 * log of their changes. Ports in the operator's verbs. Each verb is one round trip and atomic. A change is written
 * together with its log entry, or not at all.
 */
import type { JsonObject, NumericDate, PublicJwk } from '../base/index.ts'
import type { Metadata } from '../federation/index.ts'
import type { Act } from '../member/index.ts'
import type { CertifiedOrganization } from '../x509/index.ts'

/** An operator's entry about a subordinate. */
export interface SubordinateEntry {
  readonly entityId: string
  /** Federation keys, as submitted at registration. */
  readonly keys: readonly PublicJwk[]
  /** Entity types that the subordinate may have. */
  readonly entityTypes: readonly string[]
  /** True if it has subordinates of its own. */
  readonly intermediate: boolean
  /** Metadata that overrides the entity's own. */
  readonly metadata?: Metadata
  /** Policy that replaces the default policies of its entity types. */
  readonly metadataPolicy?: JsonObject
  /** Constraints besides the default ones. A constraint of the same name replaces the default one. */
  readonly constraints?: JsonObject
  /** Credential types that it may issue. For an intermediate, those that the issuers below it may issue. */
  readonly credentialTypes?: readonly string[]
  /** Protocol keys that the statement states by value, by entity type. */
  readonly protocolKeys?: ProtocolKeys
  /** True if announced keys are stated without a decision of the operator. */
  readonly acceptsAnnouncedKeys?: boolean
  /** Organization in the subject of its certificates. Defaults to its host in Italy. */
  readonly certificateSubject?: CertifiedOrganization
}

/** Key sets of protocols, by entity type. */
export type ProtocolKeys = { readonly [entityType: string]: { readonly keys: readonly PublicJwk[] } }

/** An immediate subordinate in the register. */
export interface Subordinate extends SubordinateEntry {
  /** A suspended subordinate gets no statement and is in no list. */
  readonly status: 'active' | 'suspended'
  /** Increases with every change. An entity that is added again gets a revision above its former ones. */
  readonly revision: number
}

/** An operator's change of a subordinate. */
export type SubordinateAction = 'added' | 'changed' | 'suspended' | 'resumed' | 'removed'

/** An operator's change of a trust mark. */
export type TrustMarkAction = 'mark_granted' | 'mark_revoked'

/** A change of a certificate, or a member's announcement of keys. */
export type CertificateAction = 'certificate_issued' | 'certificate_revoked' | 'keys_announced'

/**
 * An entry in the operator's log, about a subordinate or about the holder of a trust mark, who may be no subordinate
 * (D-159).
 */
export interface OperatorEvent extends Act {
  readonly entityId: string
  readonly action: SubordinateAction | TrustMarkAction | CertificateAction
  /** Names of the changed members. */
  readonly members?: readonly string[]
  /** Type of the mark that the entry is about. */
  readonly trustMarkType?: string
  /** Serial number of the certificate that the entry is about. */
  readonly serial?: string
}

/** Returns whether the entry proves that the entity is, or was, a subordinate. */
export const isOfSubordinate = ({ action }: OperatorEvent): boolean => subordinateActions.has(action)

const subordinateActions: ReadonlySet<string> = new Set<SubordinateAction>([
  ...(['added', 'changed', 'suspended', 'resumed', 'removed'] as const),
])

/** Members to replace. `undefined` removes an optional member. */
export type SubordinateChange = {
  readonly [member in keyof Omit<SubordinateEntry, 'entityId'>]?: SubordinateEntry[member] | undefined
}

/** Returns the record with the members replaced. Removes members that are `undefined`. */
export const changed = <T extends SubordinateEntry>(record: T, change: SubordinateChange): T =>
  Object.fromEntries(
    Object.entries({ ...record, ...change }).filter(([, value]) => value !== undefined),
  ) as unknown as T

/** The register of immediate subordinates. A change is written together with its log entry, or not at all. */
export interface Subordinates {
  /** Returns the subordinate with exactly this identifier, even a suspended one. */
  find(entityId: string): Promise<Subordinate | undefined>
  /** Returns all subordinates, ordered by identifier. */
  list(): Promise<readonly Subordinate[]>
  /**
   * Returns a number that increases with each change of a subordinate or of a trust mark by any process. Reads one row
   * and no subordinate.
   */
  listRevision(): Promise<number>
  /** Returns `known`, and changes nothing, if the identifier is registered already, even if it is suspended. */
  add(entry: SubordinateEntry, act: Act): Promise<'added' | 'known'>
  /** Replaces the given members. Changes nothing if `expectedRevision` is not the current one. */
  change(
    entityId: string,
    change: SubordinateChange,
    act: Act,
    expectedRevision?: number,
  ): Promise<'changed' | 'unknown' | 'outdated'>
  /** Suspends the subordinate. Changes nothing if `expectedRevision` is not the current one. */
  suspend(entityId: string, act: Act, expectedRevision?: number): Promise<'suspended' | 'unknown' | 'outdated'>
  /** Ends a suspension. Changes nothing if `expectedRevision` is not the current one. */
  resume(entityId: string, act: Act, expectedRevision?: number): Promise<'resumed' | 'unknown' | 'outdated'>
  /** Removes the subordinate. Its log entries stay. */
  remove(entityId: string, act: Act): Promise<'removed' | 'unknown'>
  /**
   * Returns the changes of one entity or of all, latest first, with those of its trust marks. The entries of a removed
   * entity stay.
   */
  log(filter: { readonly entityId?: string; readonly limit: number }): Promise<readonly OperatorEvent[]>
}

/** A grant of a trust mark to an entity. */
export interface TrustMarkGrant {
  readonly trustMarkType: string
  readonly holder: string
  /** Time of the grant. Marks issued before it belong to an earlier grant that was revoked. */
  readonly grantedAt: NumericDate
  readonly revokedAt?: NumericDate
}

/** The grants of our trust marks. */
export interface TrustMarkGrants {
  /** Returns the latest grant, even a revoked one. */
  find(trustMarkType: string, holder: string): Promise<TrustMarkGrant | undefined>
  /** Returns the grants that are not revoked, of one type or of all, ordered by holder. */
  list(trustMarkType?: string): Promise<readonly TrustMarkGrant[]>
  /** Grants the mark from the time of the act, also after a revocation. Does not change a grant that is not revoked. */
  grant(trustMarkType: string, holder: string, act: Act): Promise<'granted' | 'known'>
  /** Revokes the grant. Idempotent: the first time stays, also in the log. */
  revoke(trustMarkType: string, holder: string, act: Act): Promise<'revoked' | 'unknown'>
  /** Revokes all marks of an entity that is removed. The log shows only the removal. */
  revokeAll(holder: string, now: NumericDate): Promise<void>
}
