/**
 * Operations of an issuer, a holder and a verifier on one credential format, called facets. Each facet of a format has
 * its own file, so that a wallet does not load the code of an issuer.
 */
import type { CryptoContext, JsonObject, NumericDate, PublicJwk, Random } from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import type { ClaimPath, ConcretePath, DisclosableClaim } from '../sd-jwt/index.ts'
import type { CredentialType } from './credential-type.ts'
import type { CredentialFormatName } from './formats.ts'
import type { ClaimSelector, SelectedClaim } from './select-claims.ts'

/** Place of the claims in an SD-JWT: the top level (`flat`), or `verified_claims` (D-07). */
export type ClaimsLayout = 'flat' | 'verified_claims'

/** Content of a credential about one person, for an issuer to sign. */
export interface CredentialContent {
  readonly type: CredentialType
  /** The issuer's identifier. */
  readonly issuer: string
  /** The value of `typ` in an SD-JWT. */
  readonly formatName: CredentialFormatName
  readonly claims: JsonObject
  readonly layout: ClaimsLayout
  /**
   * Namespaces of an mdoc, and the issuing authority and country. SD-JWTs of profiles other than `seed` contain
   * authority and country too.
   */
  readonly mdoc: {
    readonly namespace: string
    readonly domesticNamespace: string
    readonly issuingAuthority: string
    readonly issuingCountry: string
  }
  /** The key whose possession was proved, without optional members. */
  readonly holderKey: PublicJwk
  readonly holderThumbprint: string
  readonly status: { readonly idx: number; readonly uri: string }
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
  /** Value of `vct#integrity` (W3C SRI), for a type whose SD-JWT contains this claim. */
  readonly typeIntegrity?: string
}

/** A signer of mdocs (ISO 18013-5 Annex B). An mdoc must not be valid for longer than the certificate. */
export interface MdocIssuer {
  readonly signer: Signer
  /**
   * Certificate of the signer in DER. Its subjectAltName contains the provider's identifier as a URI, by which others
   * find the provider's metadata.
   */
  readonly certificate: Uint8Array
  /** Certificate in DER of the authority that issued `certificate`. */
  readonly authority: Uint8Array
  /** Expiry time of `certificate`. */
  readonly notAfter: NumericDate
}

/** The keys that sign credentials. */
interface IssuerKeys {
  readonly credentialSigner: Signer
  /** Absent if no mdocs are issued. */
  readonly mdocIssuer?: MdocIssuer | undefined
  /** Certificate chain of `credentialSigner`, its own certificate first, without the root (RFC 7515 §4.1.6). */
  readonly x5c?: readonly string[] | undefined
}

/** Operations of an issuer on a format. */
export interface IssuerFacet {
  /** Returns true if a credential can be bound to this key. */
  readonly canBind: (key: PublicJwk) => boolean
  /** Returns the lifetime of a credential in seconds: the wanted one, or less if the format limits it. */
  readonly lifetime: (wantedSeconds: number) => number
  /** Returns the latest time at which a credential may expire; `undefined` if there is no limit. */
  readonly latestEnd: (keys: Pick<IssuerKeys, 'mdocIssuer'>) => NumericDate | undefined
  /** Creates and signs a credential. Does not check the claims or register the credential. */
  readonly issue: (
    ctx: CryptoContext & { readonly random: Random },
    keys: IssuerKeys,
    content: CredentialContent,
  ) => Promise<string>
}

/** A stored credential. It was verified when the wallet received it. */
export interface HeldCopy {
  /** The credential as received. */
  readonly credential: string
  /** The algorithm of the issuer's signature. */
  readonly alg: string
  readonly type: string
}

/** Data of a presentation that the holder's signature covers. */
interface PresentationSession {
  /** `client_id` of the request, with its prefix. */
  readonly clientId: string
  readonly nonce: string
  readonly responseUri: string
  /** Thumbprint of the key that the response is encrypted to; `undefined` if it is not encrypted. */
  readonly encryptionThumbprint: string | undefined
  readonly now: NumericDate
}

/** Operations of a wallet on a format. */
export interface HolderFacet {
  /** Returns all claims, also those that the holder can withhold. Returns none if the credential cannot be parsed. */
  readonly open: (ctx: CryptoContext, held: HeldCopy) => JsonObject
  /** Returns the claims of `open` as the wallet displays them to the user, by name. */
  readonly display: (claims: JsonObject, type: CredentialType) => JsonObject
  /** Returns the claims that the holder can withhold. Empty for an mdoc, of which every element can be withheld. */
  readonly disclosable: (ctx: CryptoContext, held: HeldCopy) => readonly DisclosableClaim[]
  /** Returns the document type of an mdoc. Returns an empty object for an SD-JWT, whose claims contain the type. */
  readonly doctype: (held: HeldCopy) => { readonly doctype?: string }
  /**
   * Returns the authority key identifiers in the certificates of the credential (OpenID4VP 1.0 §6.1.1.1): in `x5chain`
   * of an mdoc, in `x5c` of an SD-JWT. Does not verify the certificates.
   */
  readonly authorityKeyIds: (held: HeldCopy) => readonly string[]
  /**
   * Creates a presentation of the selected claims, signed with the holder's key. Rejects with an Error if the
   * credential cannot be parsed or does not have a selected claim.
   */
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

/** Operations of a verifier on a format: reading queries and the claims of a credential. */
export interface VerifierFacet {
  /** The member of `meta` that names the type. */
  readonly typeMember: keyof QueriedTypes
  /** Returns the accepted types, or `undefined` if any type matches. */
  readonly queriedTypes: (meta: QueriedTypes | undefined) => readonly string[] | undefined
  /** Returns true if a claims path of a request can select anything. */
  readonly acceptsPath: (path: ClaimPath) => boolean
  /** Returns what a path selects. `select` is the selector of the credential's claims. */
  readonly select: (select: ClaimSelector, path: ClaimPath) => readonly SelectedClaim[]
  /**
   * Returns the path of the claim within the credential. For an mdoc, removes the namespace, which is the first step.
   */
  readonly claimPath: (path: ClaimPath) => ClaimPath
  /** Returns true if a path that `claimPath` has returned names a technical claim, which is not about the person. */
  readonly isTechnical: (path: ClaimPath) => boolean
  /** True if the id of an input descriptor is the credential's type (ISO 18013-7 §B.3.1). */
  readonly isNamedById: boolean
  /** True if a query may state `intent_to_retain` (OpenID4VP 1.0 §B.2). */
  readonly allowsIntentToRetain: boolean
}
