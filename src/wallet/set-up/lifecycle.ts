/**
 * States of a Wallet Instance: installed → operational (registered and attested) → valid (holds a valid PID). They are
 * derived from its records and never stored, so they are never out of date. The state falls back when an attestation or
 * a PID ends.
 */
import type { NumericDate } from '../../base/index.ts'
import { type HeldCredential, hasEnded, type WalletRecord } from '../storage/wallet-record.ts'

/** State of a Wallet Instance (it-wallet §States). */
export type WalletState = 'installed' | 'operational' | 'valid'

/** Returns the state. `margin` is in seconds: an attestation with less remaining does not count (WI-05). */
export function walletState(
  record: WalletRecord | undefined,
  credentials: readonly Pick<HeldCredential, 'expiresAt'>[],
  { now, margin }: { readonly now: NumericDate; readonly margin: number },
): WalletState {
  const attested = record?.attestations.some(({ expiresAt, refused }) => !refused && expiresAt >= now + margin) ?? false
  if (record?.registration !== 'registered' || !attested) return 'installed' // WI-03
  return credentials.some((one) => !hasEnded(one, now)) ? 'valid' : 'operational'
}
