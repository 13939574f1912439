/**
 * Client assertion for `private_key_jwt` (RFC 7523 §3): a JWT, signed with the attested key, by which the wallet
 * authenticates at the PID Provider's token endpoint (it-wallet §Token request). The PID Provider creates such an
 * assertion too, for a person source (`http-person-source.ts`).
 */
import {
  aheadEvidence,
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
  type Verified,
  verified,
} from '../base/index.ts'
import { checkJwtTimes, type JwsCode, parseJws, type Signer, signJwt, verifyJws } from '../jose/index.ts'
import { typJwt } from './identifiers.ts'
import { audienceWithin, type JwtPolicy, maximumAssertionLifetime } from './jwt-policy.ts'
import { isTokenIdentifier } from './parameters.ts'

/** Reasons to refuse a client assertion (RFC 7523 §3). */
export type ClientAssertionCode =
  | JwsCode
  | 'iss_mismatch'
  | 'sub_mismatch'
  | 'aud_mismatch'
  | 'exp_missing'
  | 'lifetime_too_long'
  | 'jti_malformed'

/** Content of a client assertion. */
export interface ClientAssertionInput {
  readonly clientId: string
  /** Identifier of the server that gets the assertion. */
  readonly audience: string
  readonly now: NumericDate
}

/** Conditions for a client assertion. The store checks that the `jti` is unused. */
export interface ClientAssertionPolicy extends JwtPolicy {
  /** Thumbprint of the attested key. It identifies the client. */
  readonly clientId: string
  /** Further accepted `iss` and `sub`: the `client_id` of the client's access token (D-467). Defaults to none. */
  readonly aliases?: readonly string[]
  /** The attested key. A key in the assertion is never used. */
  readonly key: PublicJwk
  /** Accepted audiences: the PID Provider's identifier and token endpoint. */
  readonly audiences: readonly string[]
}

/** A verified client assertion. It can be replayed unless the caller stores `clientAssertionClaim(assertion)`. */
export interface ClientAssertion {
  readonly clientId: string
  /** `jti` of the assertion. If it has none, the SHA-256 digest of its header and payload in base64url. */
  readonly jti: string
  /** Time from which the assertion is refused as expired. A store needs its `jti` only until then. */
  readonly expiresAt: NumericDate
}

/** Creates a client assertion with the client's key. The assertion expires after 60 seconds. */
export const createClientAssertion = (
  ctx: { readonly random: Random },
  signer: Signer,
  { clientId, audience, now }: ClientAssertionInput,
): Promise<string> =>
  signJwt(
    signer,
    { typ: typJwt, kid: signer.kid },
    {
      iss: clientId, // WI-44
      sub: clientId, // WI-44
      aud: audience, // WI-44
      iat: now, // WI-44
      exp: now + 60, // WI-44
      jti: randomUuid(ctx.random), // WI-44
    },
  )

/**
 * Verifies a client assertion with the attested key. Requires `iss`, `sub`, `aud` and an `exp` that is at most an hour
 * ahead. `iat` and `jti` are optional (RFC 7523 §3). Does not check whether the assertion was used: the caller must
 * store `clientAssertionClaim(assertion)` together with the effect of the request.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { defaultAlgorithms as algorithms, generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createClientAssertion, verifyClientAssertion } from 'fiducia/oauth'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const { now, audience } = { now: createSystemClock().now(), audience: 'https://pid.example' }
 * const attested = await generateSigner(ctx)
 * const { kid: clientId, publicJwk: key } = attested
 * const compact = await createClientAssertion(ctx, attested, { clientId, audience, now })
 * const policy = { key, clientId, audiences: [audience], algorithms, now, skew: 30 }
 * assert.ok(!failed(await verifyClientAssertion(ctx, compact, policy)))
 * ```
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
  if (exp > policy.now + maximumAssertionLifetime)
    return fail(
      'lifetime_too_long',
      'client_assertion.payload.exp',
      aheadEvidence(exp, policy.now, maximumAssertionLifetime),
    ) // PP-74
  if (!isTokenIdentifier(jti)) return fail('jti_malformed', 'client_assertion.payload.jti') // PP-73
  const signed = await verifyJws(ctx, jws, policy.key, at)
  if (failed(signed)) return signed
  return verified({ clientId: policy.clientId, jti, expiresAt: exp + policy.skew })
}

/** Returns the digest of header and payload, not of the signature: a client can sign the same content again. */
const signedDigest = (ctx: CryptoContext, compact: string): string =>
  ctx.crypto.digestText('sha-256', compact.slice(0, compact.lastIndexOf('.')))

/** Returns the claim for the single use of a client assertion. Each client has its own `jti` values (RFC 7523 §3). */
export const clientAssertionClaim = ({ clientId, jti, expiresAt }: ClientAssertion): Claim<'client_assertion_jti'> => ({
  name: 'client_assertion_jti',
  value: `${clientId} ${jti}`,
  expiresAt,
})
