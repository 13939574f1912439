/**
 * The delegation of a trust mark (OpenID Federation 1.0 §7.2.2): the owner of a type of trust mark lets another entity
 * issue it. Stands in the mark's `delegation`; the owner's keys come from the Trust Anchor's `trust_mark_owners`.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../../base/index.ts'
import {
  checkJwtTimes,
  type JwsAlgorithm,
  type JwsParseCode,
  type JwsVerifyCode,
  type JwtTimeCode,
  parseJws,
  type Signer,
  signJwt,
  verifyJws,
} from '../../jose/index.ts'
import { findKey } from '../trust-evaluator.ts'

/** `typ` of a delegation (OpenID Federation 1.0 §7.2.1). */
export const trustMarkDelegationType = 'trust-mark-delegation+jwt'

/** An owner's word that another issues marks of its type, to be signed (OpenID Federation 1.0 §7.2.2). */
export interface TrustMarkDelegationInput {
  readonly owner: string
  /** Who may issue marks of this type. */
  readonly issuer: string
  readonly trustMarkType: string
  readonly issuedAt: NumericDate
  /** Without an end it holds as long as the owner's key. */
  readonly expiresAt?: NumericDate
}

/** Builds and signs a delegation with the owner's key. */
export const createTrustMarkDelegation = (signer: Signer, input: TrustMarkDelegationInput): Promise<string> =>
  signJwt(
    signer,
    { typ: trustMarkDelegationType, kid: signer.kid }, // FED-35
    {
      iss: input.owner, // FED-35
      sub: input.issuer, // FED-35
      trust_mark_type: input.trustMarkType, // FED-35
      iat: input.issuedAt,
      ...(input.expiresAt !== undefined && { exp: input.expiresAt }),
    },
  )

/** Why a delegation does not let this issuer give this type of mark. Faults of its JWS bear a prefix. */
export type TrustMarkDelegationCode =
  | `delegation_${JwsParseCode | JwsVerifyCode | JwtTimeCode}`
  | 'delegation_kid_unknown'
  | 'delegation_iat_missing'
  | 'delegation_iss_mismatch'
  | 'delegation_sub_mismatch'
  | 'delegation_type_mismatch'

/**
 * What a delegation must say to count for a mark; the owner's keys come from the Trust Anchor alone (OpenID Federation
 * 1.0 §7.2.2).
 */
export interface TrustMarkDelegationPolicy {
  /** The owner as the Trust Anchor names it, and its keys from there. */
  readonly owner: string
  readonly ownerKeys: readonly PublicJwk[]
  /** The mark's issuer, and its type. */
  readonly issuer: string
  readonly trustMarkType: string
  readonly algorithms: readonly JwsAlgorithm[]
  readonly now: NumericDate
  /** Seconds by which clocks may differ. */
  readonly skew: number
}

/** A delegation that its owner signed. */
export interface TrustMarkDelegation {
  readonly owner: string
  /** One without an end holds as long as the owner's key. */
  readonly expiresAt: NumericDate | undefined
}

/** Judges a delegation whole: kind, owner, issuer, type, times, signature by a key that the anchor states. */
export async function verifyTrustMarkDelegation(
  ctx: CryptoContext,
  compact: string,
  policy: TrustMarkDelegationPolicy,
  at: string,
): Promise<Verified<TrustMarkDelegation> | Failure<TrustMarkDelegationCode>> {
  const jws = parseJws(compact, { typ: [trustMarkDelegationType], algorithms: policy.algorithms }, at)
  if (failed(jws)) return fail(`delegation_${jws.code}`, jws.at) // FED-35
  const { iss, sub, iat, trust_mark_type, trust_mark_id, id } = jws.payload
  if (iss !== policy.owner) return fail('delegation_iss_mismatch', `${at}.payload.iss`) // FED-35
  if (sub !== policy.issuer) return fail('delegation_sub_mismatch', `${at}.payload.sub`) // FED-35
  const type = trust_mark_type ?? trust_mark_id ?? id // FED-36
  if (type !== policy.trustMarkType) return fail('delegation_type_mismatch', `${at}.payload.trust_mark_type`) // FED-35
  if (iat === undefined) return fail('delegation_iat_missing', `${at}.payload.iat`) // FED-35
  const times = checkJwtTimes(jws.payload, policy, `${at}.payload`)
  if (failed(times)) return fail(`delegation_${times.code}`, times.at) // FED-35
  const key = findKey(policy.ownerKeys, jws.header.kid)
  if (key === undefined) return fail('delegation_kid_unknown', `${at}.header.kid`) // FED-35
  const signature = await verifyJws(ctx, jws, key, at)
  if (failed(signature)) return fail(`delegation_${signature.code}`, signature.at) // FED-35
  return verified({ owner: policy.owner, expiresAt: jws.payload.exp as NumericDate | undefined })
}
