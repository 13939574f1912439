/**
 * Stores of the Wallet Provider, with one method for each step of the protocol. Each method is one round trip and
 * atomic. A method spends the claims (single-use values) in its input. It writes each change of an instance to the log
 * of changes (`history`), which is append-only.
 */
import type { Claim, Lost, NumericDate } from '../base/index.ts'
import type { Platform } from '../device-integrity/index.ts'
import type { PlaceRegister, StatusPlace } from '../status-list/index.ts'
import type {
  EvidenceReason,
  HoldReason,
  InstanceEvent,
  InstanceRefusal,
  RevocationReason,
  WalletInstance,
  WalletInstanceStatus,
} from './lifecycle/wallet-instance.ts'

/** Claim that spends a challenge once. */
export type ChallengeClaim = Claim<'challenge'>

/** Reason, actor and time of a revocation. */
export interface Revocation {
  readonly reason: RevocationReason
  /** Name of an administrator, or one of `ownActors`. Defaults to the provider itself. */
  readonly actor?: string
  readonly now: NumericDate
}

/**
 * A group of instances: those with one of these serials in their certificate chain, those of a user, or the held ones.
 * `heldReason` selects the instances that are held for this reason.
 */
export type InstanceGroup =
  | { readonly certificateSerials: readonly string[] }
  | { readonly user: string }
  | { readonly held: true; readonly heldReason?: HoldReason }

/** Conditions of a search. An instance must match all that are present. */
export interface InstanceSearch {
  readonly status?: WalletInstanceStatus
  /** Held instances: they get no attestation until an administrator releases them (WP-91). */
  readonly held?: true
  /** Instances that are held for this reason. */
  readonly heldReason?: HoldReason
  readonly platform?: Platform
  /** Instances that are linked to this user. */
  readonly user?: string
  /** Thumbprint of the hardware key. */
  readonly thumbprint?: string
  /**
   * Instances whose certificate chain contained this serial number at registration: lower-case hexadecimal without
   * leading zeros.
   */
  readonly certificateSerial?: string
  /** Inclusive. */
  readonly registeredFrom?: NumericDate
  /** Inclusive. */
  readonly registeredTo?: NumericDate
  /** Hardware key tag of the last instance of the previous page. */
  readonly before?: string
  /** Maximum number of results. */
  readonly limit: number
}

/** The single-use values of an attestation request. */
export interface AttestationBegin {
  readonly claims: readonly ChallengeClaim[]
  /** Apple: counter of the assertion. */
  readonly counter?: number | undefined
}

/** Reasons, besides a spent challenge, why an attestation request changes nothing. */
export type NotBegun = 'revoked' | 'held' | 'counter_not_above'

/** The register of Wallet Instances. */
export interface WalletInstances {
  /** Returns the instance with this hardware key tag, compared exactly. Also returns a revoked instance. */
  find(hardwareKeyTag: string): Promise<WalletInstance | undefined>
  /**
   * Spends the challenge and adds the instance: both or neither. Returns `known` if any instance, even a revoked one,
   * has this tag or hardware key (WP-13). The serials are stored separately, so that instances with a revoked
   * certificate in their chain can be found (WP-52). If `user` is present, links the instance to that user in the same
   * step (WP-90).
   */
  register(input: {
    readonly claims: readonly ChallengeClaim[]
    readonly instance: WalletInstance
    readonly certificateSerials?: readonly string[]
    readonly user?: string
  }): Promise<'registered' | 'known' | Lost<'challenge'>>
  /**
   * Spends the challenge of an attestation request before the vendor is asked (WP-35). Spends nothing if the instance
   * is revoked or held. If the instance has a counter, `counter` must be higher and replaces it in the same step. If
   * the instance has none or is unknown, `counter` must be absent. A wrong `counter` spends nothing: the result is
   * `counter_not_above` (WP-61).
   */
  beginAttestation(
    input: AttestationBegin & { readonly hardwareKeyTag: string },
  ): Promise<'begun' | NotBegun | Lost<'challenge'>>
  /**
   * Records a signed attestation before it is sent. Reserves its place in a status list until `keptUntil`. The first
   * attestation makes the instance operational. Returns `revoked` for a revoked or unknown instance (WP-28) and `held`
   * for a held instance (WP-91), and then changes nothing. If the place is in use, nothing changes. With `begin`, first
   * does what `beginAttestation` does. Does both or neither.
   */
  recordAttestation(input: {
    readonly hardwareKeyTag: string
    readonly place: StatusPlace
    readonly keptUntil: NumericDate
    readonly now: NumericDate
    readonly begin?: AttestationBegin | undefined
  }): Promise<'recorded' | NotBegun | Lost<'challenge' | 'status_place'>>
  /**
   * Revokes the instance and its live attestations (WP-75). Does not change a revoked instance, and returns
   * `unchanged` for it (WP-194).
   */
  revoke(input: Revocation & { readonly hardwareKeyTag: string }): Promise<'revoked' | 'unchanged' | 'unknown'>
  /**
   * Revokes an instance for its evidence, as `revoke` does. Holds it instead if evidence has revoked `maxPerMinute`
   * instances within the last 60 seconds. The count is exact over all replicas. Does not change an instance that is
   * unknown, revoked or held (WP-91).
   */
  revokeOrHold(input: {
    readonly hardwareKeyTag: string
    readonly reason: EvidenceReason
    readonly maxPerMinute: number
    readonly now: NumericDate
  }): Promise<'revoked' | 'held' | 'unchanged'>
  /**
   * Holds the next instances whose certificate chain contains one of these serials: at most `limit` of those after
   * `after`, in the store's order. Does not change an instance that is revoked or held. Returns the number of newly
   * held instances. `next` is `after` of the next step, or `undefined` after the last step (WP-197).
   */
  holdSome(input: {
    readonly certificateSerials: readonly string[]
    readonly reason: HoldReason
    readonly now: NumericDate
    readonly after: string | undefined
    readonly limit: number
  }): Promise<{ readonly held: number; readonly next: string | undefined }>
  /**
   * Releases a held instance (WP-91). Does not change an instance that is not held, and returns `unchanged` for it
   * (WP-193).
   */
  release(input: {
    readonly hardwareKeyTag: string
    readonly actor: string
    readonly now: NumericDate
  }): Promise<'released' | 'unchanged' | 'unknown'>
  /**
   * Releases the next held instances: at most `limit` of those after `after`, in the store's order. With `heldReason`,
   * releases only those that are held for this reason. Returns the number of released instances. `next` is `after` of
   * the next step, or `undefined` after the last step.
   */
  releaseSome(input: {
    readonly heldReason?: HoldReason | undefined
    readonly after: string | undefined
    readonly limit: number
    readonly actor: string
    readonly now: NumericDate
  }): Promise<{ readonly released: number; readonly next: string | undefined }>
  /**
   * Revokes the next instances of a group with their live attestations: at most `limit` of those after `after`, in the
   * store's order. Returns the number of newly revoked instances. `next` is `after` of the next step, or `undefined`
   * after the last step. Idempotent.
   */
  revokeSome(
    input: Revocation & { readonly of: InstanceGroup; readonly after: string | undefined; readonly limit: number },
  ): Promise<{ readonly revoked: number; readonly next: string | undefined }>
  /** Returns which of these places an attestation has, or had before. */
  readonly usedPlaces: PlaceRegister['usedPlaces']
  readonly highestList: PlaceRegister['highestList']
  /** Returns the indexes in a list at which an attestation is revoked and still kept. */
  revokedPlaces(list: number, now: NumericDate): Promise<readonly number[]>
  /** Returns the matching instances, most recently registered first. */
  search(query: InstanceSearch): Promise<readonly WalletInstance[]>
  /** Returns the log of changes of an instance, oldest first. */
  history(hardwareKeyTag: string): Promise<readonly InstanceEvent[]>
  /** Links an instance to a user and replaces an earlier link. The link is stored apart from the instance (WP-12). */
  linkUser(input: {
    readonly hardwareKeyTag: string
    readonly user: string
    readonly actor: string
    readonly now: NumericDate
  }): Promise<'linked' | 'unknown'>
  /** Removes the link to a user. Returns `unchanged` for an instance without a link (WP-194). */
  unlinkUser(input: {
    readonly hardwareKeyTag: string
    readonly actor: string
    readonly now: NumericDate
  }): Promise<'unlinked' | 'unchanged' | 'unknown'>
  /** Counts a refusal of an instance's request, in one row for each check. Does nothing for an unknown tag. */
  countRefusal(input: {
    readonly hardwareKeyTag: string
    readonly requirement: string
    readonly code: string
    readonly now: NumericDate
  }): Promise<void>
  /** Returns the refusals of an instance, most recent first. */
  refusals(hardwareKeyTag: string): Promise<readonly InstanceRefusal[]>
}

/** All stores of a Wallet Provider. */
export interface WalletProviderStores {
  readonly walletInstances: WalletInstances
}
