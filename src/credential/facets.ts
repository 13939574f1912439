/**
 * The three sides of a format: issuer, holder and verifier. Each format has each side in a file of its own, and each side is
 * a table with one row for each format, so that a wallet loads no issuer.
 */
import type { CryptoContext, JsonObject, NumericDate, PublicJwk, Random } from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import type { ClaimPath, ConcretePath, DisclosableClaim } from '../sd-jwt/index.ts'
import type { CredentialType } from './credential-type.ts'
import type { CredentialFormatName } from './formats.ts'
import type { ClaimSelector, SelectedClaim } from './select-claims.ts'

/** The place of the claims in an SD-JWT: at the top, or under `verified_claims` (D-07). */
export type ClaimsLayout = 'flat' | 'verified_claims'

/** The statement that an issuer signs about one person. */
export interface CredentialContent {
  readonly type: CredentialType
  /** The issuer's identifier. */
  readonly issuer: string
  /** The value of `typ` in an SD-JWT. */
  readonly formatName: CredentialFormatName
  readonly claims: JsonObject
  readonly layout: ClaimsLayout
  /** The elements of an mdoc beside the person's own claims. */
  readonly mdoc: {
    readonly namespace: string
    readonly domesticNamespace: string
    readonly issuingAuthority: string
    readonly issuingCountry: string
  }
  /** The key that was proven, without further members. */
  readonly holderKey: PublicJwk
  readonly holderThumbprint: string
  readonly status: { readonly idx: number; readonly uri: string }
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
  /** Integrity of the type's metadata (W3C SRI), for a type whose SD-JWT states it. */
  readonly typeIntegrity?: string
}

/** A signer of mdocs (ISO 18013-5 Annex B). Its certificate must outlive each mdoc: nothing is issued otherwise. */
export interface MdocIssuer {
  readonly signer: Signer
  /** DER; names the provider's identifier as a URI of subjectAltName, by which others find its metadata. */
  readonly certificate: Uint8Array
  /** DER: the authority that signed it. */
  readonly authority: Uint8Array
  /** The end of the certificate. */
  readonly notAfter: NumericDate
}

/** The keys that sign credentials. */
interface IssuerKeys {
  readonly credentialSigner: Signer
  /** Absent if no mdocs are issued. */
  readonly mdocIssuer?: MdocIssuer | undefined
  /** Certificates of `credentialSigner`, the own one first, without the root (RFC 7515 §4.1.6). */
  readonly x5c?: readonly string[] | undefined
}

/** The issuer's side of a format. */
export interface IssuerFacet {
  /** Returns whether a credential can be bound to this key. */
  readonly canBind: (key: PublicJwk) => boolean
  /** Returns the lifetime of a credential in seconds, for the configured lifetime. */
  readonly lifetime: (wantedSeconds: number) => number
  /** Returns the latest time at which a credential may expire; `undefined` if there is no limit. */
  readonly latestEnd: (keys: Pick<IssuerKeys, 'mdocIssuer'>) => NumericDate | undefined
  /** Issues a credential, signed now. Does not check the claims and registers nothing. */
  readonly issue: (
    ctx: CryptoContext & { readonly random: Random },
    keys: IssuerKeys,
    content: CredentialContent,
  ) => Promise<string>
}

/** A credential that was verified when it came. */
export interface HeldCopy {
  /** The text as it was received. */
  readonly credential: string
  /** The algorithm of the issuer's signature. */
  readonly alg: string
  readonly type: string
}

/** The session that a holder signs over when they present a credential. */
interface PresentationSession {
  /** `client_id` of the request, with its prefix. */
  readonly clientId: string
  readonly nonce: string
  readonly responseUri: string
  /** Thumbprint of the key that the response is encrypted to; `undefined` if it is not encrypted. */
  readonly encryptionThumbprint: string | undefined
  readonly now: NumericDate
}

/** The holder's side of a format. */
export interface HolderFacet {
  /** Returns all claims in the clear. Returns none for a credential that no longer opens. */
  readonly open: (ctx: CryptoContext, held: HeldCopy) => JsonObject
  /** Returns the claims of `open` as their user reads them, by name. */
  readonly display: (claims: JsonObject, type: CredentialType) => JsonObject
  /** Returns the claims that the holder can withhold. Empty for a format without nested claims. */
  readonly disclosable: (ctx: CryptoContext, held: HeldCopy) => readonly DisclosableClaim[]
  /** Returns the type if the claims do not state it. */
  readonly doctype: (held: HeldCopy) => { readonly doctype?: string }
  /** Returns the authority key identifiers of the issuer's certificates (OpenID4VP 1.0 §6.1.1.1). */
  readonly authorityKeys: (held: HeldCopy) => readonly string[]
  /** Presents the selected claims, signed by the holder's key. Throws if the credential does not open. */
  readonly present: (
    ctx: CryptoContext,
    held: HeldCopy,
    claims: readonly ConcretePath[],
    holder: Signer,
    session: PresentationSession,
  ) => Promise<string>
}

/** `meta` of a DCQL credential query (OpenID4VP 1.0 Annex B). */
interface QueriedTypes {
  readonly vct_values?: readonly string[] | undefined
  readonly doctype_value?: string | undefined
}

/** The verifier's side of a format. */
export interface VerifierFacet {
  /** The member of `meta` that names the type. */
  readonly typeMember: keyof QueriedTypes
  /** Returns the types of which a credential must have one; `undefined` if any type matches. */
  readonly queriedTypes: (meta: QueriedTypes | undefined) => readonly string[] | undefined
  /** Returns whether a claims path of a request can select anything. */
  readonly takesPath: (path: ClaimPath) => boolean
  /** Returns what a path selects, with the selector of the credential's claims. */
  readonly select: (select: ClaimSelector, path: ClaimPath) => readonly SelectedClaim[]
  /** Returns the path without the namespace at its start, if any. */
  readonly claimPath: (path: ClaimPath) => ClaimPath
  /** Returns true if a path of `claimPath` names a technical claim. */
  readonly isTechnical: (path: ClaimPath) => boolean
  /** The id of an input descriptor is the credential's type (ISO 18013-7 §B.3.1). */
  readonly isNamedById: boolean
  /** A query may state `intent_to_retain` (OpenID4VP 1.0 §B.2). */
  readonly statesRetention: boolean
}
