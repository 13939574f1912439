/** Holding a credential in one format: reading it for its user and for queries, and presenting it. */
import type { CryptoContext, JsonObject, NumericDate } from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import type { DisclosableClaim } from '../sd-jwt/index.ts'
import type { ConcretePath } from './claim-path.ts'
import type { CredentialType } from './credential-type.ts'

/** A credential that was verified when it came. */
export interface HeldCopy {
  /** As received. */
  readonly credential: string
  /** The algorithm of the issuer's signature. */
  readonly alg: string
  readonly type: string
}

/** What a holder signs over when they present a credential. */
export interface PresentationSession {
  /** The Relying Party's entity identifier. */
  readonly relyingParty: string
  /** `client_id` of the request. */
  readonly clientId: string
  readonly nonce: string
  readonly responseUri: string
  /** Thumbprint of the key that the response is encrypted to; `undefined` where it is not encrypted. */
  readonly encryptionThumbprint: string | undefined
  readonly now: NumericDate
}

/** The holder's side of a format. */
export interface HolderFacet {
  /** Returns all claims in the clear; none of a credential that no longer opens. */
  readonly open: (ctx: CryptoContext, held: HeldCopy) => JsonObject
  /** Returns the claims of `open` as their user reads them, by name. */
  readonly display: (claims: JsonObject, type: CredentialType) => JsonObject
  /** Returns the claims that the holder can withhold, where a claim can lie in another one. */
  readonly disclosable: (ctx: CryptoContext, held: HeldCopy) => readonly DisclosableClaim[]
  /** Returns the type where the claims do not state it. */
  readonly doctype: (held: HeldCopy) => { readonly doctype?: string }
  /** Returns the authority key identifiers of the issuer's certificates (OpenID4VP 1.0 §6.1.1.1). */
  readonly authorityKeys: (held: HeldCopy) => readonly string[]
  /** Presents the selected claims, signed by the holder's key. Throws where the credential does not open. */
  readonly present: (
    ctx: CryptoContext,
    held: HeldCopy,
    claims: readonly ConcretePath[],
    holder: Signer,
    session: PresentationSession,
  ) => Promise<string>
}
