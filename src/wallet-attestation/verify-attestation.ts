/** Verifies a presented Wallet Attestation: its content, the trust in its Wallet Provider, and its signature. */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type MaybePromise,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../base/index.ts'
import { protocolKeys, type TrustCode, type TrustEvaluator, type TrustedEntity } from '../federation/trust-evaluator.ts'
import {
  checkJwtTimes,
  findVerificationKey,
  type JwsAlgorithm,
  type JwsVerifyCode,
  type JwtTimeCode,
  type JwtTimePolicy,
  jwkThumbprint,
  verifyJws,
} from '../jose/index.ts'
import {
  maximumAttestationLifetimeSeconds,
  type ParsedWalletAttestation,
  parseWalletAttestation,
  type WalletAttestationClaims,
  type WalletAttestationParseCode,
  type WalletAttestationParsePolicy,
} from './attestation.ts'

/** Reasons to refuse a presented Wallet Attestation. */
export type WalletAttestationCode =
  | WalletAttestationParseCode
  | JwtTimeCode
  | 'lifetime_too_long'
  | 'sub_mismatch'
  | TrustCode
  | 'kid_unknown'
  | JwsVerifyCode
  | 'aal_unsupported'

/**
 * A Wallet Attestation of a trusted Wallet Provider. The caller must check the possession of the attested key, and the
 * status.
 */
export interface VerifiedWalletAttestation {
  readonly claims: WalletAttestationClaims
  /** The attested key. */
  readonly cnf: PublicJwk
  /** Thumbprint of `cnf`. Equals `sub`. */
  readonly thumbprint: string
  readonly walletProvider: TrustedEntity
  /** The Wallet Provider's key that signed the attestation. */
  readonly signedBy: PublicJwk
  /** Expiry time of the attestation or of the trust chain, whichever is earlier. */
  readonly expiresAt: NumericDate
}

/** Context with the trust evaluator for Wallet Providers. */
export interface WalletAttestationContext extends CryptoContext {
  readonly trust: TrustEvaluator
}

/** Time, algorithms and profiles of the verification. */
export interface WalletAttestationPolicy extends JwtTimePolicy, WalletAttestationParsePolicy {}

const at = 'wallet_attestation'

/** An attestation whose content is checked. Its signature and the trust in its Wallet Provider are not verified. */
export interface CheckedWalletAttestation extends Omit<ParsedWalletAttestation, 'jws'> {
  readonly thumbprint: string
  readonly alg: JwsAlgorithm
}

/** Verifies the signature with a key of the Wallet Provider. Returns `undefined` if it is valid. */
export type CheckSignature = (key: PublicJwk) => MaybePromise<undefined | Failure<WalletAttestationCode>>

/**
 * Checks the times, the lifetime, and that `sub` is the thumbprint of the attested key. Does not verify the signature
 * or the trust in the Wallet Provider.
 */
export function checkWalletAttestation(
  ctx: CryptoContext,
  { jws, ...attestation }: ParsedWalletAttestation,
  policy: JwtTimePolicy,
): CheckedWalletAttestation | Failure<WalletAttestationCode> {
  const { claims, cnf } = attestation
  const timeFault = checkJwtTimes(jws.payload, policy, `${at}.payload`)
  if (timeFault) return timeFault
  const tooLong = claims.exp - claims.iat > maximumAttestationLifetimeSeconds
  if (tooLong)
    return fail('lifetime_too_long', `${at}.payload.exp`, {
      expected: `at most ${maximumAttestationLifetimeSeconds} seconds after iat`,
      found: `${claims.exp - claims.iat} seconds after iat`,
    }) // WP-69
  const thumbprint = jwkThumbprint(ctx, cnf)
  if (claims.sub !== thumbprint)
    return fail('sub_mismatch', `${at}.payload.sub`, {
      expected: 'the thumbprint of cnf.jwk',
      found: 'another value',
      isShownAnywhere: true,
    }) // WP-71
  return { ...attestation, thumbprint, alg: jws.header.alg }
}

/**
 * Evaluates the trust in the Wallet Provider and verifies the signature with the key that `kid` names in the provider's
 * resolved metadata. Refuses an `aal` that is not in the metadata's `aal_values_supported`. Accepts any `aal` if that
 * list is absent, and an attestation without `aal` (D-231).
 */
export async function authenticateWalletAttestation(
  ctx: WalletAttestationContext,
  { claims, cnf, kid, alg, thumbprint, trustChain }: CheckedWalletAttestation,
  checkSignature: CheckSignature,
): Promise<Verified<VerifiedWalletAttestation> | Failure<WalletAttestationCode>> {
  const hint = trustChain ? { trustChain, kid } : { kid }
  const walletProvider = await ctx.trust.evaluate(claims.iss, ['wallet_provider'], hint)
  if (failed(walletProvider)) return walletProvider
  const signedBy = findVerificationKey(protocolKeys(walletProvider, 'wallet_provider'), { kid, alg })
  if (signedBy === undefined) return fail('kid_unknown', `${at}.header.kid`) // WP-67
  const signatureFault = await checkSignature(signedBy)
  if (signatureFault) return signatureFault
  const { aal_values_supported: levels } = walletProvider.metadata.wallet_provider ?? {}
  if (claims.aal !== undefined && Array.isArray(levels) && !levels.includes(claims.aal))
    return fail('aal_unsupported', `${at}.payload.aal`, { expected: levels, found: claims.aal }) // WP-72
  const expiresAt = Math.min(claims.exp, walletProvider.expiresAt)
  return verified({ claims, cnf, thumbprint, walletProvider, signedBy, expiresAt })
}

/** Returns the signature check of a parsed attestation. */
export const signatureOf =
  (ctx: CryptoContext, { jws }: ParsedWalletAttestation): CheckSignature =>
  async (key) => {
    const signed = await verifyJws(ctx, jws, key, at)
    return failed(signed) ? signed : undefined
  }

/**
 * Verifies an attestation: its content, the trust in its Wallet Provider, and its signature. Does not check its status,
 * or the possession of the attested key.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createFederationTrustEvaluator } from 'fiducia/federation'
 * import { defaultAlgorithms as algorithms, generateSigner, signJwt } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 * import { verifyWalletAttestation, walletAttestationTypes } from 'fiducia/wallet-attestation'
 *
 * const ctx = { crypto: createNodeCrypto(), clock: createSystemClock(), fetch: async () => Response.error() }
 * const policy = { anchors: new Map(), urls: { loopbackHttp: false }, skewSeconds: 30 }
 * const trust = createFederationTrustEvaluator(ctx, policy)
 * const [wallet, now] = [await generateSigner(ctx), ctx.clock.now()] as const
 * const parties = { iss: 'https://unknown.example', sub: wallet.kid, cnf: { jwk: wallet.publicJwk } }
 * const typ = walletAttestationTypes.attestation
 * const compact = await signJwt(wallet, { typ, kid: wallet.kid }, { ...parties, iat: now, exp: now + 60 })
 * const attestation = await verifyWalletAttestation({ ...ctx, trust }, compact, { algorithms, now, skew: 30 })
 * assert.equal(failed(attestation) && attestation.code, 'no_trust_chain')
 * ```
 */
export async function verifyWalletAttestation(
  ctx: WalletAttestationContext,
  compact: string,
  policy: WalletAttestationPolicy,
): Promise<Verified<VerifiedWalletAttestation> | Failure<WalletAttestationCode>> {
  const parsed = parseWalletAttestation(compact, policy)
  if (failed(parsed)) return parsed
  const checked = checkWalletAttestation(ctx, parsed, policy)
  return failed(checked) ? checked : authenticateWalletAttestation(ctx, checked, signatureOf(ctx, parsed))
}
