/**
 * Record and states of a Wallet Instance: registered → operational (first attestation) → revoked, which is final
 * (WP-31). An instance with a hardware key that is not registered yet has no record (WP-93). A held instance keeps its
 * state and gets no attestation (WP-91). The record does not identify the user. A link to a user, if any, is in a
 * separate table.
 */
import type { NumericDate, PublicJwk } from '../../base/index.ts'
import type { DeviceInformation } from '../../device-integrity/index.ts'
import type { Act } from '../../member/index.ts'

/** State of an instance. It changes only in this order, and may skip `operational`. The store ensures this. */
export type WalletInstanceStatus = 'registered' | 'operational' | 'revoked'

/**
 * Reasons to revoke or hold an instance for its evidence: the evidence is forged, denies integrity, or does not meet a
 * configured requirement (WP-29, WP-78). SQL of both databases lists the reasons, to count revocations by evidence.
 */
export type EvidenceReason = 'evidence_forged' | 'integrity_denied' | 'device_below_minimum'

/** Reason to hold an instance: its evidence, or a suspended certificate in its chain (WP-91, WP-197). */
export type HoldReason = EvidenceReason | 'device_certificate_suspended'

/** Reason of a revocation. A later revocation does not change it. */
export type RevocationReason = EvidenceReason | 'revoked_by_provider' | 'revoked_by_user' | 'device_certificate_revoked'

/** One installation of the app on one device. */
export interface WalletInstance {
  /** Tag as the wallet spells it. Opaque (WP-53). */
  readonly hardwareKeyTag: string
  readonly hardwareKey: PublicJwk
  readonly hardwareKeyThumbprint: string
  /** Properties of the device, from the evidence. Contains no device identifier (WP-11). SQLite reads `platform`. */
  readonly device: DeviceInformation
  /** Apple: counter of the last accepted assertion. Only increases (WP-61). */
  readonly counter?: number
  /** Apple: receipt of the registration in base64, for a later assessment by the vendor. */
  readonly receipt?: string
  readonly status: WalletInstanceStatus
  readonly registeredAt: NumericDate
  /** Time of the first attestation. */
  readonly operationalAt?: NumericDate
  readonly revokedAt?: NumericDate
  readonly revocationReason?: RevocationReason
  /** Time since which the instance is held. Absent if it is not held, and after a revocation (WP-91). */
  readonly heldAt?: NumericDate
  readonly heldReason?: HoldReason
}

/** An entry in the log of changes. Entries are never changed and never deleted. */
export interface InstanceEvent extends Act {
  readonly change: 'registered' | 'operational' | 'held' | 'released' | 'revoked' | 'linked' | 'unlinked'
  readonly reason?: RevocationReason | HoldReason
}

/** Number of times that one check refused the attestation requests of an instance. */
export interface InstanceRefusal {
  readonly requirement: string
  readonly code: string
  readonly count: number
  readonly firstAt: NumericDate
  readonly lastAt: NumericDate
}

/** Actors in the log that are not administrators. The log never identifies the user (WP-12). */
export const ownActors = { wallet: 'wallet', provider: 'wallet-provider', user: 'user' } as const

/** Seconds within which revocations by evidence are counted (WP-91). */
export const revocationWindowSeconds = 60
