/**
 * DPoP proof (RFC 9449 §4): a JWT for one request, signed with the key that the access token is bound to, or at a
 * Relying Party with the attested key. The `DPoP` header contains the proof at the PID Provider's token and credential
 * endpoints and at the Relying Party's request endpoint. The proof is optional at the PAR endpoint (§10.1).
 */
import {
  agoEvidence,
  type Claim,
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isNumericDate,
  type JsonObject,
  type NonceCode,
  type NumericDate,
  type PublicJwk,
  type Random,
  randomUuid,
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
import { checkDpopNonce, type DpopNoncePolicy } from './dpop-nonce.ts'
import { bareTarget, isTarget } from './htu.ts'
import { typDpopProof } from './identifiers.ts'
import { type JwtPolicy, staleAt } from './jwt-policy.ts'
import { isTokenIdentifier } from './parameters.ts'

/** The request has no proof or several proofs (RFC 9449 §4.3 item 1). */
export type DpopHeaderCode = 'dpop_missing' | 'dpop_duplicated'

/** Reasons to refuse a DPoP proof (RFC 9449 §4.3). */
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

/** The request that a proof is created for (RFC 9449 §4.2). Each request needs a new proof. */
export interface DpopProofInput {
  readonly method: string
  /** URL of the request. The proof omits query and fragment. */
  readonly url: string
  readonly now: NumericDate
  /** The access token or Wallet Attestation that accompanies the proof. */
  readonly accessToken?: string
  /** Value of the server's `DPoP-Nonce` header. */
  readonly nonce?: string
}

/** Conditions for a DPoP proof (RFC 9449 §4.3). The store checks that the `jti` is unused. */
export interface DpopPolicy extends JwtPolicy {
  readonly method: string
  /** URL of this endpoint, from the configuration (GEN-30). */
  readonly url: string
  /** Maximum age in seconds since `iat`. `skew` is added. */
  readonly lifetime: number
  /** Requires `ath` with the hash of this token (RFC 9449 §4.3 item 12). Without a token, `ath` is not checked. */
  readonly accessToken?: string
  /** Requires the key with this thumbprint (RFC 9449 §4.3 item 12, §10). Defaults to any key. */
  readonly jkt?: string
  /**
   * Requires a nonce of `createDpopNonce` that is less than `lifetime` seconds old (RFC 9449 §8). If this member is
   * absent, no nonce is required.
   */
  readonly nonce?: DpopNoncePolicy
}

/** A verified DPoP proof. It can be replayed unless the caller stores `dpopClaim(proof)`. */
export interface DpopProof {
  readonly jwk: PublicJwk
  readonly jkt: string
  readonly jti: string
  /** Time from which the proof is refused as too old. A store needs its `jti` only until then. */
  readonly expiresAt: NumericDate
}

/** Returns the value of `ath` for a token (RFC 9449 §4.2). */
export const accessTokenHash = (ctx: CryptoContext, token: string): string => ctx.crypto.digestText('sha-256', token)

/**
 * Creates a proof for one request.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createDpopProof } from 'fiducia/oauth'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const now = createSystemClock().now()
 * const signer = await generateSigner(ctx)
 * const proof = await createDpopProof(ctx, signer, { method: 'POST', url: 'https://pid.example/token', now })
 * assert.equal(proof.split('.').length, 3)
 * ```
 */
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

/**
 * Returns the proof in a `DPoP` header. Refuses a missing proof and more than one (RFC 9449 §4.3 item 1). Duplicate
 * headers arrive joined by a comma. Does not verify the proof.
 */
export function parseDpopHeader(header: string | undefined): string | Failure<DpopHeaderCode> {
  if (header === undefined || header === '') return fail('dpop_missing', 'header.dpop') // PP-78
  if (header.includes(',')) return fail('dpop_duplicated', 'header.dpop') // PP-78
  return header
}

/**
 * Verifies a DPoP proof (RFC 9449 §4.3). Does not check whether its `jti` was used: the caller must store
 * `dpopClaim(proof)` together with the effect of the request. Accepts any key unless `policy.jkt` is set.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { defaultAlgorithms as algorithms, generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createDpopProof, verifyDpopProof } from 'fiducia/oauth'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const request = { method: 'POST', url: 'https://pid.example/token', now: createSystemClock().now() }
 * const signer = await generateSigner(ctx)
 * const compact = await createDpopProof(ctx, signer, request)
 * const proof = await verifyDpopProof(ctx, compact, { ...request, algorithms, skew: 30, lifetime: 60 })
 * assert.ok(!failed(proof))
 * assert.equal(proof.jkt, signer.kid)
 * ```
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
  const fault = checkAccessTokenHash(ctx, payload, policy) ?? checkDpopNonce(ctx, payload, policy.nonce, policy.now)
  if (fault) return fault
  const signed = await verifyJws(ctx, jws, jwk, 'dpop')
  if (failed(signed)) return signed
  const jkt = jwkThumbprint(ctx, jwk)
  if (policy.jkt !== undefined && jkt !== policy.jkt) return fail('jkt_mismatch', 'dpop.header.jwk') // PP-90
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
    return fail('proof_stale', 'dpop.payload.iat', agoEvidence(iat, policy.now, policy.lifetime + policy.skew)) // PP-82
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

/**
 * Returns the claim by which a store accepts a proof once, at all endpoints that use the store. Each key has its own
 * `jti` values (PP-83, RFC 9449 §11.1).
 */
export const dpopClaim = ({ jkt, jti, expiresAt }: DpopProof): Claim<'dpop_jti'> => ({
  name: 'dpop_jti',
  value: `${jkt} ${jti}`,
  expiresAt,
})
