/**
 * A user's token: an access token (RFC 9068) by which the authorization server of a wallet app says to the Wallet Provider
 * who the app's user is. It is a bearer's (RFC 6750 §2.1), bound to no key.
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
import { checkJwtTimes, type JwsCode, parseJws, type Signer, signJwt, verifyJws } from '../jose/index.ts'
import { typAccessToken } from './identifiers.ts'
import type { JwtPolicy } from './jwt-policy.ts'
import { parseBearerAuthorization } from './protected-resource.ts'

/** Why `Authorization` names no user of the app (RFC 6750 §2.1, RFC 9068 §4). */
export type UserTokenCode =
  | JwsCode
  | 'authorization_missing'
  | 'authorization_malformed'
  | 'kid_unknown'
  | 'iss_mismatch'
  | 'aud_mismatch'
  | 'exp_missing'
  | 'sub_malformed'

/** By what the token of an app's user is judged (RFC 9068 §4). It is a bearer token: whoever has it is the user. */
export interface UserTokenPolicy extends JwtPolicy {
  readonly issuer: string
  /** The issuer's published keys, each with its `kid`. */
  readonly keys: readonly PublicJwk[]
  /** What the resource is called. */
  readonly audience: string
}

/** What such a token says, to be signed: for tests and the sandbox, since the issuer is the app's own server. */
export interface UserTokenInput {
  readonly issuer: string
  readonly audience: string
  readonly user: string
  readonly now: NumericDate
  /** Seconds. */
  readonly lifetime: number
}

/** Who gets tokens: the wallet app is the only client of its server. */
const walletApp = 'wallet-app'

/** What the app's authorization server gives the app. */
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

/** Characters of a token; its issuer may say more of a user than we read. */
const maximumTokenLength = 8192

/** Of a name that an instance is linked to. */
const maximumUserLength = 256

/** Whose token it is, as its issuer names users. Does not know whether the issuer has taken it back since. */
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
  const key = policy.keys.find(({ kid }) => kid !== undefined && kid === header.kid)
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
