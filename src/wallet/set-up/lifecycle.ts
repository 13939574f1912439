/**
 * States of a Wallet Instance: installed → operational (registered and attested) → valid (with a credential that has
 * not expired). The state is derived from the wallet's records and never stored, so it is never out of date. The wallet
 * returns to an earlier state, for example, when its last attestation or its last credential expires.
 */
import type { NumericDate } from '../../base/index.ts'
import { type HeldCredential, hasExpired, type WalletRecord } from '../storage/wallet-record.ts'

/** State of a Wallet Instance (it-wallet §States). */
export type WalletState = 'installed' | 'operational' | 'valid'

/**
 * Returns the state. `margin` is in seconds: an attestation with less time left does not count (WI-05), nor does a
 * refused one.
 */
export function walletState(
  record: WalletRecord | undefined,
  credentials: readonly Pick<HeldCredential, 'expiresAt'>[],
  { now, margin }: { readonly now: NumericDate; readonly margin: number },
): WalletState {
  const attested = record?.attestations.some(({ expiresAt, refused }) => !refused && expiresAt >= now + margin) ?? false
  if (record?.registration !== 'registered' || !attested) return 'installed' // WI-03
  return credentials.some((one) => !hasExpired(one, now)) ? 'valid' : 'operational'
}
