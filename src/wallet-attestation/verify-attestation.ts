/**
 * A Wallet Attestation where it is shown: judged by itself, then by the trust in its Wallet Provider and by its signature.
 */
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
import {
  findKey,
  protocolKeys,
  type TrustCode,
  type TrustEvaluator,
  type TrustedEntity,
} from '../federation/trust-evaluator.ts'
import {
  checkJwtTimes,
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
  type WalletAttestationReading,
} from './attestation.ts'

/** Why a Wallet Attestation that is shown does not count, now. */
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
 * A Wallet Attestation of a provider that is trusted. That who shows it has the attested key is for a proof to say,
 * and that it was not taken back for its status.
 */
export interface VerifiedWalletAttestation {
  readonly claims: WalletAttestationClaims
  /** The attested key. */
  readonly cnf: PublicJwk
  /** Of `cnf`, and equal to `sub`. */
  readonly thumbprint: string
  readonly walletProvider: TrustedEntity
  /** Its key that has signed it. */
  readonly signedBy: PublicJwk
  /** The lesser of the attestation's and its trust chain's end. */
  readonly expiresAt: NumericDate
}

/** With what attestations are verified: the trust in whoever signs them. */
export interface WalletAttestationContext extends CryptoContext {
  readonly trust: TrustEvaluator
}

/** By which moment, and in which words and algorithms, an attestation is judged. */
export interface WalletAttestationPolicy extends JwtTimePolicy, WalletAttestationReading {}

const at = 'wallet_attestation'

/** What of an attestation holds as far as it can be judged without its provider. */
export interface JudgedWalletAttestation extends Omit<ParsedWalletAttestation, 'jws'> {
  readonly thumbprint: string
}

/** Whether the provider's key has signed the attestation. */
export type CheckSignature = (key: PublicJwk) => MaybePromise<undefined | Failure<WalletAttestationCode>>

/** Judges times, life and `sub`. Nothing it returns may be trusted. */
export function judgeWalletAttestation(
  ctx: CryptoContext,
  { jws, ...attestation }: ParsedWalletAttestation,
  policy: JwtTimePolicy,
): JudgedWalletAttestation | Failure<WalletAttestationCode> {
  const { claims, cnf } = attestation
  const untimely = checkJwtTimes(jws.payload, policy, `${at}.payload`)
  if (untimely) return untimely
  const tooLong = claims.exp - claims.iat > maximumAttestationLifetimeSeconds
  if (tooLong) return fail('lifetime_too_long', `${at}.payload.exp`) // WP-69
  const thumbprint = jwkThumbprint(ctx, cnf)
  if (claims.sub !== thumbprint) return fail('sub_mismatch', `${at}.payload.sub`) // WP-71
  return { ...attestation, thumbprint }
}

/**
 * Verifies the trust in the Wallet Provider, and the signature with the key that `kid` names in its resolved metadata,
 * where the level must be stated too when levels are (D-231).
 */
export async function vouchForWalletAttestation(
  ctx: WalletAttestationContext,
  { claims, cnf, kid, thumbprint, trustChain }: JudgedWalletAttestation,
  checkSignature: CheckSignature,
): Promise<Verified<VerifiedWalletAttestation> | Failure<WalletAttestationCode>> {
  const hint = trustChain ? { trustChain, kid } : { kid }
  const walletProvider = await ctx.trust.evaluate(claims.iss, ['wallet_provider'], hint)
  if (failed(walletProvider)) return walletProvider
  const signedBy = findKey(protocolKeys(walletProvider, 'wallet_provider'), kid)
  if (signedBy === undefined) return fail('kid_unknown', `${at}.header.kid`) // WP-67
  const unsigned = await checkSignature(signedBy)
  if (unsigned) return unsigned
  const { aal_values_supported: levels } = walletProvider.metadata.wallet_provider ?? {}
  if (claims.aal !== undefined && Array.isArray(levels) && !levels.includes(claims.aal))
    return fail('aal_unsupported', `${at}.payload.aal`, { expected: levels, found: claims.aal }) // WP-72
  const expiresAt = Math.min(claims.exp, walletProvider.expiresAt)
  return verified({ claims, cnf, thumbprint, walletProvider, signedBy, expiresAt })
}

/** The signature of an attestation as it was shown. */
export const signatureOf =
  (ctx: CryptoContext, { jws }: ParsedWalletAttestation): CheckSignature =>
  async (key) => {
    const signed = await verifyJws(ctx, jws, key, at)
    return failed(signed) ? signed : undefined
  }

/** All of it. Does not check the status, nor that whoever shows it holds the attested key. */
export async function verifyWalletAttestation(
  ctx: WalletAttestationContext,
  compact: string,
  policy: WalletAttestationPolicy,
): Promise<Verified<VerifiedWalletAttestation> | Failure<WalletAttestationCode>> {
  const parsed = parseWalletAttestation(compact, policy)
  if (failed(parsed)) return parsed
  const judged = judgeWalletAttestation(ctx, parsed, policy)
  return failed(judged) ? judged : vouchForWalletAttestation(ctx, judged, signatureOf(ctx, parsed))
}
