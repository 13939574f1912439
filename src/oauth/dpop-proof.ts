/**
 * DPoP proof (RFC 9449 §4): a JWT that the wallet makes for one request, signed with the key that the access token is
 * bound to (at a Relying Party: the attested key). Sent in the `DPoP` header to the PID Provider's token and credential
 * endpoints and to the Relying Party's request endpoint.
 */
import {
  type Claim,
  type CryptoContext,
  checkNonce,
  createNonce,
  type Failure,
  fail,
  failed,
  isNumericDate,
  type JsonObject,
  type NonceCode,
  type NonceKeys,
  type NumericDate,
  type PublicJwk,
  type Random,
  randomUuid,
  secondsAgo,
  type Verified,
  verified,
} from '../base/index.ts'
import {
  bareJwk,
  checkJwtTimes,
  type JwkCode,
  type JwsCode,
  jwkThumbprint,
  parseJws,
  parsePublicJwk,
  type Signer,
  signJwt,
  verifyJws,
} from '../jose/index.ts'
import { bareTarget, isTarget } from './htu.ts'
import { typDpopProof } from './identifiers.ts'
import { type JwtPolicy, staleAt } from './jwt-policy.ts'
import { isTokenIdentifier } from './parameters.ts'

/** Why a request has not exactly one proof (RFC 9449 §4.3 item 1). */
export type DpopHeaderCode = 'dpop_missing' | 'dpop_duplicated'

/** Why a proof does not hold for this request, token and key (RFC 9449 §4.3). */
export type DpopProofCode =
  | JwsCode
  | JwkCode
  | NonceCode
  | 'jwk_missing'
  | 'jti_missing'
  | 'jti_malformed'
  | 'htm_missing'
  | 'htm_mismatch'
  | 'htu_missing'
  | 'htu_mismatch'
  | 'iat_missing'
  | 'proof_stale'
  | 'ath_missing'
  | 'ath_mismatch'
  | 'dpop_nonce_missing'
  | 'jkt_mismatch'

/** One request that a proof is made for (RFC 9449 §4.2): another request needs another proof. */
export interface DpopProofInput {
  readonly method: string
  /** The request's URL; query and fragment are left out of the proof. */
  readonly url: string
  readonly now: NumericDate
  /** The access token, or the Wallet Attestation, that goes with the proof. */
  readonly accessToken?: string
  /** What the server's `DPoP-Nonce` header said. */
  readonly nonce?: string
}

/** By what a proof is judged (RFC 9449 §4.3). Whether its `jti` was used before is a store's to say. */
export interface DpopPolicy extends JwtPolicy {
  readonly method: string
  /** This endpoint's URL, from configuration (GEN-30). */
  readonly url: string
  /** Seconds from `iat` during which a proof is good. */
  readonly lifetime: number
  /** Demands `ath`, the hash of this token (RFC 9449 §4.3 item 12). */
  readonly accessToken?: string
  /** Demands this key (RFC 9449 §4.3 item 12, §10). */
  readonly jkt?: string
  /** Demands a nonce that `createDpopNonce` made (RFC 9449 §8). */
  readonly nonce?: { readonly keys: NonceKeys; readonly lifetime: number }
}

/** A proof that holds for this request. Its `jti` is not claimed yet: until then it is good a second time. */
export interface DpopProof {
  readonly jwk: PublicJwk
  readonly jkt: string
  readonly jti: string
  /** From then on the proof is refused for its age, so that its `jti` need not be remembered. */
  readonly expiresAt: NumericDate
}

const noncePurpose = 'dpop_nonce'

/** The hash of a token as a proof carries it (RFC 9449 §4.2). */
export const accessTokenHash = (ctx: CryptoContext, token: string): string => ctx.crypto.digestText('sha-256', token)

/** Makes a proof for one request. */
export async function createDpopProof(
  ctx: CryptoContext & { readonly random: Random },
  signer: Signer,
  { method, url, now, accessToken, nonce }: DpopProofInput,
): Promise<string> {
  const header = {
    typ: typDpopProof, // WI-45
    jwk: bareJwk(signer.publicJwk), // WI-45
  }
  return signJwt(signer, header, {
    jti: randomUuid(ctx.random), // WI-08, WI-45
    htm: method, // WI-45
    htu: bareTarget(url), // WI-45
    iat: now, // WI-45
    ...(accessToken === undefined ? {} : { ath: accessTokenHash(ctx, accessToken) }), // WI-46
    ...(nonce === undefined ? {} : { nonce }), // WI-47
  })
}

/** The one proof of a request (RFC 9449 §4.3 item 1). Two headers reach us joined by a comma. */
export function parseDpopHeader(header: string | undefined): string | Failure<DpopHeaderCode> {
  if (header === undefined || header === '') return fail('dpop_missing', 'header.dpop') // PP-78
  if (header.includes(',')) return fail('dpop_duplicated', 'header.dpop') // PP-78
  return header
}

/**
 * Verifies a proof by RFC 9449 §4.3. Does not know whether its `jti` was used: claim `dpopClaim(proof)` together with
 * the effect. That the key belongs to anybody is said by `policy.jkt` or by nobody.
 */
export async function verifyDpopProof(
  ctx: CryptoContext,
  compact: string,
  policy: DpopPolicy,
): Promise<Verified<DpopProof> | Failure<DpopProofCode>> {
  const jws = parseJws(compact, { typ: [typDpopProof], algorithms: policy.algorithms }, 'dpop')
  if (failed(jws)) return jws
  const { header, payload } = jws
  if (header.jwk === undefined) return fail('jwk_missing', 'dpop.header.jwk') // PP-80
  const jwk = parsePublicJwk(header.jwk, 'dpop.header.jwk')
  if (failed(jwk)) return jwk
  const claims = checkDpopClaims(payload, policy)
  if (failed(claims)) return claims
  const { jti, iat } = claims
  const fault = checkAccessTokenHash(ctx, payload, policy) ?? checkDpopNonce(ctx, payload, policy)
  if (fault) return fault
  const jkt = jwkThumbprint(ctx, jwk)
  if (policy.jkt !== undefined && jkt !== policy.jkt) return fail('jkt_mismatch', 'dpop.header.jwk') // PP-90
  const signed = await verifyJws(ctx, jws, jwk, 'dpop')
  if (failed(signed)) return signed
  return verified({ jwk: bareJwk(jwk), jkt, jti, expiresAt: staleAt(iat, policy.lifetime, policy) })
}

function checkDpopClaims(
  payload: JsonObject,
  policy: DpopPolicy,
): { readonly jti: string; readonly iat: NumericDate } | Failure<DpopProofCode> {
  const { jti, htm, htu, iat } = payload
  if (jti === undefined) return fail('jti_missing', 'dpop.payload.jti') // PP-19
  if (!isTokenIdentifier(jti)) return fail('jti_malformed', 'dpop.payload.jti') // PP-84
  if (typeof htm !== 'string') return fail('htm_missing', 'dpop.payload.htm') // PP-19
  if (htm !== policy.method) return fail('htm_mismatch', 'dpop.payload.htm', { expected: policy.method, found: htm }) // PP-81
  if (typeof htu !== 'string') return fail('htu_missing', 'dpop.payload.htu') // PP-19
  if (!isTarget(htu, policy.url)) return fail('htu_mismatch', 'dpop.payload.htu', { expected: policy.url, found: htu }) // PP-81
  const times = checkJwtTimes(payload, policy, 'dpop.payload')
  if (times) return times
  if (!isNumericDate(iat)) return fail('iat_missing', 'dpop.payload.iat') // PP-19
  if (policy.now >= staleAt(iat, policy.lifetime, policy))
    return fail('proof_stale', 'dpop.payload.iat', secondsAgo(iat, policy.now, policy.lifetime + policy.skew)) // PP-82
  return { jti, iat }
}

function checkAccessTokenHash(
  ctx: CryptoContext,
  { ath }: JsonObject,
  { accessToken }: DpopPolicy,
): undefined | Failure<'ath_missing' | 'ath_mismatch'> {
  if (accessToken === undefined) return undefined
  if (typeof ath !== 'string') return fail('ath_missing', 'dpop.payload.ath') // PP-91
  if (ath !== accessTokenHash(ctx, accessToken)) return fail('ath_mismatch', 'dpop.payload.ath') // PP-91
  return undefined
}

function checkDpopNonce(
  ctx: CryptoContext,
  { nonce }: JsonObject,
  policy: DpopPolicy,
): undefined | Failure<NonceCode | 'dpop_nonce_missing'> {
  if (policy.nonce === undefined) return undefined
  if (typeof nonce !== 'string') return fail('dpop_nonce_missing', 'dpop.payload.nonce') // PP-77
  const { keys, lifetime } = policy.nonce
  const checked = checkNonce(
    ctx,
    nonce,
    { keys, purpose: noncePurpose, lifetime, now: policy.now },
    'dpop.payload.nonce',
  )
  return failed(checked) ? checked : undefined
}

/** A nonce for the `DPoP-Nonce` header (RFC 9449 §8). May be used for many proofs while it lives. */
export const createDpopNonce = (
  ctx: CryptoContext & { readonly random: Random },
  keys: NonceKeys,
  now: NumericDate,
): string => createNonce(ctx, keys, noncePurpose, now)

/** The single use of a proof, scoped to its key (PP-83, RFC 9449 §11.1). The same at every endpoint of a deployment. */
export const dpopClaim = ({ jkt, jti, expiresAt }: DpopProof): Claim<'dpop_jti'> => ({
  name: 'dpop_jti',
  value: `${jkt} ${jti}`,
  expiresAt,
})
