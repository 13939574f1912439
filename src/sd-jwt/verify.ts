/**
 * Parses and verifies an SD-JWT (RFC 9901 §7.1): the Issuer-signed JWT, selected Disclosures and optionally a Key
 * Binding JWT, joined by `~`. A wallet receives it from an issuer and presents it to a Relying Party.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type HashName,
  type JsonObject,
  type PublicJwk,
  type Verified,
  verified,
} from '../base/index.ts'
import {
  checkJwtTimes,
  type JwsParseCode,
  type JwsPolicy,
  type JwsVerifyCode,
  type JwtTimeCode,
  type JwtTimePolicy,
  type ParsedJws,
  parseJws,
  verifyJws,
} from '../jose/index.ts'
import type { ConcretePath } from './disclosure.ts'
import { type PlacementCode, placeDisclosures, type WithheldElements } from './placement.ts'

/** Reasons to refuse an SD-JWT before its Disclosures and its signature are checked. */
export type SdJwtParseCode = JwsParseCode | 'sd_jwt_malformed' | 'sd_jwt_too_large'
/** Reasons to refuse a parsed SD-JWT. */
export type SdJwtVerifyCode = JwsVerifyCode | JwtTimeCode | PlacementCode

/** Reasons to refuse an SD-JWT, except for its key binding. */
export type SdJwtCode = SdJwtParseCode | SdJwtVerifyCode

/** A parsed SD-JWT (RFC 9901 §4). Not authenticated. */
export interface ParsedSdJwt {
  readonly issuerJws: ParsedJws
  /** Received texts, in order. */
  readonly disclosures: readonly string[]
  /** Received text, not parsed. `undefined` if the SD-JWT ends in `~`. */
  readonly keyBindingJwt: string | undefined
  /** The text up to and including the last `~`. `sd_hash` covers it. */
  readonly presented: string
}

/** An SD-JWT with a verified issuer signature. `verifyKeyBindingJwt` verifies the holder. */
export interface SdJwt extends ParsedSdJwt {
  /** The processed payload: disclosed claims in place, without digests and `_sd_alg`. */
  readonly claims: JsonObject
  /**
   * Paths of the disclosed values in `claims`, and the names in their Disclosures. `name` is `undefined` for an array
   * element.
   */
  readonly disclosed: readonly { readonly path: ConcretePath; readonly name: string | undefined }[]
  /** Arrays from which digests without a Disclosure were removed. */
  readonly withheld: readonly WithheldElements[]
  /** The hash that `_sd_alg` names. */
  readonly hash: HashName
}

/** Maximum length in characters of an SD-JWT without its Key Binding JWT. */
export const sdJwtLimit = 262_144
const keyBindingLimit = 16_384

/**
 * Splits an SD-JWT of at most 262 144 characters, and up to 16 384 more for its Key Binding JWT. Parses its
 * Issuer-signed JWT by the policy. Does not decode the Disclosures. Does not verify the signature: do not trust the
 * result.
 */
export function parseSdJwt(text: string, policy: JwsPolicy, at = 'sd_jwt'): ParsedSdJwt | Failure<SdJwtParseCode> {
  const lastTilde = text.lastIndexOf('~')
  const isTooLarge = lastTilde + 1 > sdJwtLimit || text.length > sdJwtLimit + keyBindingLimit
  if (isTooLarge) return fail('sd_jwt_too_large', at)
  if (lastTilde < 0) return fail('sd_jwt_malformed', at) // RFC 9901 §4
  const presented = text.slice(0, lastTilde + 1)
  const [issuerJwt = '', ...disclosures] = presented.slice(0, -1).split('~')
  if (disclosures.includes('')) return fail('sd_jwt_malformed', at) // RFC 9901 §4
  const issuerJws = parseJws(issuerJwt, policy, at)
  if (failed(issuerJws)) return issuerJws
  return { issuerJws, disclosures, keyBindingJwt: text.slice(lastTilde + 1) || undefined, presented }
}

/**
 * Verifies an SD-JWT with exactly this issuer key. Checks every Disclosure, then the times, then the signature. Does
 * not check whose key it is, the type of the credential, its status, or its holder (`verifyKeyBindingJwt`).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { issueSdJwt, parseSdJwt, verifySdJwt } from 'fiducia/sd-jwt'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const issuer = await generateSigner(ctx)
 * const content = { header: { typ: 'dc+sd-jwt' }, plain: {}, disclosable: { given_name: 'Ada' } }
 * const received = await issueSdJwt(ctx, issuer, content)
 * const parsed = parseSdJwt(received, { typ: ['dc+sd-jwt'], algorithms: ['ES256'] })
 * const times = { now: createSystemClock().now(), skew: 30 }
 * const sdJwt = failed(parsed) ? parsed : await verifySdJwt(ctx, parsed, issuer.publicJwk, times)
 * assert.equal(failed(sdJwt) ? sdJwt.code : sdJwt.claims.given_name, 'Ada')
 * ```
 */
export async function verifySdJwt(
  ctx: CryptoContext,
  sdJwt: ParsedSdJwt,
  issuerKey: PublicJwk,
  times: JwtTimePolicy,
  at = 'sd_jwt',
): Promise<Verified<SdJwt> | Failure<SdJwtVerifyCode>> {
  const { issuerJws } = sdJwt
  const processed = placeDisclosures(ctx, issuerJws.payload, sdJwt.disclosures, at)
  if (failed(processed)) return processed
  // RFC 9901 §7.1 checks the times of the processed payload, because a Disclosure may contain `iat`.
  const timeFault = checkJwtTimes(processed.claims, times, `${at}.payload`) // RP-69
  if (timeFault) return timeFault
  const signed = await verifyJws(ctx, issuerJws, issuerKey, at)
  if (failed(signed)) return signed
  const { hash, claims, placed, withheld } = processed
  const disclosed = placed.map(({ path, disclosure }) => ({ path, name: disclosure.name }))
  return verified({ ...sdJwt, claims, disclosed, withheld, hash })
}
