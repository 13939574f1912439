/**
 * Access token (RFC 9068, RFC 9449 §6; it-wallet §Access token): a JWT that the PID Provider signs for its own
 * credential endpoint. It is bound to the wallet's DPoP key. The wallet checks the claims before it uses the token.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isJsonObject,
  isNumericDate,
  type Json,
  type JsonObject,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../base/index.ts'
import {
  allAlgorithms,
  checkJwtTimes,
  type JwsCode,
  type JwsParseCode,
  type JwtTimeCode,
  type JwtTimePolicy,
  parseJws,
  type Signer,
  signJwt,
  verifyJws,
} from '../jose/index.ts'
import { typAccessToken, typJwt } from './identifiers.ts'
import { audienceWithin, type JwtPolicy } from './jwt-policy.ts'
import type { KnownTokens } from './known-tokens.ts'
import { isTokenIdentifier } from './parameters.ts'

/** Reasons to refuse an access token at the credential endpoint (RFC 9068 §4). */
export type AccessTokenCode =
  | JwsCode
  | 'kid_unknown'
  | 'iss_mismatch'
  | 'access_token_malformed'
  | 'aud_mismatch'
  | 'binding_contradictory'

/** Reasons for a wallet not to use a received token. A wallet does not verify its signature (D-47). */
export type ReceivedAccessTokenCode =
  | JwsParseCode
  | JwtTimeCode
  | 'iss_mismatch'
  | 'client_id_mismatch'
  | 'aud_mismatch'
  | 'exp_missing'
  | 'iat_missing'
  | 'sub_missing'
  | 'jti_malformed'
  | 'nonce_short'
  | 'jkt_mismatch'

/** Content of an access token (it-wallet §Access token; PP-21). */
export interface AccessTokenInput {
  readonly issuer: string
  /** Pairwise subject identifier. */
  readonly subject: string
  /** The wallet's client identifier as a URL: `{wallet_provider_url}/instance/{thumbprint}` (PP-22). */
  readonly clientId: string
  readonly now: NumericDate
  /** Seconds. Also `expires_in` of the token response. */
  readonly lifetime: number
  /** A UUID version 4. The caller creates it, because the caller may bind the c_nonce to it. */
  readonly jti: string
  readonly cNonce: string
  /** Thumbprint of the DPoP key. */
  readonly jkt: string
}

/** The claims of a token (RFC 9068 §2.2, RFC 9449 §6.1). */
export interface AccessToken {
  readonly iss: string
  readonly sub: string
  readonly client_id: string
  readonly iat: NumericDate
  readonly exp: NumericDate
  readonly jti: string
  /** Thumbprint of the DPoP key that the token is bound to: `cnf.jkt`. */
  readonly jkt: string
}

/** Conditions for an access token. The caller checks that the DPoP proof has the bound key. */
export interface AccessTokenPolicy extends JwtPolicy {
  readonly issuer: string
  /** The issuer's published keys, each with its `kid`. */
  readonly keys: readonly PublicJwk[]
  /** Cache of tokens whose signature is known to be valid and is not verified again. Defaults to none. */
  readonly known?: KnownTokens
}

/** Creates an access token and signs it with the issuer's key. */
export const createAccessToken = (signer: Signer, input: AccessTokenInput): Promise<string> =>
  signJwt(
    signer,
    { typ: typAccessToken, kid: signer.kid }, // PP-85
    {
      iss: input.issuer, // PP-21
      sub: input.subject, // PP-21
      client_id: input.clientId, // PP-22
      aud: input.clientId, // PP-21
      iat: input.now, // PP-21
      exp: input.now + input.lifetime, // PP-88
      jti: input.jti, // PP-21
      nonce: input.cNonce, // PP-87
      jkt: input.jkt, // PP-21
      cnf: { jkt: input.jkt }, // PP-22
    },
  )

/**
 * Verifies an access token at its issuer. Unlike RFC 9068, requires a `nonce`, `client_id` as `aud`, and the same
 * thumbprint in `jkt` and `cnf`. Does not check the DPoP proof or whether the grant was revoked.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed, randomToken, randomUuid } from 'fiducia/base'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom } from 'fiducia/node'
 * import { createAccessToken, verifyAccessToken } from 'fiducia/oauth'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const signer = await generateSigner(ctx)
 * const about = { issuer: 'https://pid.example', subject: 'alice', clientId: 'wallet', now: 1767225600 }
 * const once = { jti: randomUuid(ctx.random), cNonce: randomToken(ctx.random), lifetime: 60, jkt: signer.kid }
 * const compact = await createAccessToken(signer, { ...about, ...once })
 * const policy = { ...about, keys: [signer.publicJwk], algorithms: ['ES256'], skew: 30 } as const
 * const token = await verifyAccessToken(ctx, compact, policy)
 * assert.equal(failed(token) ? token.code : token.sub, 'alice')
 * ```
 */
export async function verifyAccessToken(
  ctx: CryptoContext,
  compact: string,
  policy: AccessTokenPolicy,
): Promise<Verified<AccessToken> | Failure<AccessTokenCode>> {
  const at = 'access_token'
  const jws = parseJws(compact, { typ: [typAccessToken], algorithms: policy.algorithms }, at) // PP-89
  if (failed(jws)) return jws
  const { header, payload } = jws
  const key = policy.keys.find(({ kid }) => kid !== undefined && kid === header.kid)
  if (key === undefined)
    return fail('kid_unknown', 'access_token.header.kid', {
      expected: policy.keys.map(({ kid }) => kid),
      found: header.kid,
    }) // PP-89
  if (payload.iss !== policy.issuer)
    return fail('iss_mismatch', 'access_token.payload.iss', { expected: policy.issuer, found: payload.iss }) // PP-89
  const times = checkJwtTimes(payload, policy, `${at}.payload`)
  if (times) return times
  const claims = readClaims(payload)
  if (typeof claims === 'string') return fail('access_token_malformed', `access_token.payload.${claims}`) // PP-89
  const { iss, sub, client_id, aud, iat, exp, jti, jkt, confirmedJkt } = claims
  if (aud !== client_id) return fail('aud_mismatch', 'access_token.payload.aud', { expected: client_id, found: aud }) // PP-21
  if (confirmedJkt !== jkt) return fail('binding_contradictory', 'access_token.payload.cnf.jkt') // PP-22
  const token = verified<AccessToken>({ iss, sub, client_id, iat, exp, jti, jkt })
  if (policy.known?.has(compact)) return token
  const signed = await verifyJws(ctx, jws, key, at)
  if (failed(signed)) return signed
  policy.known?.add(compact)
  return token
}

interface AccessTokenClaims extends AccessToken {
  readonly aud: string
  readonly confirmedJkt: string
}

/**
 * Returns the claims, or the name of the first malformed one. Does not use a schema, because the function runs for
 * every request and must be fast.
 */
function readClaims(payload: JsonObject): AccessTokenClaims | string {
  const { iss, sub, client_id, aud, iat, exp, jti, nonce, jkt, cnf } = payload
  if (typeof iss !== 'string') return 'iss'
  if (!isFilled(sub)) return 'sub'
  if (!isFilled(client_id)) return 'client_id'
  if (!isFilled(aud)) return 'aud'
  if (!isNumericDate(iat)) return 'iat'
  if (!isNumericDate(exp)) return 'exp'
  if (typeof jti !== 'string' || !uuidV4.test(jti)) return 'jti'
  if (!isNonce(nonce)) return 'nonce'
  if (!isFilled(jkt)) return 'jkt'
  if (!isJsonObject(cnf)) return 'cnf'
  if (!isFilled(cnf.jkt)) return 'cnf.jkt'
  return { iss, sub, client_id, aud, iat, exp, jti, jkt, confirmedJkt: cnf.jkt }
}

const isFilled = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''

/**
 * Returns true for a string with at least 32 letters and digits (it-wallet §Limits). Does not count other characters,
 * such as the hyphens of a UUID (D-578).
 */
const isNonce = (value: Json | undefined): boolean =>
  typeof value === 'string' && value.replace(/[^A-Za-z0-9]/g, '').length >= 32

/** UUID version 4 (RFC 9562 §5.4). */
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Expected content of a received token. */
export interface AccessTokenExpectation extends JwtTimePolicy {
  /** Identifier of the PID Provider. */
  readonly issuer: string
  /** Client identifiers of the wallet: the thumbprint, and the URL that contains it. */
  readonly clientIds: readonly string[]
  /** Thumbprint of the wallet's DPoP key. */
  readonly jkt: string
}

/**
 * Checks the claims of a received token before its first use (it-wallet §Access token), and returns them. Requires the
 * issuer, a `client_id` of `clientIds`, the same value in `aud`, the binding to the wallet's DPoP key, `exp`, `iat`,
 * `sub`, `jti`, and a `nonce` of at least 32 letters and digits. `typ` may also be `JWT` or absent. `alg` may be any
 * supported algorithm. Does not verify the signature, because the token came over the PID Provider's TLS connection
 * (D-47).
 */
export function checkReceivedAccessToken(
  compact: string,
  expected: AccessTokenExpectation,
): JsonObject | Failure<ReceivedAccessTokenCode> {
  const types = [typAccessToken, typJwt, undefined]
  const jws = parseJws(compact, { typ: types, algorithms: allAlgorithms }, 'access_token') // WI-49
  if (failed(jws)) return jws
  const { payload } = jws
  if (payload.iss !== expected.issuer)
    return fail('iss_mismatch', 'access_token.payload.iss', { expected: expected.issuer, found: payload.iss }) // WI-09
  const clientId = expected.clientIds.find((id) => id === payload.client_id)
  if (clientId === undefined) return fail('client_id_mismatch', 'access_token.payload.client_id') // WI-09
  if (!audienceWithin(payload.aud, [clientId])) return fail('aud_mismatch', 'access_token.payload.aud') // WI-09
  const times = checkJwtTimes(payload, expected, 'access_token.payload')
  if (times) return times
  if (payload.exp === undefined) return fail('exp_missing', 'access_token.payload.exp') // WI-49
  if (payload.iat === undefined) return fail('iat_missing', 'access_token.payload.iat') // WI-99
  if (!isFilled(payload.sub)) return fail('sub_missing', 'access_token.payload.sub') // WI-99
  if (!isTokenIdentifier(payload.jti)) return fail('jti_malformed', 'access_token.payload.jti') // WI-99
  if (!isNonce(payload.nonce)) return fail('nonce_short', 'access_token.payload.nonce') // WI-99
  if (boundThumbprint(payload) !== expected.jkt) return fail('jkt_mismatch', 'access_token.payload.jkt') // WI-49
  return payload
}

/** Returns `jkt` (it-wallet) or `cnf.jkt` (RFC 9449). Returns `undefined` if both are absent, or if they differ. */
function boundThumbprint({ jkt, cnf }: JsonObject): unknown {
  const confirmed = (cnf as JsonObject | undefined)?.jkt
  if (jkt === undefined || confirmed === undefined) return jkt ?? confirmed
  return jkt === confirmed ? jkt : undefined
}
