/**
 * A credential as queries see it: format, type, claims in the clear. The wallet makes it of what it stores, the Relying
 * Party of what it has verified; DCQL and Presentation Exchange judge nothing else, and know no SD-JWT and no CBOR.
 */
import { isJsonObject, type Json, type JsonObject } from '../base/index.ts'
import { algorithmsByLabel } from '../cose/index.ts'
import type { ClaimPath, ConcretePath, PathSyntax, SelectedClaim, WithheldElements } from './claim-path.ts'
import { canonicalFormat, sameFormat } from './formats.ts'
import { verifierFacet } from './verifier.ts'

/**
 * A framework that vouches for the issuer (OpenID4VP 1.0 §6.1.1): `openid_federation` with the identifiers of the trust
 * chain, `aki` with the authority key identifiers of an mdoc's certificates. Of trusted lists (`etsi_tl`) nothing is
 * known here, so that a query for one matches nothing.
 */
export interface CredentialAuthority {
  readonly type: string
  readonly values: readonly string[]
}

/** A credential in any format, as queries read it. Does not say that it is genuine. */
export interface PresentableCredential {
  /** `dc+sd-jwt`, `vc+sd-jwt`, `mso_mdoc`, or `jwt` for a Wallet Attestation. */
  readonly format: string
  /** All claims, hidden ones opened, without `_sd`, `_sd_alg` and `...`. For mdoc: namespace → element → value. */
  readonly claims: JsonObject
  /** mdoc only; SD-JWT credentials state their type in `vct` or `type` (RP-57). */
  readonly doctype?: string
  /** The algorithm of the issuer's signature. */
  readonly alg?: string
  /** The algorithm of the Key Binding JWT, or of an mdoc's device signature, as it was signed or will be. */
  readonly keyBindingAlg?: string
  readonly authorities?: readonly CredentialAuthority[]
  /** The places where disclosures were opened; of a presentation only. */
  readonly disclosed?: readonly ConcretePath[]
  /** The arrays from which elements were withheld; of a presented SD-JWT only. */
  readonly withheld?: readonly WithheldElements[]
}

/** A credential in the wallet. */
export interface StoredCredential extends PresentableCredential {
  /** The wallet's own name for it; never sent. */
  readonly id: string
}

/** A credential that came with a response and was verified (RP-11). */
export interface PresentedCredential extends PresentableCredential {
  /** Claims that the issuer left plain are absent: the holder cannot withhold them, so they count as no surplus. */
  readonly disclosed: readonly ConcretePath[]
}

/** Returns whether a query of these formats asks for the Wallet Attestation and for nothing else. */
export const asksAttestation = (formats: readonly string[]): boolean =>
  formats.length > 0 && formats.every((format) => canonicalFormat(format) === 'jwt')

/** The credential's type: `doctype`, else `vct`, else `type` (RP-57). */
export function credentialType({ doctype, claims }: PresentableCredential): string | undefined {
  if (doctype !== undefined) return doctype
  const named = [own(claims, 'vct'), own(claims, 'type')].find((value) => typeof value === 'string')
  return named as string | undefined
}

/** Returns what a path selects in a credential. */
export const claimsOf = (
  { format, claims, disclosed, withheld = disclosed && [] }: PresentableCredential,
  path: ClaimPath,
  syntax?: PathSyntax,
): readonly SelectedClaim[] => verifierFacet(format).select(claims, path, withheld, syntax)

/** An own member; inherited names (`constructor`) do not exist. */
export const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/**
 * Returns whether a Relying Party's attested `vp_formats` take this credential's format, issuer algorithm and Key Binding JWT
 * (WI-95, RP-61), or an mdoc's device signature (D-412). A format that is listed without algorithms takes any; one that is
 * not listed takes none. Does not apply to the Wallet Attestation, which accompanies credentials in any case.
 */
export function formatAttested(vpFormats: JsonObject, credential: PresentableCredential): boolean {
  const entries = Object.entries(vpFormats).filter(([name]) => sameFormat(name, credential.format))
  return entries.some(([, entry]) => {
    const listed = algorithmsOf(entry)
    const issuerTaken = listed === undefined || (credential.alg !== undefined && listed.includes(credential.alg))
    return issuerTaken && keyBindingTaken(entry, credential)
  })
}

/**
 * Returns whether a format entry takes what the holder signs: by `kb-jwt_alg_values` (OpenID4VP D22, annex B, SD-JWT VC), by
 * `deviceauth_alg_values` of an mdoc.
 */
export function keyBindingTaken(entry: Json, { keyBindingAlg: alg }: PresentableCredential): boolean {
  const listed = keyBindingAlgorithmsOf(entry)
  return alg === undefined || listed === undefined || listed.includes(alg)
}

/** The algorithms of Key Binding JWTs, or of device signatures, in one format entry; `undefined` when it names none. */
export function keyBindingAlgorithmsOf(entry: Json): readonly Json[] | undefined {
  const listed = isJsonObject(entry) ? own(entry, 'kb-jwt_alg_values') : undefined
  return Array.isArray(listed) ? listed : labelled(entry, 'deviceauth_alg_values')
}

/** The algorithms of one format entry, under any of the names in use; `undefined` when it names none. */
export function algorithmsOf(entry: Json): readonly string[] | undefined {
  if (!isJsonObject(entry)) return undefined
  const list = ['sd-jwt_alg_values', 'alg_values_supported', 'alg'].map((name) => own(entry, name)).find(Array.isArray)
  const named = list?.filter((value): value is string => typeof value === 'string')
  return named ?? labelled(entry, 'issuerauth_alg_values')
}

/** Algorithms of an mdoc, by their numbers in COSE (OpenID4VP 1.0 §B.2.2); those that nobody here knows fall away. */
function labelled(entry: Json, name: string): readonly string[] | undefined {
  const labels = isJsonObject(entry) ? own(entry, name) : undefined
  if (!Array.isArray(labels)) return undefined
  return labels.flatMap((label: Json) => (typeof label === 'number' ? (algorithmsByLabel.get(label) ?? []) : []))
}
