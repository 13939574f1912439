/**
 * What the Wallet Provider keeps, in the protocol's verbs. Each verb is one round trip and atomic; those with an effect
 * take the claims that go with it, and write what they changed to the log of changes (`history`), which only grows.
 */
import type { Claim, Lost, NumericDate } from '../base/index.ts'
import type { Platform } from '../device-integrity/index.ts'
import type { StatusPlace } from '../status-list/index.ts'
import type {
  EvidenceReason,
  InstanceEvent,
  InstanceRefusal,
  RevocationReason,
  WalletInstance,
  WalletInstanceStatus,
} from './lifecycle/wallet-instance.ts'

/** The single use of a challenge. */
export type ChallengeClaim = Claim<'challenge'>

/** Why an instance is revoked, by whom and when. */
export interface Revocation {
  readonly reason: RevocationReason
  /** Who: an administrator's name; the provider itself when not said. */
  readonly actor?: string
  readonly now: NumericDate
}

/** Several instances at once: those below a certificate with one of these serials, those of a user, or those that are held. */
export type InstanceGroup =
  | { readonly certificateSerials: readonly string[] }
  | { readonly user: string }
  | { readonly held: true }

/** What an administrator looks for: instances that meet all that is said. */
export interface InstanceSearch {
  readonly status?: WalletInstanceStatus
  /** Held and neither released nor revoked since (WP-91). */
  readonly held?: true
  readonly platform?: Platform
  /** Linked to this user. */
  readonly user?: string
  /** Of the hardware key. */
  readonly thumbprint?: string
  /** Inclusive. */
  readonly registeredFrom?: NumericDate
  /** Inclusive. */
  readonly registeredTo?: NumericDate
  /** How many at most. */
  readonly limit: number
}

/** The register of Wallet Instances. */
export interface WalletInstances {
  /** By its hardware key tag, exactly as the wallet spelled it; a revoked one too. */
  find(hardwareKeyTag: string): Promise<WalletInstance | undefined>
  /**
   * Spends the challenge and adds the instance: both or neither. A tag or a hardware key that is known, a revoked
   * one's too, is a conflict (WP-13). The serials are kept apart, for the day that a certificate is revoked (WP-52), and so
   * is the user to whom the instance is linked in the same step, where there is one (WP-90).
   */
  register(input: {
    readonly claims: readonly ChallengeClaim[]
    readonly instance: WalletInstance
    readonly certificateSerials?: readonly string[]
    readonly user?: string
  }): Promise<'registered' | 'known' | Lost<'challenge'>>
  /**
   * Spends the challenge of an attestation request before anything is asked of a vendor (WP-35). An instance that was
   * revoked or held in the meantime spends nothing. Where the instance has a counter, the assertion's must exceed it and takes
   * its place in the same step; one that does not, or is missing, spends nothing either (WP-61).
   */
  beginAttestation(input: {
    readonly claims: readonly ChallengeClaim[]
    readonly hardwareKeyTag: string
    readonly counter?: number | undefined
  }): Promise<'begun' | 'revoked' | 'held' | 'counter_not_above' | Lost<'challenge'>>
  /**
   * Registers a signed attestation before it leaves: its place in a status list, which nobody else has until
   * `keptUntil`. The instance becomes operational with its first; a revoked one gets none (WP-28), nor does a held one
   * (WP-91). A place that is taken changes nothing.
   */
  recordAttestation(input: {
    readonly hardwareKeyTag: string
    readonly place: StatusPlace
    readonly keptUntil: NumericDate
    readonly now: NumericDate
  }): Promise<'recorded' | 'revoked' | 'held' | Lost<'status_place'>>
  /** The instance and its live attestations (WP-75). Idempotent: the first time and reason stay. */
  revoke(input: Revocation & { readonly hardwareKeyTag: string }): Promise<'revoked' | 'unknown'>
  /**
   * Revokes an instance for its evidence, as `revoke` does, or holds it where evidence has revoked `maxPerMinute` instances
   * within the last 60 seconds. The count is exact over all replicas. An instance that is unknown, revoked or held stays
   * as it is (WP-91).
   */
  revokeOrHold(input: {
    readonly hardwareKeyTag: string
    readonly reason: EvidenceReason
    readonly maxPerMinute: number
    readonly now: NumericDate
  }): Promise<'revoked' | 'held' | 'unchanged'>
  /** Lets a held instance ask again. An instance that is not held stays as it is (WP-91). */
  release(input: {
    readonly hardwareKeyTag: string
    readonly actor: string
    readonly now: NumericDate
  }): Promise<'released' | 'unknown'>
  /** A step through the instances that are held, as `revokeSome` goes through a group. */
  releaseSome(input: {
    readonly after: string | undefined
    readonly limit: number
    readonly actor: string
    readonly now: NumericDate
  }): Promise<{ readonly released: number; readonly next: string | undefined }>
  /**
   * A step through a group, in an order that is the store's: those behind `after`, `limit` at most, with their live
   * attestations. Says how many were not revoked before, and what to hand in as `after` for the next step, if there may be
   * one. Idempotent.
   */
  revokeSome(
    input: Revocation & { readonly of: InstanceGroup; readonly after: string | undefined; readonly limit: number },
  ): Promise<{ readonly revoked: number; readonly next: string | undefined }>
  /** The indexes of a list whose attestations are revoked. */
  revokedPlaces(list: number, now: NumericDate): Promise<readonly number[]>
  /** Newest first. */
  search(query: InstanceSearch): Promise<readonly WalletInstance[]>
  /** What happened to an instance, oldest first. */
  history(hardwareKeyTag: string): Promise<readonly InstanceEvent[]>
  /** Says whose an instance is; kept apart from the instance, and replaced by the next link (WP-12). */
  linkUser(input: {
    readonly hardwareKeyTag: string
    readonly user: string
    readonly actor: string
    readonly now: NumericDate
  }): Promise<'linked' | 'unknown'>
  /** Takes the link away; an instance without one stays as it is. */
  unlinkUser(input: {
    readonly hardwareKeyTag: string
    readonly actor: string
    readonly now: NumericDate
  }): Promise<'unlinked' | 'unknown'>
  /** Counts a refusal of an instance's request: one row for each check that ever refused it. Nothing for an unknown tag. */
  countRefusal(input: {
    readonly hardwareKeyTag: string
    readonly requirement: string
    readonly code: string
    readonly now: NumericDate
  }): Promise<void>
  /** The last one first. */
  refusals(hardwareKeyTag: string): Promise<readonly InstanceRefusal[]>
}

/** All stores of a Wallet Provider. */
export interface WalletProviderStores {
  readonly walletInstances: WalletInstances
}
