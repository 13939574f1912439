/** Trust mark status response (OpenID Federation 1.0 §8.4.2): the issuer's signed statement about one mark. */
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
  type JwsCode,
  type JwtTimePolicy,
  parseJws,
  type Signer,
  signJwt,
  verifyJws,
} from '../../jose/index.ts'
import { findKey } from '../trust-evaluator.ts'

/** `typ` of a status response (OpenID Federation 1.0 §8.4.2). */
export const trustMarkStatusType = 'trust-mark-status-response+jwt'
/** Media type of a status response (OpenID Federation 1.0 §8.4.2). */
export const trustMarkStatusMediaType = 'application/trust-mark-status-response+jwt'

/** Possible statuses. A mark is valid only if its status is `active`. */
const trustMarkStatuses = ['active', 'expired', 'revoked', 'invalid'] as const
/** Status of a mark according to its issuer. */
export type TrustMarkStatus = (typeof trustMarkStatuses)[number]

/** Creates and signs a status response. */
export const createTrustMarkStatus = (
  signer: Signer,
  input: {
    readonly issuer: string
    readonly trustMark: string
    readonly status: TrustMarkStatus
    readonly issuedAt: NumericDate
  },
): Promise<string> =>
  signJwt(
    signer,
    { typ: trustMarkStatusType, kid: signer.kid }, // FED-32
    {
      iss: input.issuer, // FED-32
      iat: input.issuedAt, // FED-32
      trust_mark: input.trustMark, // FED-32
      status: input.status, // FED-32
    },
  )

/** Reasons to refuse a status response. */
export type TrustMarkStatusCode =
  | JwsCode
  | 'kid_unknown'
  | 'status_iss_mismatch'
  | 'status_iat_missing'
  | 'status_stale'
  | 'status_mark_mismatch'
  | 'status_unknown'

/** Conditions for a status response (OpenID Federation 1.0 §8.4.2). */
export interface TrustMarkStatusPolicy extends JwtTimePolicy {
  readonly issuer: string
  readonly issuerKeys: readonly PublicJwk[]
  /** The mark as sent in the request. */
  readonly trustMark: string
  readonly algorithms: readonly JwsAlgorithm[]
  /** Maximum age of a response in seconds. */
  readonly maximumAgeSeconds: number
}

/**
 * Verifies a status response: `typ`, issuer, times, age, mark, and the signature with one of the issuer's keys. Returns
 * any known status: the caller must check that it is `active`.
 */
export async function verifyTrustMarkStatus(
  ctx: CryptoContext,
  compact: string,
  policy: TrustMarkStatusPolicy,
  at = 'status',
): Promise<Verified<{ readonly status: TrustMarkStatus }> | Failure<TrustMarkStatusCode>> {
  const jws = parseJws(compact, { typ: [trustMarkStatusType], algorithms: policy.algorithms }, at)
  if (failed(jws)) return jws
  const { iss, iat, trust_mark } = jws.payload
  const status = trustMarkStatuses.find((name) => name === jws.payload.status)
  if (iss !== policy.issuer) return fail('status_iss_mismatch', `${at}.payload.iss`) // FED-32
  if (iat === undefined) return fail('status_iat_missing', `${at}.payload.iat`) // FED-32
  const times = checkJwtTimes(jws.payload, policy, `${at}.payload`)
  if (failed(times)) return times
  if (Number(iat) + policy.maximumAgeSeconds + policy.skew <= policy.now)
    return fail('status_stale', `${at}.payload.iat`) // FED-32
  if (trust_mark !== policy.trustMark) return fail('status_mark_mismatch', `${at}.payload.trust_mark`) // FED-32
  if (status === undefined) return fail('status_unknown', `${at}.payload.status`) // FED-32
  const key = findKey(policy.issuerKeys, jws.header.kid)
  if (key === undefined) return fail('kid_unknown', `${at}.header.kid`) // FED-32
  const signature = await verifyJws(ctx, jws, key, at)
  if (failed(signature)) return signature
  return verified({ status })
}
