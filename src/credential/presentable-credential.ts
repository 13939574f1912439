/**
 * The content of a credential that queries use: format, type, claims. The wallet creates it from a stored credential,
 * the Relying Party from a verified one. DCQL and Presentation Exchange work on this content alone and do not depend on
 * SD-JWT or CBOR.
 */
import { isJsonObject, type Json, type JsonObject } from '../base/index.ts'
import { algorithmsByIdentifier } from '../cose/index.ts'
import type { ConcretePath, WithheldElements } from '../sd-jwt/index.ts'
import { canonicalFormat, sameFormat } from './formats.ts'
import { type ClaimSelector, createClaimSelector, type PathSyntax, type SelectedClaim } from './select-claims.ts'
import { verifierFacet } from './verifier.ts'

/**
 * A trust framework of the issuer (OpenID4VP 1.0 §6.1.1): `openid_federation` with the identifiers of the trust chain,
 * or `aki` with the authority key identifiers of the credential's certificates. Trusted lists (`etsi_tl`) are not
 * supported, so a query for such a list matches nothing.
 */
export interface CredentialAuthority {
  readonly type: string
  readonly values: readonly string[]
}

/** Content of a credential for queries, independent of its format. Does not prove that the credential is genuine. */
export interface PresentableCredential {
  /** `dc+sd-jwt`, `vc+sd-jwt`, `mso_mdoc`, or `jwt` for a Wallet Attestation. */
  readonly format: string
  /**
   * All claims. In an SD-JWT: with the disclosed claims at their places, without `_sd`, `_sd_alg` and `...`. In an
   * mdoc: namespace → element → value.
   */
  readonly claims: JsonObject
  /** Present for mdocs only. SD-JWT credentials have their type in `vct` or `type` (RP-57). */
  readonly doctype?: string
  /** Algorithm of the issuer's signature. */
  readonly alg?: string
  /** Algorithm of the Key Binding JWT, or of an mdoc's device signature. */
  readonly keyBindingAlg?: string
  readonly authorities?: readonly CredentialAuthority[]
  /** Paths of disclosures. Present for presentations. */
  readonly disclosed?: readonly ConcretePath[]
  /** Arrays with withheld elements. Present for presentations as SD-JWT. */
  readonly withheld?: readonly WithheldElements[]
}

/** A credential in the wallet. */
export interface StoredCredential extends PresentableCredential {
  /** The wallet's identifier of the credential. Never sent. */
  readonly id: string
}

/** A verified credential of a response (RP-11). */
export interface PresentedCredential extends PresentableCredential {
  /** Paths of disclosures. They omit the claims that the issuer left plain, which the holder cannot withhold. */
  readonly disclosed: readonly ConcretePath[]
}

/** Returns true if a query with these formats asks for the Wallet Attestation only. Returns false for an empty list. */
export const asksAttestation = (formats: readonly string[]): boolean =>
  formats.length > 0 && formats.every((format) => canonicalFormat(format) === 'jwt')

/**
 * Returns the credential's type: the first of `doctype`, `vct` and `type` that is present (RP-57). Returns `undefined`
 * if none is present, or if the first one is not a string.
 */
export function credentialType({ doctype, claims }: PresentableCredential): string | undefined {
  if (doctype !== undefined) return doctype
  const type = own(claims, 'vct') ?? own(claims, 'type')
  return typeof type === 'string' ? type : undefined
}

/**
 * Returns a selector of the credential's claims, which reads paths by the rules of the credential's format. The
 * selector returns the same array each time for the same path.
 */
export function claimSelectorOf(
  { format, claims, disclosed, withheld = disclosed && [] }: PresentableCredential,
  syntax?: PathSyntax,
): ClaimSelector {
  const select = createClaimSelector(claims, withheld, syntax)
  const selected = new Map<string, readonly SelectedClaim[]>()
  return (path) => {
    const cacheKey = JSON.stringify(path)
    const claimsAtPath = selected.get(cacheKey) ?? verifierFacet(format).select(select, path)
    selected.set(cacheKey, claimsAtPath)
    return claimsAtPath
  }
}

/** Returns a member of the object, never an inherited one such as `constructor`; `undefined` if there is none. */
export const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/**
 * Returns true if the Relying Party's attested `vp_formats` accept this credential: its format, its issuer's algorithm,
 * and the algorithm of its Key Binding JWT (WI-95, RP-61) or device signature (D-412). A listed format without
 * algorithms accepts any algorithm. Returns false for a format that is not listed, and for a credential without `alg`
 * if its format lists algorithms. Do not use this for the Wallet Attestation, which is sent regardless of `vp_formats`.
 */
export function formatAttested(vpFormats: JsonObject, credential: PresentableCredential): boolean {
  const entries = Object.entries(vpFormats).filter(([name]) => sameFormat(name, credential.format))
  return entries.some(([, entry]) => {
    const listed = algorithmsOf(entry)
    const isIssuerAccepted = listed === undefined || (credential.alg !== undefined && listed.includes(credential.alg))
    return isIssuerAccepted && acceptsKeyBinding(entry, credential)
  })
}

/**
 * Returns true if a format entry accepts the algorithm of the holder's signature: `kb-jwt_alg_values` (OpenID4VP D22,
 * annex B, SD-JWT VC), `deviceauth_alg_values` of an mdoc. An entry without these members accepts any algorithm. A
 * credential without a holder's signature is accepted.
 */
export function acceptsKeyBinding(entry: Json, { keyBindingAlg: alg }: PresentableCredential): boolean {
  const listed = keyBindingAlgorithmsOf(entry)
  return alg === undefined || listed === undefined || listed.includes(alg)
}

/** Returns the algorithms of Key Binding JWTs or device signatures in a format entry, or `undefined` if absent. */
export function keyBindingAlgorithmsOf(entry: Json): readonly Json[] | undefined {
  const listed = isJsonObject(entry) ? own(entry, 'kb-jwt_alg_values') : undefined
  return Array.isArray(listed) ? listed : coseAlgorithmsOf(entry, 'deviceauth_alg_values')
}

/**
 * Returns the algorithms of the issuer's signature in a format entry: the first list among its members
 * `sd-jwt_alg_values`, `alg_values_supported`, `alg` and `issuerauth_alg_values`. Returns `undefined` if none of them
 * is a list.
 */
export function algorithmsOf(entry: Json): readonly string[] | undefined {
  if (!isJsonObject(entry)) return undefined
  const list = ['sd-jwt_alg_values', 'alg_values_supported', 'alg'].map((name) => own(entry, name)).find(Array.isArray)
  const algorithms = list?.filter((value): value is string => typeof value === 'string')
  return algorithms ?? coseAlgorithmsOf(entry, 'issuerauth_alg_values')
}

/** Returns the algorithms of a member that lists COSE numbers, or `undefined` if absent. Skips unknown numbers. */
function coseAlgorithmsOf(entry: Json, name: string): readonly string[] | undefined {
  const labels = isJsonObject(entry) ? own(entry, name) : undefined
  if (!Array.isArray(labels)) return undefined
  return labels.flatMap((label: Json) => (typeof label === 'number' ? (algorithmsByIdentifier.get(label) ?? []) : []))
}
