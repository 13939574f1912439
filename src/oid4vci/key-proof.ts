/**
 * Key proof (OpenID4VCI D13 §7.2.1.1; it-wallet §Credential request): a JWT that proves possession of the private key
 * to bind to the PID. The credential request contains it as `proof.jwt`.
 */
import {
  agoEvidence,
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isNumericDate,
  type JsonObject,
  type NonceCode,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../base/index.ts'
import {
  bareJwk,
  checkJwtTimes,
  isKeyDid,
  type JwsCode,
  jwkThumbprint,
  type KeyDidCode,
  parseJws,
  parseKeyDid,
  parsePublicJwk,
  type Signer,
  signJwt,
  verifyJws,
} from '../jose/index.ts'
import { audienceWithin, type JwtPolicy, staleAt } from '../oauth/index.ts'
import { type CNoncePolicy, checkCNonce } from './c-nonce.ts'

/** `typ` of a key proof (OpenID4VCI D13 §7.2.1.1), without `application/`. */
const typKeyProof = 'openid4vci-proof+jwt'

/** Reasons to refuse a key proof (OpenID4VCI D13 §7.2.1.1). */
export type KeyProofCode =
  | JwsCode
  | KeyDidCode
  | NonceCode
  | 'key_missing'
  | 'x5c_unexpected'
  | 'kid_mismatch'
  | 'kid_unresolved'
  | 'iss_missing'
  | 'iss_mismatch'
  | 'aud_mismatch'
  | 'iat_missing'
  | 'proof_stale'
  | 'nonce_missing'

/** Input of a key proof of the wallet (OpenID4VCI D13 §7.2.1.1). */
export interface KeyProofInput {
  readonly clientId: string
  /** The provider's identifier. */
  readonly audience: string
  /** The last received c_nonce. */
  readonly cNonce: string
  readonly now: NumericDate
}

/** Rules for a key proof (OpenID4VCI D13 §7.2.2). */
export interface KeyProofPolicy extends JwtPolicy {
  /** Client identifiers of the wallet: the thumbprint, and the URL that contains it (PP-22). */
  readonly clientIds: readonly string[]
  /** True if `iss` is required. A present `iss` must always be one of `clientIds`. */
  readonly namesClient: boolean
  /** The provider's identifier. */
  readonly issuer: string
  /** Keys that a `kid` without `jwk` may name: the attested key and the DPoP key (D-06). */
  readonly candidates: readonly PublicJwk[]
  /** Maximum age in seconds since `iat`. `skew` is added. */
  readonly lifetime: number
  readonly cNonce: CNoncePolicy
}

/** A key whose possession is proved. The caller must claim `cNonceClaim(proof)`, or the proof can be used again. */
export interface KeyProof {
  /** The public key to bind, without optional members. */
  readonly jwk: PublicJwk
  readonly thumbprint: string
  readonly cNonce: string
  readonly cNonceExpiresAt: NumericDate
}

/**
 * Creates a key proof, signed with the key to bind. Its header contains the key as `jwk` and the thumbprint as `kid`.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 * import { createKeyProof } from 'fiducia/oid4vci'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const [key, now] = [await generateSigner(ctx), createSystemClock().now()]
 * const content = { clientId: 'wallet', audience: 'https://pid.example', cNonce: 'nonce-of-the-provider', now }
 * const proof = await createKeyProof(ctx, key, content)
 * assert.equal(proof.split('.').length, 3)
 * ```
 */
export const createKeyProof = (
  ctx: CryptoContext,
  signer: Signer,
  { clientId, audience, cNonce, now }: KeyProofInput,
): Promise<string> =>
  signJwt(
    signer,
    {
      typ: typKeyProof, // WI-52
      kid: jwkThumbprint(ctx, signer.publicJwk), // WI-52
      jwk: bareJwk(signer.publicJwk), // WI-52
    },
    {
      iss: clientId, // WI-52
      aud: audience, // WI-52
      iat: now, // WI-52
      nonce: cNonce, // WI-52
    },
  )

/**
 * Verifies a proof: the form of the header and its key, `iss`, `aud`, times and age, the origin and age of the c_nonce,
 * and the signature. Does not check whether its c_nonce was used: the caller must claim `cNonceClaim(proof)` in the
 * store call that registers the credential. Does not check that the key is new, because only the wallet can ensure that
 * (PP-96).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { defaultAlgorithms as algorithms, generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom } from 'fiducia/node'
 * import { createCNonce, createKeyProof, verifyKeyProof } from 'fiducia/oid4vci'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const [key, now, issuer] = [await generateSigner(ctx), 1767225600, 'https://pid.example'] as const
 * const keys = [{ id: 1, secret: ctx.random.bytes(32) }] as const
 * const cNonce = createCNonce(ctx, keys, now)
 * const compact = await createKeyProof(ctx, key, { clientId: 'wallet', audience: issuer, cNonce, now })
 * const proof = await verifyKeyProof(ctx, compact, {
 *   ...{ clientIds: ['wallet'], namesClient: true, issuer, candidates: [], lifetime: 60, algorithms, now, skew: 30 },
 *   cNonce: { keys, lifetime: 300, tokenJti: 'token-7' },
 * })
 * assert.equal(failed(proof) ? proof.code : proof.thumbprint, key.kid)
 * ```
 */
export async function verifyKeyProof(
  ctx: CryptoContext,
  compact: string,
  policy: KeyProofPolicy,
): Promise<Verified<KeyProof> | Failure<KeyProofCode>> {
  const jws = parseJws(compact, { typ: [typKeyProof], algorithms: policy.algorithms }, 'proof')
  if (failed(jws)) return jws
  const key = resolveKey(ctx, jws.header, policy.candidates)
  if (failed(key)) return key
  const { jwk, thumbprint } = key
  const cNonce = checkClaims(ctx, jws.payload, policy)
  if (failed(cNonce)) return cNonce
  const signed = await verifyJws(ctx, jws, jwk, 'proof')
  if (failed(signed)) return signed
  return verified({ jwk: bareJwk(jwk), thumbprint, ...cNonce })
}

interface NamedKey {
  readonly jwk: PublicJwk
  readonly thumbprint: string
}

/**
 * Returns the key that the header contains or names. A `kid` next to a `jwk` must be the thumbprint of that key. A
 * `kid` without `jwk` is the thumbprint of one of `candidates` (PP-95), or a DID that contains a key (PP-126). Refuses
 * `x5c`.
 */
function resolveKey(
  ctx: CryptoContext,
  { jwk: sentJwk, kid, x5c }: JsonObject,
  candidates: readonly PublicJwk[],
): NamedKey | Failure<KeyDidCode | 'key_missing' | 'x5c_unexpected' | 'kid_mismatch' | 'kid_unresolved'> {
  if (sentJwk === undefined && kid === undefined) return fail('key_missing', 'proof.header') // PP-95
  if (x5c !== undefined) return fail('x5c_unexpected', 'proof.header.x5c') // PP-95
  if (sentJwk === undefined && isKeyDid(kid)) {
    const didKey = parseKeyDid(kid, 'proof.header.kid') // PP-126
    return failed(didKey) ? didKey : { jwk: didKey, thumbprint: jwkThumbprint(ctx, didKey) }
  }
  if (sentJwk === undefined) {
    const namedKey = candidates.find((candidate) => jwkThumbprint(ctx, candidate) === kid)
    if (namedKey === undefined) return fail('kid_unresolved', 'proof.header.kid') // PP-95
    return { jwk: namedKey, thumbprint: jwkThumbprint(ctx, namedKey) }
  }
  const jwk = parsePublicJwk(sentJwk, 'proof.header.jwk')
  if (failed(jwk)) return jwk
  const thumbprint = jwkThumbprint(ctx, jwk)
  if (kid !== undefined && kid !== thumbprint)
    return fail('kid_mismatch', 'proof.header.kid', { expected: thumbprint, found: kid }) // PP-95
  return { jwk, thumbprint }
}

function checkClaims(
  ctx: CryptoContext,
  payload: JsonObject,
  policy: KeyProofPolicy,
): Pick<KeyProof, 'cNonce' | 'cNonceExpiresAt'> | Failure<KeyProofCode> {
  const { iss, aud, iat, nonce } = payload
  if (iss === undefined && policy.namesClient) return fail('iss_missing', 'proof.payload.iss') // PP-26
  const isClient = iss === undefined || policy.clientIds.some((clientId) => clientId === iss)
  if (!isClient) return fail('iss_mismatch', 'proof.payload.iss', { expected: policy.clientIds, found: iss }) // PP-26
  if (!audienceWithin(aud, [policy.issuer]))
    return fail('aud_mismatch', 'proof.payload.aud', { expected: policy.issuer, found: aud }) // PP-26
  const timeFault = checkJwtTimes(payload, policy, 'proof.payload')
  if (timeFault) return timeFault
  if (!isNumericDate(iat)) return fail('iat_missing', 'proof.payload.iat') // PP-26
  if (policy.now >= staleAt(iat, policy.lifetime, policy))
    return fail('proof_stale', 'proof.payload.iat', agoEvidence(iat, policy.now, policy.lifetime + policy.skew)) // PP-26
  if (typeof nonce !== 'string') return fail('nonce_missing', 'proof.payload.nonce') // PP-26
  const checked = checkCNonce(ctx, nonce, policy.cNonce, policy.now)
  return failed(checked) ? checked : { cNonce: nonce, cNonceExpiresAt: checked.expiresAt }
}
