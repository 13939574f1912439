/**
 * The record of a Wallet Instance and its life: registered → operational (first attestation) → revoked, which is final
 * (WP-31). An initialized instance has a hardware key, is not registered and has no record (WP-93). An instance that is held
 * keeps its place in that life and gets no attestation (WP-91). Nothing here says who the user is; a link to one, where a
 * deployment keeps it, lives in a table of its own.
 */
import type { NumericDate, PublicJwk } from '../../base/index.ts'
import type { DeviceInformation } from '../../device-integrity/index.ts'
import type { Act } from '../../member/index.ts'

/** Where an instance is in its life; it never goes back. */
export type WalletInstanceStatus = 'registered' | 'operational' | 'revoked'

/** Why evidence revokes an instance: it is forged, it denies integrity, or it meets no configured level (WP-29, WP-78). */
export type EvidenceReason = 'evidence_forged' | 'integrity_denied' | 'device_below_minimum'

/** Why an instance was revoked. The first reason stays. */
export type RevocationReason = EvidenceReason | 'revoked_by_provider' | 'revoked_by_user' | 'device_certificate_revoked'

/** One installation of the app on one device. */
export interface WalletInstance {
  /** As the wallet spelled it; opaque (WP-53). */
  readonly hardwareKeyTag: string
  readonly hardwareKey: PublicJwk
  readonly hardwareKeyThumbprint: string
  /** What the evidence said of the device; no device identifiers (WP-11). */
  readonly device: DeviceInformation
  /** Apple: of the last assertion that was taken; moves upwards only (WP-61). */
  readonly counter?: number
  /** Apple: base64 of the receipt of the registration, for a later assessment by the vendor. */
  readonly receipt?: string
  readonly status: WalletInstanceStatus
  readonly registeredAt: NumericDate
  /** When it got its first attestation. */
  readonly operationalAt?: NumericDate
  readonly revokedAt?: NumericDate
  readonly revocationReason?: RevocationReason
  /** Since when evidence holds it. Absent unless it waits for an operator who revokes or releases it (WP-91). */
  readonly heldAt?: NumericDate
  readonly heldReason?: EvidenceReason
}

/** One line of the log of changes. Never changed, never taken out. */
export interface InstanceEvent extends Act {
  readonly change: 'registered' | 'operational' | 'held' | 'released' | 'revoked' | 'linked' | 'unlinked'
  readonly reason?: RevocationReason
}

/** How often one check has refused the attestation requests of an instance. */
export interface InstanceRefusal {
  readonly requirement: string
  readonly code: string
  readonly count: number
  readonly firstAt: NumericDate
  readonly lastAt: NumericDate
}

/** Who changes instances without being asked by an administrator. Which user it was, the log never says (WP-12). */
export const ownActors = { wallet: 'wallet', provider: 'wallet-provider', user: 'user' } as const

/** Which transitions there are. */
export const transitions: Readonly<Record<WalletInstanceStatus, readonly WalletInstanceStatus[]>> = {
  registered: ['operational', 'revoked'], // WP-31
  operational: ['revoked'], // WP-31
  revoked: [], // WP-31
}

/** Seconds within which revocations by evidence are counted (WP-91). */
export const revocationWindowSeconds = 60
