/**
 * The states of a Wallet Instance, derived from what it holds and never stored, so that they cannot be out of date:
 * installed → operational (registered and attested) → valid (holds a living PID). It falls back by itself when an
 * attestation or a PID ends.
 */
import type { NumericDate } from '../../base/index.ts'
import { type HeldCredential, hasEnded, type WalletRecord } from '../storage/wallet-record.ts'

/** Where the wallet is in its life (it-wallet §States). */
export type WalletState = 'installed' | 'operational' | 'valid'

/** `margin` in seconds: an attestation with less life does not count (WI-05). */
export function walletState(
  record: WalletRecord | undefined,
  credentials: readonly Pick<HeldCredential, 'expiresAt'>[],
  { now, margin }: { readonly now: NumericDate; readonly margin: number },
): WalletState {
  const attested = record?.attestations.some(({ expiresAt, refused }) => !refused && expiresAt >= now + margin) ?? false
  if (record?.registration !== 'registered' || !attested) return 'installed' // WI-03
  return credentials.some((one) => !hasEnded(one, now)) ? 'valid' : 'operational'
}
