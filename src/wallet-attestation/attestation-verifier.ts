/**
 * A wallet shows one attestation many times within its life: those that were verified are kept by the digest of their
 * text, so that they are read and their signature computed once. Whether their provider is trusted is asked each time.
 */
import { createRecent, type Failure, failed, type NumericDate, type Verified } from '../base/index.ts'
import type { JwsAlgorithm } from '../jose/index.ts'
import {
  type JudgedWalletAttestation,
  judgeWalletAttestation,
  type VerifiedWalletAttestation,
  vouchForWalletAttestation,
  type WalletAttestationCode,
  type WalletAttestationContext,
} from './verify-attestation.ts'

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

interface Kept {
  readonly judged: JudgedWalletAttestation
  readonly verdict: Verified<VerifiedWalletAttestation>
}

export function createWalletAttestationVerifier(
  ctx: WalletAttestationContext,
  { algorithms, skew, capacity = 4096 }: WalletAttestationVerifierOptions,
): WalletAttestationVerifier {
  const known = createRecent<Kept>(capacity)
  return {
    verify: async (compact, now) => {
      const name = ctx.crypto.digestText('sha-256', compact)
      const kept = known.get(name)
      const current = kept && now < kept.verdict.expiresAt ? kept : undefined
      const judged = current?.judged ?? judgeWalletAttestation(ctx, compact, { algorithms, skew, now })
      if (failed(judged)) return judged
      const verdict = await vouchForWalletAttestation(ctx, judged, current?.verdict.signedBy) // FED-38
      if (failed(verdict) || now >= verdict.expiresAt) known.delete(name)
      else known.set(name, { judged, verdict })
      return verdict
    },
  }
}
