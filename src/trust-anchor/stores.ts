/**
 * What a Trust Anchor or intermediate keeps: its immediate subordinates, the trust marks that it has granted, and the log
 * of their changes. Ports in the operator's verbs; each verb is one round trip and atomic, and a change is never without
 * its entry in the log.
 */
import type { JsonObject, NumericDate, PublicJwk } from '../base/index.ts'
import type { Metadata } from '../federation/index.ts'
import type { Act } from '../member/index.ts'

/** What an operator says about an entity that it vouches for. */
export interface SubordinateEntry {
  readonly entityId: string
  /** Its federation keys, as it handed them in when it was registered. */
  readonly keys: readonly PublicJwk[]
  /** The roles that it may play. */
  readonly entityTypes: readonly string[]
  /** Whether it has subordinates of its own. */
  readonly intermediate: boolean
  /** Replaces what the entity says about itself. */
  readonly metadata?: Metadata
  /** In the place of the ready-made policies of its types. */
  readonly metadataPolicy?: JsonObject
  /** Beside the ready-made constraints; a constraint of the same name replaces that one. */
  readonly constraints?: JsonObject
  /** The types of credential that it may issue, or those that issuers below an intermediate may. */
  readonly credentialTypes?: readonly string[]
}

/** An immediate subordinate as it is kept. */
export interface Subordinate extends SubordinateEntry {
  /** A suspended one gets no statement and stands in no list. */
  readonly status: 'active' | 'suspended'
  /** Grows with every change, and goes on where it was when a removed one is added again. */
  readonly revision: number
}

/** What an operator has done with a subordinate. */
export type SubordinateAction = 'added' | 'changed' | 'suspended' | 'resumed' | 'removed'

/** What an operator has done with a trust mark. */
export type TrustMarkAction = 'mark_granted' | 'mark_revoked'

/** An entry in the operator's log: about a subordinate, or about who holds a trust mark, subordinate or not (D-159). */
export interface OperatorEvent extends Act {
  readonly entityId: string
  readonly action: SubordinateAction | TrustMarkAction
  /** Names of the members that were changed. */
  readonly members?: readonly string[]
  /** Of the mark. */
  readonly trustMarkType?: string
}

/** Whether an entry tells that the entity is, or was, a subordinate. */
export const isOfSubordinate = ({ action }: OperatorEvent): boolean =>
  action !== 'mark_granted' && action !== 'mark_revoked'

/** Members to replace; an optional one that is given as `undefined` is taken away. */
export type SubordinateChange = {
  readonly [member in keyof Omit<SubordinateEntry, 'entityId'>]?: SubordinateEntry[member] | undefined
}

/** A record with some members replaced, and those taken away that are given as `undefined`. */
export const changed = <T extends SubordinateEntry>(record: T, change: SubordinateChange): T =>
  Object.fromEntries(
    Object.entries({ ...record, ...change }).filter(([, value]) => value !== undefined),
  ) as unknown as T

/** The register of immediate subordinates. Each change is written with its line of the log, or not at all. */
export interface Subordinates {
  /** The subordinate with exactly this identifier, a suspended one too. */
  find(entityId: string): Promise<Subordinate | undefined>
  /** All of them, ordered by identifier. */
  list(): Promise<readonly Subordinate[]>
  /** `known` where there is one of that identifier, suspended or not; nothing changes then. */
  add(entry: SubordinateEntry, act: Act): Promise<'added' | 'known'>
  /** Replaces the members given; an expected revision that is not the present one changes nothing. */
  change(
    entityId: string,
    change: SubordinateChange,
    act: Act,
    expectedRevision?: number,
  ): Promise<'changed' | 'unknown' | 'outdated'>
  /** As for `change`: an expected revision that is not the present one changes nothing. */
  suspend(entityId: string, act: Act, expectedRevision?: number): Promise<'suspended' | 'unknown' | 'outdated'>
  /** As for `suspend`. */
  resume(entityId: string, act: Act, expectedRevision?: number): Promise<'resumed' | 'unknown' | 'outdated'>
  /** Removes the subordinate and leaves its log. */
  remove(entityId: string, act: Act): Promise<'removed' | 'unknown'>
  /** The latest changes first, of one entity or of all, those of its marks included. Those of a removed entity stay. */
  log(filter: { readonly entityId?: string; readonly limit: number }): Promise<readonly OperatorEvent[]>
}

/** That an entity holds a mark. */
export interface TrustMarkGrant {
  readonly trustMarkType: string
  readonly holder: string
  /** Marks that are older were issued under a grant that has been revoked. */
  readonly grantedAt: NumericDate
  readonly revokedAt?: NumericDate
}

/** Who holds which trust mark of ours. */
export interface TrustMarkGrants {
  /** The latest grant, one that was revoked too. */
  find(trustMarkType: string, holder: string): Promise<TrustMarkGrant | undefined>
  /** Those that stand, ordered by holder; of one type or of all. */
  list(trustMarkType?: string): Promise<readonly TrustMarkGrant[]>
  /** Grants from the time of the act on, also again after a revocation. A grant that stands is left as it is. */
  grant(trustMarkType: string, holder: string, act: Act): Promise<'granted' | 'known'>
  /** Idempotent: the first time stays, and is the one in the log. */
  revoke(trustMarkType: string, holder: string, act: Act): Promise<'revoked' | 'unknown'>
  /** All marks of an entity that leaves; in the log that is its removal. */
  revokeAll(holder: string, now: NumericDate): Promise<void>
}
