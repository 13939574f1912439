/**
 * A wallet shows one attestation many times within its life (PP-45, RP-47): those that were verified are kept by the
 * digest of their text, so that they are read and their signature computed once. Whether their provider is trusted is
 * asked each time.
 */
import {
  type Clock,
  createRecent,
  type Failure,
  failed,
  type Json,
  type NumericDate,
  type PublicJwk,
  sameJson,
  type Verified,
  whileUnderWay,
} from '../base/index.ts'
import type { JwsAlgorithm } from '../jose/index.ts'
import { parseWalletAttestation } from './attestation.ts'
import {
  type JudgedWalletAttestation,
  judgeWalletAttestation,
  signatureOf,
  type VerifiedWalletAttestation,
  vouchForWalletAttestation,
  type WalletAttestationCode,
  type WalletAttestationContext,
} from './verify-attestation.ts'

/** Verifies attestations, each text once while it is remembered. */
export interface WalletAttestationVerifier {
  /** As `verifyWalletAttestation`. */
  verify(
    compact: string,
    now: NumericDate,
  ): Promise<Verified<VerifiedWalletAttestation> | Failure<WalletAttestationCode>>
}

/** What all attestations of a service are judged by, and how many verdicts are kept. */
export interface WalletAttestationVerifierOptions {
  readonly algorithms: readonly JwsAlgorithm[]
  /** Seconds by which clocks may differ. */
  readonly skew: number
  /** Attestations to keep, of which the half that was used last is sure; 5000 when not said. */
  readonly capacity?: number
  /** By which those are forgotten that nobody brought lately. */
  readonly clock: Clock
}

/** Without the text and what was read of it for the signature, and with a trust chain that others share: there may be thousands. */
interface Kept {
  readonly judged: JudgedWalletAttestation
  readonly signedBy: PublicJwk
  readonly expiresAt: NumericDate
}

/** Chains at once: one for each Wallet Provider, and another after its renewal. */
const sharedChains = 64

/** The array that came first, of all that say the same: the attestations of a provider bring one chain for hours. */
function createSharedChains(): (chain: readonly string[]) => readonly string[] {
  const known = createRecent<readonly string[]>(sharedChains)
  return (chain) => {
    const [configuration = ''] = chain
    const shared = known.get(configuration)
    if (shared?.length === chain.length && chain.every((statement, index) => statement === shared[index])) return shared
    known.set(configuration, chain)
    return chain
  }
}

/**
 * Verifies Wallet Attestations and remembers those that held, `capacity` at most: a known one is held against the clock and
 * against its provider's trust again, and its signature is not computed anew under the same key. Like `verifyWalletAttestation` it checks neither status nor
 * possession.
 */
export function createWalletAttestationVerifier(
  ctx: WalletAttestationContext,
  { algorithms, skew, capacity = 5000, clock }: WalletAttestationVerifierOptions,
): WalletAttestationVerifier {
  const known = createRecent<Kept>(capacity, whileUnderWay(clock))
  const sharedChain = createSharedChains()
  const keep = (name: string, judged: JudgedWalletAttestation, verdict: VerifiedWalletAttestation): void => {
    const trustChain = judged.trustChain && sharedChain(judged.trustChain)
    known.set(name, { judged: { ...judged, trustChain }, signedBy: verdict.signedBy, expiresAt: verdict.expiresAt })
  }

  const read = (compact: string, now: NumericDate) => {
    const parsed = parseWalletAttestation(compact, { algorithms })
    if (failed(parsed)) return parsed
    const judged = judgeWalletAttestation(ctx, parsed, { skew, now })
    return failed(judged) ? judged : { judged, checkSignature: signatureOf(ctx, parsed) }
  }

  /** A signature is known to be of one key, with all that its metadata said of it; of another it is computed anew. */
  const recall = ({ judged, signedBy }: Kept, compact: string) => ({
    judged,
    checkSignature: async (key: PublicJwk) => {
      if (sameJson(key as unknown as Json, signedBy as unknown as Json)) return undefined
      const parsed = parseWalletAttestation(compact, { algorithms })
      return failed(parsed) ? parsed : signatureOf(ctx, parsed)(key)
    },
  })

  return {
    verify: async (compact, now) => {
      const name = ctx.crypto.digestText('sha-256', compact)
      const kept = known.get(name)
      const attestation = kept && now < kept.expiresAt ? recall(kept, compact) : read(compact, now)
      if (failed(attestation)) return attestation
      const { judged, checkSignature } = attestation
      const verdict = await vouchForWalletAttestation(ctx, judged, checkSignature) // FED-38
      if (failed(verdict) || now >= verdict.expiresAt) known.delete(name)
      else if (kept?.signedBy !== verdict.signedBy || kept.expiresAt !== verdict.expiresAt) keep(name, judged, verdict)
      return verdict
    },
  }
}
