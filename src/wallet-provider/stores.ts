/**
 * What the Wallet Provider keeps, in the protocol's verbs. Each verb is one round trip and atomic; those with an effect
 * take the claims that go with it.
 */
import type { Claim, Lost, NumericDate } from '../base/index.ts'
import type { RevocationReason, WalletInstance } from './wallet-instance.ts'

export type ChallengeClaim = Claim<'challenge'>

export interface WalletInstances {
  find(hardwareKeyTag: string): Promise<WalletInstance | undefined>
  /**
   * Spends the challenge and adds the instance: both or neither. A tag or a hardware key that is known, a revoked
   * one's too, is a conflict (WP-13).
   */
  register(input: {
    readonly claims: readonly ChallengeClaim[]
    readonly instance: WalletInstance
  }): Promise<'registered' | 'known' | Lost<'challenge'>>
  /**
   * Spends the challenge of an attestation request before anything is asked of a vendor (WP-35). An instance that was
   * revoked in the meantime spends nothing. Where the instance has a counter, the assertion's must exceed it and takes
   * its place in the same step; one that does not, or is missing, spends nothing either (WP-61).
   */
  beginAttestation(input: {
    readonly claims: readonly ChallengeClaim[]
    readonly hardwareKeyTag: string
    readonly counter?: number | undefined
  }): Promise<'begun' | 'revoked' | 'counter_not_above' | Lost<'challenge'>>
  /** registered → operational; an instance that is operational stays so, a revoked one stays revoked. */
  becomeOperational(hardwareKeyTag: string, now: NumericDate): Promise<'operational' | 'revoked'>
  /** Idempotent: the first time and reason stay. */
  revoke(input: {
    readonly hardwareKeyTag: string
    readonly reason: RevocationReason
    readonly now: NumericDate
  }): Promise<'revoked' | 'unknown'>
}

export interface WalletProviderStores {
  readonly walletInstances: WalletInstances
}
