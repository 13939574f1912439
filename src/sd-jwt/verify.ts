/**
 * Reading and verifying an SD-JWT (RFC 9901 §7.1): what an issuer hands to a wallet and what a wallet presents to a
 * Relying Party, the Issuer-signed JWT, chosen Disclosures and possibly a Key Binding JWT, joined by `~`.
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
import { type PlacementCode, placeDisclosures, sdAlgOf, type WithheldElements } from './placement.ts'

/** Why a text is no SD-JWT that could be verified; neither Disclosures nor signature were looked at. */
export type SdJwtParseCode = JwsParseCode | 'sd_jwt_malformed' | 'sd_jwt_too_large'
/** Why an SD-JWT that can be read does not hold with this key, at this time. */
export type SdJwtVerifyCode = JwsVerifyCode | JwtTimeCode | PlacementCode

/** Everything that can be wrong with an SD-JWT, its key binding apart. */
export type SdJwtCode = SdJwtParseCode | SdJwtVerifyCode

/** An SD-JWT by its parts (RFC 9901 §4). Nothing of it is authenticated yet. */
export interface ParsedSdJwt {
  readonly issuerJws: ParsedJws
  /** As received, in their order. */
  readonly disclosures: readonly string[]
  /** As received, not read yet; `undefined` when the text ends in `~`. */
  readonly keyBindingJwt: string | undefined
  /** Everything before the Key Binding JWT, the last `~` included: what `sd_hash` is taken over. */
  readonly presented: string
}

/** An SD-JWT that its issuer signed. Of who holds it nothing is said (`verifyKeyBindingJwt`). */
export interface SdJwt extends ParsedSdJwt {
  /** Of the Issuer-signed JWT. */
  readonly header: JsonObject
  /** The processed payload: disclosed claims in their places, digests and `_sd_alg` gone. */
  readonly claims: JsonObject
  /** What was disclosed and where it stands in `claims`; `name` is `undefined` for an element of an array. */
  readonly disclosed: readonly { readonly path: ConcretePath; readonly name: string | undefined }[]
  /** Arrays from which digests without a Disclosure have vanished. */
  readonly withheld: readonly WithheldElements[]
  /** Of `_sd_alg`. */
  readonly hash: HashName
}

const sizeLimit = 262_144

/** Splits an SD-JWT and reads the Issuer-signed JWT by its policy. Does not open the Disclosures; trusts nothing. */
export function parseSdJwt(text: string, policy: JwsPolicy, at = 'sd_jwt'): ParsedSdJwt | Failure<SdJwtParseCode> {
  if (text.length > sizeLimit) return fail('sd_jwt_too_large', at)
  const last = text.lastIndexOf('~')
  if (last < 0) return fail('sd_jwt_malformed', at) // RFC 9901 §4
  const presented = text.slice(0, last + 1)
  const [issuerJwt = '', ...disclosures] = presented.slice(0, -1).split('~')
  if (disclosures.includes('')) return fail('sd_jwt_malformed', at) // RFC 9901 §4
  const issuerJws = parseJws(issuerJwt, policy, at)
  if (failed(issuerJws)) return issuerJws
  return { issuerJws, disclosures, keyBindingJwt: text.slice(last + 1) || undefined, presented }
}

/**
 * Verifies an SD-JWT with exactly this issuer key: times, every Disclosure, then the signature. Vouches for the claims;
 * not for whose key it is, what type of credential it is, its status, or who holds it (`verifyKeyBindingJwt`).
 */
export async function verifySdJwt(
  ctx: CryptoContext,
  sdJwt: ParsedSdJwt,
  issuerKey: PublicJwk,
  times: JwtTimePolicy,
  at = 'sd_jwt',
): Promise<Verified<SdJwt> | Failure<SdJwtVerifyCode>> {
  const { issuerJws } = sdJwt
  const late = checkJwtTimes(issuerJws.payload, times, `${at}.payload`) // RP-69
  if (late) return late
  const hash = sdAlgOf(issuerJws.payload, `${at}.payload`)
  if (failed(hash)) return hash
  const processed = placeDisclosures(ctx, issuerJws.payload, sdJwt.disclosures, at)
  if (failed(processed)) return processed
  const signed = await verifyJws(ctx, issuerJws, issuerKey, at)
  if (failed(signed)) return signed
  const { claims, placed, withheld } = processed
  const disclosed = placed.map(({ path, disclosure }) => ({ path, name: disclosure.name }))
  return verified({ ...sdJwt, header: issuerJws.header, claims, disclosed, withheld, hash })
}
