/**
 * Token of an app's user: an access token (RFC 9068) by which the authorization server of a wallet app identifies the
 * user to the Wallet Provider. It is a bearer token (RFC 6750 §2.1) and not bound to a key.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type NumericDate,
  type PublicJwk,
  type Random,
  randomUuid,
  type Verified,
  verified,
} from '../base/index.ts'
import {
  checkJwtTimes,
  findVerificationKey,
  type JwsCode,
  parseJws,
  type Signer,
  signJwt,
  verifyJws,
} from '../jose/index.ts'
import { typAccessToken } from './identifiers.ts'
import type { JwtPolicy } from './jwt-policy.ts'
import { parseBearerAuthorization } from './protected-resource.ts'

/** Reasons to refuse a user's token (RFC 6750 §2.1, RFC 9068 §4). */
export type UserTokenCode =
  | JwsCode
  | 'authorization_missing'
  | 'authorization_malformed'
  | 'kid_unknown'
  | 'iss_mismatch'
  | 'aud_mismatch'
  | 'exp_missing'
  | 'sub_malformed'

/** Conditions for a user's token (RFC 9068 §4). Anyone who has the token can act as the user. */
export interface UserTokenPolicy extends JwtPolicy {
  readonly issuer: string
  /** The issuer's published keys, each with its `kid`. */
  readonly keys: readonly PublicJwk[]
  /** Identifier of the resource. */
  readonly audience: string
}

/** Content of a user's token. The app's own server issues it, so only tests and the sandbox create a token here. */
export interface UserTokenInput {
  readonly issuer: string
  readonly audience: string
  readonly user: string
  readonly now: NumericDate
  /** Seconds. */
  readonly lifetime: number
}

/** `client_id` of every created token: the wallet app is the only client of its server. */
const walletApp = 'wallet-app'

/** Creates a token as the app's authorization server does. */
export const createUserToken = (
  { random }: { readonly random: Random },
  signer: Signer,
  { issuer, audience, user, now, lifetime }: UserTokenInput,
): Promise<string> =>
  signJwt(
    signer,
    { typ: typAccessToken, kid: signer.kid },
    {
      iss: issuer,
      aud: audience,
      sub: user,
      client_id: walletApp,
      jti: randomUuid(random),
      iat: now,
      exp: now + lifetime,
    },
  )

/** Maximum length of a token in characters. A token may contain more claims than `verifyUserToken` reads. */
const maximumTokenLength = 8192

/** Maximum length of a user's identifier in characters. */
const maximumUserLength = 256

/**
 * Verifies the bearer token of an `Authorization` header and returns its user. Requires `exp` and `sub`. `aud` may name
 * other audiences too. Does not check whether the issuer has revoked the token.
 */
export async function verifyUserToken(
  ctx: CryptoContext,
  authorization: string | undefined,
  policy: UserTokenPolicy,
): Promise<Verified<{ readonly user: string }> | Failure<UserTokenCode>> {
  const at = 'authorization'
  if (authorization === undefined || authorization === '') return fail('authorization_missing', at) // WP-87
  const compact = parseBearerAuthorization(authorization, maximumTokenLength)
  if (compact === undefined) return fail('authorization_malformed', at) // WP-87
  const jws = parseJws(compact, { typ: [typAccessToken], algorithms: policy.algorithms }, 'user_token') // WP-87
  if (failed(jws)) return jws
  const { header, payload } = jws
  const key = findVerificationKey(policy.keys, header)
  if (key === undefined)
    return fail('kid_unknown', 'user_token.header.kid', {
      expected: policy.keys.map(({ kid }) => kid),
      found: header.kid,
    }) // WP-87
  const { iss, aud, exp, sub } = payload
  if (iss !== policy.issuer)
    return fail('iss_mismatch', 'user_token.payload.iss', { expected: policy.issuer, found: iss }) // WP-87
  const audiences = Array.isArray(aud) ? aud : [aud]
  if (!audiences.includes(policy.audience))
    return fail('aud_mismatch', 'user_token.payload.aud', { expected: policy.audience, found: audiences }) // WP-87
  const times = checkJwtTimes(payload, policy, 'user_token.payload')
  if (times) return times
  if (exp === undefined) return fail('exp_missing', 'user_token.payload.exp') // WP-87
  const isUser = typeof sub === 'string' && sub !== '' && sub.length <= maximumUserLength
  if (!isUser) return fail('sub_malformed', 'user_token.payload.sub') // WP-87
  const signed = await verifyJws(ctx, jws, key, 'user_token')
  return failed(signed) ? signed : verified({ user: sub })
}
