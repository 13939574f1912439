/**
 * The Key Binding JWT (RFC 9901 §4.3). The wallet signs it with the key in the credential's `cnf`. It binds the
 * presentation to a verifier and a request (it-wallet §Remote presentation). It follows the last `~` of a presentation.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isJsonObject,
  type NumericDate,
  type Verified,
} from '../base/index.ts'
import {
  checkJwtTimes,
  type JwkCode,
  type JwsAlgorithm,
  type JwsCode,
  type JwtTimePolicy,
  type ParsedJws,
  parseJws,
  parsePublicJwk,
  type Signer,
  signJwt,
  verifyJws,
} from '../jose/index.ts'
import { sdAlgOf } from './placement.ts'
import { type PresentCode, readIssuerPayload } from './present.ts'
import type { SdJwt } from './verify.ts'

/** Reasons to refuse a Key Binding JWT (RFC 9901 §7.3 step 5). */
export type KeyBindingCode =
  | JwsCode
  | JwkCode
  | 'key_binding_missing'
  | 'cnf_missing'
  | 'cnf_jwk_missing'
  | 'iat_missing'
  | 'iat_too_old'
  | 'aud_missing'
  | 'aud_mismatch'
  | 'nonce_missing'
  | 'nonce_mismatch'
  | 'sd_hash_missing'
  | 'sd_hash_mismatch'

/** The request to which a presentation is bound, and the time of signing (RFC 9901 §4.3). */
export interface KeyBinding {
  /** Identifier of the Relying Party. */
  readonly aud: string
  /** The `nonce` of the Request Object. */
  readonly nonce: string
  readonly now: NumericDate
}

/**
 * Signs the Key Binding JWT for a presentation that ends in `~`. The caller appends the result to the presentation.
 * Returns a failure if the text does not end in `~`, if its payload cannot be read, or if its `_sd_alg` is not
 * supported.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createKeyBindingJwt, issueSdJwt } from 'fiducia/sd-jwt'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const [issuer, holder] = [await generateSigner(ctx), await generateSigner(ctx)]
 * const plain = { cnf: { jwk: { ...holder.publicJwk } } }
 * const sdJwt = await issueSdJwt(ctx, issuer, { header: { typ: 'dc+sd-jwt' }, plain, disclosable: {} })
 * const request = { aud: 'https://rp.example', nonce: 'nonce-of-the-request', now: createSystemClock().now() }
 * const keyBindingJwt = await createKeyBindingJwt(ctx, holder, sdJwt, request)
 * assert.ok(!failed(keyBindingJwt))
 * ```
 */
export async function createKeyBindingJwt(
  ctx: CryptoContext,
  signer: Pick<Signer, 'alg' | 'sign'>,
  presented: string,
  { aud, nonce, now }: KeyBinding,
): Promise<string | Failure<PresentCode>> {
  if (!presented.endsWith('~')) return fail('sd_jwt_malformed', 'sd_jwt')
  const payload = readIssuerPayload(presented.slice(0, presented.indexOf('~')))
  if (failed(payload)) return payload
  const hash = sdAlgOf(payload, 'sd_jwt.payload')
  if (failed(hash)) return hash
  return signJwt(
    signer,
    { typ: 'kb+jwt' }, // WI-87
    { iat: now, aud, nonce, sd_hash: ctx.crypto.digestText(hash, presented) }, // WI-87
  )
}

const at = 'kb_jwt'

/** Conditions for a Key Binding JWT (RFC 9901 §7.3). The verifying key comes from `cnf` of the verified SD-JWT. */
export interface KeyBindingPolicy extends JwtTimePolicy {
  /** Accepted values of `aud`: identifiers of the same party. */
  readonly aud: string | readonly string[]
  readonly nonce: string
  /**
   * Time at which the request was created. A Key Binding JWT that was signed more than `skew` seconds before this time
   * is refused, because it belongs to another request.
   */
  readonly issuedNotBefore: NumericDate
  readonly algorithms: readonly JwsAlgorithm[]
}

/**
 * Verifies the Key Binding JWT of a verified credential with the key in its `cnf.jwk`: `typ`, times, `aud`, `nonce`,
 * `sd_hash` and signature (RP-63 to RP-68). Does not check whether the nonce was used before.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { defaultAlgorithms as algorithms, generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom } from 'fiducia/node'
 * import { createKeyBindingJwt, issueSdJwt, parseSdJwt, verifyKeyBindingJwt, verifySdJwt } from 'fiducia/sd-jwt'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const [issuer, holder] = [await generateSigner(ctx), await generateSigner(ctx)]
 * const [plain, header] = [{ cnf: { jwk: { ...holder.publicJwk } } }, { typ: 'dc+sd-jwt' }]
 * const presented = await issueSdJwt(ctx, issuer, { header, plain, disclosable: {} })
 * const request = { aud: 'https://rp.example', nonce: 'nonce-of-the-request', now: 1767225600 }
 * const keyBindingJwt = await createKeyBindingJwt(ctx, holder, presented, request)
 * const parsed = parseSdJwt(`${presented}${keyBindingJwt}`, { typ: ['dc+sd-jwt'], algorithms })
 * const times = { now: request.now, skew: 30 }
 * const sdJwt = failed(parsed) ? parsed : await verifySdJwt(ctx, parsed, issuer.publicJwk, times)
 * assert.ok(!failed(sdJwt))
 * const policy = { ...request, ...times, issuedNotBefore: request.now, algorithms }
 * assert.ok(!failed(await verifyKeyBindingJwt(ctx, sdJwt, policy)))
 * ```
 */
export async function verifyKeyBindingJwt(
  ctx: CryptoContext,
  sdJwt: Verified<SdJwt>,
  policy: KeyBindingPolicy,
): Promise<Verified<ParsedJws> | Failure<KeyBindingCode>> {
  const jws = checkKeyBindingClaims(ctx, sdJwt, policy)
  return failed(jws) ? jws : verifyKeyBindingSignature(ctx, sdJwt, jws)
}

/**
 * Checks the Key Binding JWT except its signature: `typ`, times, `aud`, `nonce` and `sd_hash`. Needs no key, so a
 * verifier can refuse a presentation for another request before it evaluates the issuer. Does not verify the credential
 * or the holder: do not trust the result (`verifyKeyBindingSignature`).
 */
export function checkKeyBindingClaims(
  ctx: CryptoContext,
  sdJwt: Pick<SdJwt, 'keyBindingJwt' | 'presented' | 'hash'>,
  { aud, nonce, issuedNotBefore, algorithms, ...times }: KeyBindingPolicy,
): ParsedJws | Failure<KeyBindingCode> {
  if (sdJwt.keyBindingJwt === undefined) return fail('key_binding_missing', at) // RP-63
  const jws = parseJws(sdJwt.keyBindingJwt, { typ: ['kb+jwt'], algorithms }, at) // RP-64
  if (failed(jws)) return jws
  const { payload } = jws
  if (payload.iat === undefined) return fail('iat_missing', `${at}.payload.iat`) // RP-68
  const timeFault = checkJwtTimes(payload, times, `${at}.payload`) // RP-68
  if (timeFault) return timeFault
  if ((payload.iat as NumericDate) < issuedNotBefore - times.skew)
    return fail('iat_too_old', `${at}.payload.iat`, {
      expected: `at most ${times.skew} seconds before the request`,
      found: `${issuedNotBefore - (payload.iat as NumericDate)} seconds before the request`,
    }) // RP-68
  if (payload.aud === undefined) return fail('aud_missing', `${at}.payload.aud`) // RP-65
  if (![aud].flat().some((one) => one === payload.aud))
    return fail('aud_mismatch', `${at}.payload.aud`, { expected: aud, found: payload.aud }) // RP-65
  if (payload.nonce === undefined) return fail('nonce_missing', `${at}.payload.nonce`) // RP-66
  if (payload.nonce !== nonce) return fail('nonce_mismatch', `${at}.payload.nonce`) // RP-66
  if (payload.sd_hash === undefined) return fail('sd_hash_missing', `${at}.payload.sd_hash`) // RP-67
  const expected = ctx.crypto.digestText(sdJwt.hash, sdJwt.presented)
  if (payload.sd_hash !== expected) return fail('sd_hash_mismatch', `${at}.payload.sd_hash`) // RP-67
  return jws
}

/**
 * Verifies the signature of a Key Binding JWT with the key in `cnf.jwk` of the verified credential. `jws` is the result
 * of `checkKeyBindingClaims` for this credential. Does not check claims.
 */
export async function verifyKeyBindingSignature(
  ctx: CryptoContext,
  sdJwt: Verified<SdJwt>,
  jws: ParsedJws,
): Promise<Verified<ParsedJws> | Failure<KeyBindingCode>> {
  const { cnf } = sdJwt.claims
  if (!isJsonObject(cnf)) return fail('cnf_missing', 'sd_jwt.payload.cnf') // RP-63
  if (cnf.jwk === undefined) return fail('cnf_jwk_missing', 'sd_jwt.payload.cnf') // RP-63
  const holderKey = parsePublicJwk(cnf.jwk, 'sd_jwt.payload.cnf.jwk')
  if (failed(holderKey)) return holderKey
  return verifyJws(ctx, jws, holderKey, at) // RP-63
}
