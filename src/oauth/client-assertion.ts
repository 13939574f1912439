/**
 * Client assertion of `private_key_jwt` (RFC 7523 §3): the wallet authenticates at the PID Provider's token endpoint
 * with a JWT signed by the key that its Wallet Attestation attests (it-wallet §Token request).
 */
import {
  type Claim,
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isNumericDate,
  type NumericDate,
  type PublicJwk,
  type Random,
  randomUuid,
  secondsAhead,
  type Verified,
  verified,
} from '../base/index.ts'
import { checkJwtTimes, type JwsCode, parseJws, type Signer, signJwt, verifyJws } from '../jose/index.ts'
import { typJwt } from './identifiers.ts'
import { audienceWithin, type JwtPolicy } from './jwt-policy.ts'
import { isTokenIdentifier } from './parameters.ts'

/** Why a client assertion does not authenticate this client here (RFC 7523 §3). */
export type ClientAssertionCode =
  | JwsCode
  | 'iss_mismatch'
  | 'sub_mismatch'
  | 'aud_mismatch'
  | 'exp_missing'
  | 'lifetime_too_long'
  | 'jti_malformed'

/** Seconds from now within which an assertion must end (PP-74): so long a used one is remembered. */
const longestLife = 3600

/** What the wallet says of itself at the token endpoint, signed by the attested key. */
export interface ClientAssertionInput {
  readonly clientId: string
  /** The provider's identifier. */
  readonly audience: string
  readonly now: NumericDate
  /** Seconds. */
  readonly lifetime?: number
}

/** By what that assertion is judged. Whether its `jti` was used before is a store's to say. */
export interface ClientAssertionPolicy extends JwtPolicy {
  /** The thumbprint, under which its assertions are remembered. */
  readonly clientId: string
  /** Further names of the same client: the `client_id` of its access token (D-467). None by default. */
  readonly aliases?: readonly string[]
  /** The attested key: never one that the assertion names. */
  readonly key: PublicJwk
  /** The provider's identifier and its token endpoint. */
  readonly audiences: readonly string[]
}

/** An assertion that holds. Its single use is not claimed yet: until then it is good a second time. */
export interface ClientAssertion {
  readonly clientId: string
  /** Its `jti`; without one the SHA-256 of what was signed, as base64url. */
  readonly jti: string
  /** From then on it is refused for its age, so that its `jti` need not be remembered. */
  readonly expiresAt: NumericDate
}

/** Makes the assertion with the attested key. */
export function createClientAssertion(
  ctx: { readonly random: Random },
  signer: Signer,
  { clientId, audience, now, lifetime = 60 }: ClientAssertionInput,
): Promise<string> {
  return signJwt(
    signer,
    { typ: typJwt, kid: signer.kid },
    {
      iss: clientId, // WI-44
      sub: clientId, // WI-44
      aud: audience, // WI-44
      iat: now, // WI-44
      exp: now + lifetime, // WI-44
      jti: randomUuid(ctx.random), // WI-44
    },
  )
}

/**
 * Verifies an assertion with the key that was attested when the request was pushed. `iat` and `jti` may be absent, as
 * RFC 7523 §3 has it. Does not know whether the assertion was used: claim `clientAssertionClaim(assertion)` together with
 * the effect.
 */
export async function verifyClientAssertion(
  ctx: CryptoContext,
  compact: string,
  policy: ClientAssertionPolicy,
): Promise<Verified<ClientAssertion> | Failure<ClientAssertionCode>> {
  const at = 'client_assertion'
  const jws = parseJws(compact, { typ: [typJwt, undefined], algorithms: policy.algorithms }, at) // PP-74
  if (failed(jws)) return jws
  const { payload } = jws
  const { exp, jti = signedDigest(ctx, compact) } = payload
  const names = [policy.clientId, ...(policy.aliases ?? [])]
  if (!names.some((name) => name === payload.iss))
    return fail('iss_mismatch', 'client_assertion.payload.iss', { expected: names, found: payload.iss }) // PP-73
  if (!names.some((name) => name === payload.sub))
    return fail('sub_mismatch', 'client_assertion.payload.sub', { expected: names, found: payload.sub }) // PP-73
  if (!audienceWithin(payload.aud, policy.audiences))
    return fail('aud_mismatch', 'client_assertion.payload.aud', { expected: policy.audiences, found: payload.aud }) // PP-73
  const times = checkJwtTimes(payload, policy, `${at}.payload`)
  if (times) return times
  if (!isNumericDate(exp)) return fail('exp_missing', 'client_assertion.payload.exp') // PP-18
  if (exp > policy.now + longestLife)
    return fail('lifetime_too_long', 'client_assertion.payload.exp', secondsAhead(exp, policy.now, longestLife)) // PP-74
  if (!isTokenIdentifier(jti)) return fail('jti_malformed', 'client_assertion.payload.jti') // PP-73
  const signed = await verifyJws(ctx, jws, policy.key, at)
  if (failed(signed)) return signed
  return verified({ clientId: policy.clientId, jti, expiresAt: exp + policy.skew })
}

/** Without the signature, which the client can make anew over the same assertion. */
const signedDigest = (ctx: CryptoContext, compact: string): string =>
  ctx.crypto.digestText('sha-256', compact.slice(0, compact.lastIndexOf('.')))

/** The single use of an assertion, scoped to its client (RFC 7523 §3 item 7). */
export const clientAssertionClaim = ({ clientId, jti, expiresAt }: ClientAssertion): Claim<'client_assertion_jti'> => ({
  name: 'client_assertion_jti',
  value: `${clientId} ${jti}`,
  expiresAt,
})
