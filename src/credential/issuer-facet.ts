/**
 * Issuing a credential of any type in one format: what goes in, and what each format has to say for it.
 */
import type { CryptoContext, JsonObject, NumericDate, PublicJwk, Random } from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import type { CredentialType } from './credential-type.ts'
import type { CredentialFormatName } from './formats.ts'

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
  /** What an mdoc says beside the person's own claims. */
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
export interface IssuerKeys {
  readonly credentialSigner: Signer
  /** Absent where no mdocs are issued. */
  readonly mdocIssuer?: MdocIssuer | undefined
}

/** The issuer's side of a format. */
export interface IssuerFacet {
  /** Whether a credential can be bound to this key. */
  readonly canBind: (key: PublicJwk) => boolean
  /** Returns for how many seconds a credential is issued that should live so long. */
  readonly lifetime: (wantedSeconds: number) => number
  /** Returns the time after which no credential may end; `undefined` where there is none. */
  readonly latestEnd: (keys: Pick<IssuerKeys, 'mdocIssuer'>) => NumericDate | undefined
  /** Issues a credential, signed now. Does not look into the claims, and registers nothing. */
  readonly issue: (
    ctx: CryptoContext & { readonly random: Random },
    keys: IssuerKeys,
    content: CredentialContent,
  ) => Promise<string>
}
