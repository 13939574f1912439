/**
 * The ID Token of the national identity provider. It states that the user has just logged in for this PID Provider, and
 * at which level (OpenID Connect Core 1.0 §3.1.3.7; SPID/CIE rules 2023-10). The adapter fetches it from the token
 * endpoint. This file only verifies it.
 */
import { z } from 'zod'
import {
  type CryptoContext,
  encodeBase64url,
  type Failure,
  fail,
  failed,
  isNumericDate,
  type JsonObject,
  type NumericDate,
  type PublicJwk,
  placeOf,
  type Verified,
  verified,
  withoutNulls,
} from '../../../base/index.ts'
import {
  algorithmRow,
  checkJwtTimes,
  type JwsAlgorithm,
  type JwsCode,
  type ParsedJws,
  parseJws,
  verifyJws,
} from '../../../jose/index.ts'
import { type LevelOfAssurance, levelsOfAssurance, type ProviderCode } from '../national-identity-provider.ts'

/**
 * Reasons to refuse an ID Token (OpenID Connect Core 1.0 §3.1.3.7). A `ProviderCode` means that the provider's keys
 * could not be read, and does not concern the token.
 */
export type IdTokenCode =
  | JwsCode
  | ProviderCode
  | 'kid_unknown'
  | 'id_token_malformed'
  | 'nonce_mismatch'
  | 'iss_mismatch'
  | 'aud_mismatch'
  | 'at_hash_mismatch'
  | 'login_stale'
  | 'acr_missing'
  | 'acr_unknown'

/** Expected values of a token: the registered provider, this PID Provider's client identifier, the open request. */
export interface NationalTokenPolicy {
  readonly issuer: string
  /**
   * Returns the provider's registered key with the `kid` of a header (`findVerificationKey`), or `undefined` if there
   * is none. Keys in a header are never used. For an unknown `kid`, the registration is read again. Fails if that is
   * not possible.
   */
  readonly keyOf: (header: ParsedJws['header']) => Promise<PublicJwk | Failure<ProviderCode> | undefined>
  readonly algorithms: readonly JwsAlgorithm[]
  readonly clientId: string
  /** The request's `nonce`. */
  readonly loginNonce: string
  /** Time at which the login began. A token or an authentication from before this time is refused (PP-61). */
  readonly startedAt: NumericDate
  readonly now: NumericDate
  /** Maximum clock difference in seconds. */
  readonly skew: number
}

/** Policy for an ID Token. */
export interface IdTokenPolicy extends NationalTokenPolicy {
  /** Access token from the same response of the token endpoint. */
  readonly accessToken: string
}

/** The user of a verified ID Token, and the level of the login. */
export interface NationalIdToken {
  /** `sub`: the provider's identifier for the person. */
  readonly subject: string
  /** Level in `acr`. */
  readonly levelOfAssurance: LevelOfAssurance
  /** `auth_time`, or `iat` if the provider sends none. */
  readonly authenticatedAt: NumericDate
  /** All claims that are not null. */
  readonly claims: JsonObject
}

const idToken = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1),
  aud: z.union([z.string(), z.array(z.string()).min(1)]),
  azp: z.string().optional(),
  exp: z.number(),
  iat: z.number(),
  auth_time: z.number().optional(),
  nonce: z.string(),
  acr: z.string().optional(),
  at_hash: z.string().optional(),
})

/**
 * Verifies an ID Token: signature by a registered key, `iss`, `aud` (only this client) and `azp`, `nonce`, times,
 * freshness, a known level in `acr`, and `at_hash` if present. National providers always send `at_hash`; OpenID Connect
 * makes it optional. Does not check that the level suffices.
 */
export async function verifyNationalIdToken(
  ctx: CryptoContext,
  compact: string,
  policy: IdTokenPolicy,
): Promise<Verified<NationalIdToken> | Failure<IdTokenCode>> {
  const jws = parseJws(compact, { typ: ['JWT', undefined], algorithms: policy.algorithms }, 'id_token')
  if (failed(jws)) return jws
  const claims = withoutNulls(jws.payload) // D-502
  const parsed = idToken.safeParse(claims)
  if (!parsed.success) return fail('id_token_malformed', placeOf('id_token', parsed.error))
  const { iss, sub, aud, azp, nonce, acr, iat, auth_time, at_hash } = parsed.data
  if (iss !== policy.issuer) return fail('iss_mismatch', 'id_token.iss', { expected: policy.issuer, found: iss }) // PP-62
  if (!isOnlyAudience(policy.clientId, aud))
    return fail('aud_mismatch', 'id_token.aud', { expected: policy.clientId, found: aud }) // PP-62
  if (azp !== undefined && azp !== policy.clientId)
    return fail('aud_mismatch', 'id_token.azp', { expected: policy.clientId, found: azp }) // PP-62
  if (nonce !== policy.loginNonce) return fail('nonce_mismatch', 'id_token.nonce') // PP-62
  const timeFault = checkJwtTimes(claims, policy, 'id_token')
  if (timeFault) return timeFault // PP-62
  if (auth_time !== undefined && !isNumericDate(auth_time)) return fail('time_invalid', 'id_token.auth_time') // PP-62
  const authenticatedAt = auth_time ?? iat
  if (authenticatedAt > policy.now + policy.skew) return fail('not_yet_valid', 'id_token.auth_time') // PP-62
  const earliest = policy.startedAt - policy.skew
  if (iat < earliest) return fail('login_stale', 'id_token.iat') // PP-61
  if (authenticatedAt < earliest) return fail('login_stale', 'id_token.auth_time') // PP-61
  if (at_hash !== undefined && at_hash !== accessTokenHash(ctx, policy.accessToken, jws.header.alg))
    return fail('at_hash_mismatch', 'id_token.at_hash') // PP-62
  if (acr === undefined) return fail('acr_missing', 'id_token.acr') // PP-62
  const levelOfAssurance = Object.hasOwn(levelsOfAssurance, acr) ? levelsOfAssurance[acr] : undefined
  if (levelOfAssurance === undefined)
    return fail('acr_unknown', 'id_token.acr', { expected: Object.keys(levelsOfAssurance), found: acr }) // PP-62
  const key = await policy.keyOf(jws.header)
  if (failed(key)) return key // PP-58
  if (key === undefined) return fail('kid_unknown', 'id_token.header.kid', { found: jws.header.kid }) // PP-62
  const signed = await verifyJws(ctx, jws, key, 'id_token')
  if (failed(signed)) return signed // PP-62
  return verified({ subject: sub, levelOfAssurance, authenticatedAt, claims })
}

/** Returns the left half of the token's digest by the ID Token's algorithm (OpenID Connect Core 1.0 §3.1.3.6). */
function accessTokenHash({ crypto }: CryptoContext, accessToken: string, algorithm: JwsAlgorithm): string {
  const { scheme } = algorithmRow(algorithm)
  const digest = crypto.digest(scheme.name === 'eddsa' ? 'sha-512' : scheme.hash, accessToken)
  return encodeBase64url(digest.subarray(0, digest.length / 2))
}

/** Returns true if this client is the only audience (OpenID Connect Core 1.0 §3.1.3.7, item 3). */
const isOnlyAudience = (clientId: string, aud: string | readonly string[]): boolean =>
  typeof aud === 'string' ? aud === clientId : aud.every((audience) => audience === clientId)
