/**
 * Delegation of a trust mark (OpenID Federation 1.0 §7.2): the owner of a type permits another entity to issue marks of
 * this type. The delegation is part of the mark (`delegation`). The owner's keys come from `trust_mark_owners` of the
 * Trust Anchor.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isNumericDate,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../../base/index.ts'
import {
  allAlgorithms,
  checkJwtTimes,
  type JwsAlgorithm,
  type JwsParseCode,
  type JwsVerifyCode,
  type JwtTimeCode,
  type JwtTimePolicy,
  parseJws,
  type Signer,
  signJwt,
  verifyJws,
} from '../../jose/index.ts'
import { findKey } from '../trust-evaluator.ts'

/** `typ` of a delegation (OpenID Federation 1.0 §7.2.1). */
const trustMarkDelegationType = 'trust-mark-delegation+jwt'

/** Claims of a delegation (OpenID Federation 1.0 §7.2.1). */
export interface TrustMarkDelegationInput {
  readonly owner: string
  /** The permitted issuer. */
  readonly issuer: string
  readonly trustMarkType: string
  readonly issuedAt: NumericDate
  /** Expiry of the delegation. If absent, it is valid as long as the owner's key. */
  readonly expiresAt?: NumericDate
}

/** Creates a delegation and signs it with the owner's key. */
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

/** Returns `exp` of a delegation. Infinite without `exp`, and for a malformed delegation. Verifies nothing. */
export function endOfDelegation(compact: string): NumericDate {
  const jws = parseJws(compact, { typ: [trustMarkDelegationType], algorithms: allAlgorithms }, 'delegation')
  const exp = failed(jws) ? undefined : jws.payload.exp
  return isNumericDate(exp) ? exp : Number.POSITIVE_INFINITY
}

/** Reasons to refuse a delegation. Codes of its JWS and of its times get the prefix `delegation_`. */
export type TrustMarkDelegationCode =
  | `delegation_${JwsParseCode | JwsVerifyCode | JwtTimeCode}`
  | 'delegation_kid_unknown'
  | 'delegation_iat_missing'
  | 'delegation_iss_mismatch'
  | 'delegation_sub_mismatch'
  | 'delegation_type_mismatch'

/** Conditions for a delegation. The owner's keys come from the Trust Anchor only (OpenID Federation 1.0 §7.2.2). */
export interface TrustMarkDelegationPolicy extends JwtTimePolicy {
  /** The owner according to the Trust Anchor. */
  readonly owner: string
  /** The owner's keys according to the Trust Anchor. */
  readonly ownerKeys: readonly PublicJwk[]
  /** Issuer of the mark. */
  readonly issuer: string
  /** Type of the mark. */
  readonly trustMarkType: string
  readonly algorithms: readonly JwsAlgorithm[]
}

/** A verified delegation. */
export interface TrustMarkDelegation {
  readonly owner: string
  /** Expiry of the delegation. If `undefined`, it is valid as long as the owner's key. */
  readonly expiresAt: NumericDate | undefined
}

/** Verifies a delegation: `typ`, owner, issuer, type, times, and the signature with one of the owner's keys. */
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
