/**
 * Historical keys (OpenID Federation 1.0 §8.7): a list of the federation keys that an entity no longer uses. The entity
 * signs the list with a current key. Other entities use the list to verify old signatures.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isJsonObject,
  isNumericDate,
  type Json,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../../base/index.ts'
import {
  checkJwtTimes,
  type JwkCode,
  type JwsAlgorithm,
  type JwsCode,
  type JwtTimePolicy,
  parseJws,
  parsePublicJwk,
  type Signer,
  signJwt,
  verifyJws,
} from '../../jose/index.ts'
import { findKey } from '../trust-evaluator.ts'
import { type KeyRevocationReason, keyRevocationReasons } from './revocation-reasons.ts'

/** `typ` of the signed key set (OpenID Federation 1.0 §8.7.2). */
const jwkSetType = 'jwk-set+jwt'
/** Media type of the signed key set (OpenID Federation 1.0 §8.7.2). */
export const jwkSetMediaType = 'application/jwk-set+jwt'

/** A former key that no longer signs. */
export interface HistoricalKey {
  readonly jwk: PublicJwk
  readonly issuedAt?: NumericDate
  /** Time after which the entity has signed nothing with the key. */
  readonly expiresAt: NumericDate
  readonly revoked?: { readonly revokedAt: NumericDate; readonly reason: KeyRevocationReason }
}

/** Creates and signs the key set. */
export const createHistoricalKeys = (
  signer: Signer,
  input: { readonly issuer: string; readonly issuedAt: NumericDate; readonly keys: readonly HistoricalKey[] },
): Promise<string> =>
  signJwt(
    signer,
    { typ: jwkSetType, kid: signer.kid }, // FED-33
    { iss: input.issuer, iat: input.issuedAt, keys: input.keys.map(renderKey) }, // FED-33
  )

const renderKey = ({ jwk, issuedAt, expiresAt, revoked }: HistoricalKey) => ({
  ...jwk,
  ...(issuedAt !== undefined && { iat: issuedAt }),
  exp: expiresAt, // FED-33
  ...(revoked && { revoked: { revoked_at: revoked.revokedAt, reason: revoked.reason } }), // FED-33
})

/** Reasons to refuse a set of historical keys. */
export type HistoricalKeysCode =
  | JwsCode
  | JwkCode
  | 'kid_unknown'
  | 'historical_iss_mismatch'
  | 'historical_keys_malformed'

/**
 * Verifies a set: `typ`, issuer, times, the form of the keys, and the signature with one of the entity's current keys.
 * Skips keys of unsupported types (RFC 7517 §5, D-134). The result also contains compromised keys: check `revoked`
 * before you use a key. An unknown revocation reason becomes `unspecified`. `skew` is in seconds.
 */
export async function verifyHistoricalKeys(
  ctx: CryptoContext,
  compact: string,
  policy: JwtTimePolicy & {
    readonly issuer: string
    readonly issuerKeys: readonly PublicJwk[]
    readonly algorithms: readonly JwsAlgorithm[]
  },
  at = 'jwk_set',
): Promise<Verified<readonly HistoricalKey[]> | Failure<HistoricalKeysCode>> {
  const jws = parseJws(compact, { typ: [jwkSetType], algorithms: policy.algorithms }, at)
  if (failed(jws)) return jws
  const { iss, iat, keys } = jws.payload
  if (iss !== policy.issuer) return fail('historical_iss_mismatch', `${at}.payload.iss`) // FED-33
  if (iat === undefined) return fail('historical_keys_malformed', `${at}.payload.iat`) // FED-33
  if (!Array.isArray(keys)) return fail('historical_keys_malformed', `${at}.payload.keys`) // FED-33
  const times = checkJwtTimes(jws.payload, policy, `${at}.payload`)
  if (failed(times)) return times
  const read: HistoricalKey[] = []
  for (const [index, value] of keys.entries()) {
    const key = parseKey(value, `${at}.payload.keys[${index}]`)
    if (failed(key) && key.code === 'jwk_unsupported') continue
    if (failed(key)) return key
    read.push(key)
  }
  const signing = findKey(policy.issuerKeys, jws.header.kid)
  if (signing === undefined) return fail('kid_unknown', `${at}.header.kid`) // FED-33
  const signature = await verifyJws(ctx, jws, signing, at)
  if (failed(signature)) return signature
  return verified(read)
}

const reasons: readonly string[] = keyRevocationReasons

function parseKey(value: Json, at: string): HistoricalKey | Failure<JwkCode | 'historical_keys_malformed'> {
  const jwk = parsePublicJwk(value, at)
  if (failed(jwk)) return jwk
  const { kid, exp, iat, revoked } = isJsonObject(value) ? value : {}
  if (typeof kid !== 'string') return fail('historical_keys_malformed', `${at}.kid`) // FED-33
  if (!isNumericDate(exp)) return fail('historical_keys_malformed', `${at}.exp`) // FED-33
  if (iat !== undefined && !isNumericDate(iat)) return fail('historical_keys_malformed', `${at}.iat`) // FED-33
  const key = { jwk, ...(iat !== undefined && { issuedAt: iat }), expiresAt: exp }
  if (revoked === undefined) return key
  const { revoked_at, reason } = isJsonObject(revoked) ? revoked : {}
  if (!isNumericDate(revoked_at)) return fail('historical_keys_malformed', `${at}.revoked.revoked_at`) // FED-33
  const isReason = typeof reason === 'string' && reasons.includes(reason)
  return {
    ...key,
    revoked: { revokedAt: revoked_at, reason: isReason ? (reason as KeyRevocationReason) : 'unspecified' },
  }
}
