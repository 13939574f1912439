/**
 * A wallet shows one attestation many times within its life: verified ones are kept by the digest of their text, never
 * longer than the attestation and its trust chain hold.
 */
import { createRecent, type Failure, failed, type NumericDate, type Verified } from '../base/index.ts'
import type { JwsAlgorithm } from '../jose/index.ts'
import {
  type VerifiedWalletAttestation,
  verifyWalletAttestation,
  type WalletAttestationCode,
  type WalletAttestationContext,
} from './attestation.ts'

export interface WalletAttestationVerifier {
  /** As `verifyWalletAttestation`. */
  verify(
    compact: string,
    now: NumericDate,
  ): Promise<Verified<VerifiedWalletAttestation> | Failure<WalletAttestationCode>>
}

export interface WalletAttestationVerifierOptions {
  readonly algorithms: readonly JwsAlgorithm[]
  /** Seconds by which clocks may differ. */
  readonly skew: number
  /** Attestations to keep. */
  readonly capacity?: number
}

export function createWalletAttestationVerifier(
  ctx: WalletAttestationContext,
  { algorithms, skew, capacity = 4096 }: WalletAttestationVerifierOptions,
): WalletAttestationVerifier {
  const known = createRecent<Verified<VerifiedWalletAttestation>>(capacity)
  return {
    verify: async (compact, now) => {
      const name = ctx.crypto.digestText('sha-256', compact)
      const kept = known.get(name)
      if (kept && now < kept.expiresAt) return kept
      known.delete(name)
      const attestation = await verifyWalletAttestation(ctx, compact, { algorithms, skew, now })
      if (!failed(attestation) && now < attestation.expiresAt) known.set(name, attestation)
      return attestation
    },
  }
}
