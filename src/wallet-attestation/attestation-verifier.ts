/**
 * Caches verified Wallet Attestations by their digest, because a wallet presents the same one many times (PP-45,
 * RP-47). The trust in the Wallet Provider is evaluated each time. If the provider's key has changed, the attestation
 * is parsed again, and its signature is verified with the new key.
 */
import {
  type Clock,
  createRecent,
  type Failure,
  failed,
  flowAgeing,
  type Json,
  type NumericDate,
  type PublicJwk,
  sameJson,
  type Verified,
} from '../base/index.ts'
import type { JwsAlgorithm } from '../jose/index.ts'
import { parseWalletAttestation } from './attestation.ts'
import {
  authenticateWalletAttestation,
  type CheckedWalletAttestation,
  checkWalletAttestation,
  signatureOf,
  type VerifiedWalletAttestation,
  type WalletAttestationCode,
  type WalletAttestationContext,
} from './verify-attestation.ts'

/** Verifies Wallet Attestations, with a cache. */
export interface WalletAttestationVerifier {
  /**
   * Verifies an attestation: its content, the trust in its Wallet Provider and its signature, with the same results as
   * `verifyWalletAttestation`. Does not check its status, or the possession of the attested key.
   */
  verify(
    compact: string,
    now: NumericDate,
  ): Promise<Verified<VerifiedWalletAttestation> | Failure<WalletAttestationCode>>
}

/** Conditions for the attestations of a service, and the size of the cache. */
export interface WalletAttestationVerifierOptions {
  readonly algorithms: readonly JwsAlgorithm[]
  /** Maximum clock difference in seconds. */
  readonly skew: number
  /**
   * Maximum number of cached attestations. A full cache keeps at least the most recently used half. Defaults to 5000.
   */
  readonly capacity?: number
  /** Clock of the cache. While others are added, the cache drops an unused attestation after two to four minutes. */
  readonly clock: Clock
}

/**
 * A cached attestation. To save memory, it omits the compact form and the parsed JWS, and shares its trust chain with
 * other attestations.
 */
interface CachedAttestation {
  readonly checked: CheckedWalletAttestation
  readonly signedBy: PublicJwk
  readonly expiresAt: NumericDate
}

/** Maximum number of shared chains. A Wallet Provider needs one, and two shortly after it renewed its chain. */
const maximumSharedChains = 64

/**
 * Creates a function that returns one shared array for equal trust chains, because the attestations of a Wallet
 * Provider contain the same chain for hours.
 */
function createSharedChains(): (chain: readonly string[]) => readonly string[] {
  const chains = createRecent<readonly string[]>(maximumSharedChains)
  return (chain) => {
    const [configuration = ''] = chain
    const shared = chains.get(configuration)
    if (shared?.length === chain.length && chain.every((statement, index) => statement === shared[index])) return shared
    chains.set(configuration, chain)
    return chain
  }
}

/**
 * Creates a verifier that caches at most `capacity` verified attestations. The expiry time and the trust in the Wallet
 * Provider are checked each time. The signature is verified again only if the Wallet Provider's key with the same `kid`
 * has changed. Does not check status or possession.
 */
export function createWalletAttestationVerifier(
  ctx: WalletAttestationContext,
  { algorithms, skew, capacity = 5000, clock }: WalletAttestationVerifierOptions,
): WalletAttestationVerifier {
  const cache = createRecent<CachedAttestation>(capacity, flowAgeing(clock))
  const sharedChain = createSharedChains()
  const store = (cacheKey: string, checked: CheckedWalletAttestation, verdict: VerifiedWalletAttestation): void => {
    const trustChain = checked.trustChain && sharedChain(checked.trustChain)
    cache.set(cacheKey, {
      checked: { ...checked, trustChain },
      signedBy: verdict.signedBy,
      expiresAt: verdict.expiresAt,
    })
  }

  const parse = (compact: string, now: NumericDate) => {
    const parsed = parseWalletAttestation(compact, { algorithms })
    if (failed(parsed)) return parsed
    const checked = checkWalletAttestation(ctx, parsed, { skew, now })
    return failed(checked) ? checked : { checked, checkSignature: signatureOf(ctx, parsed) }
  }

  /**
   * Returns a cached attestation with its signature check. The check accepts the key that verified the signature
   * before, if all members are equal. Any other key verifies the signature again.
   */
  const recall = ({ checked, signedBy }: CachedAttestation, compact: string) => ({
    checked,
    checkSignature: async (key: PublicJwk) => {
      if (sameJson(key as unknown as Json, signedBy as unknown as Json)) return undefined
      const parsed = parseWalletAttestation(compact, { algorithms })
      return failed(parsed) ? parsed : signatureOf(ctx, parsed)(key)
    },
  })

  return {
    verify: async (compact, now) => {
      const cacheKey = ctx.crypto.digestText('sha-256', compact)
      const cached = cache.get(cacheKey)
      const attestation = cached && now < cached.expiresAt ? recall(cached, compact) : parse(compact, now)
      if (failed(attestation)) return attestation
      const { checked, checkSignature } = attestation
      const verdict = await authenticateWalletAttestation(ctx, checked, checkSignature) // FED-38
      if (failed(verdict) || now >= verdict.expiresAt) cache.delete(cacheKey)
      else if (cached?.signedBy !== verdict.signedBy || cached.expiresAt !== verdict.expiresAt)
        store(cacheKey, checked, verdict)
      return verdict
    },
  }
}
