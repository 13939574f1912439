/** Input and result of the verification of one presentation, in any format. */
import type { NumericDate } from '../../base/index.ts'
import type { PresentedCredential } from '../../oid4vp/index.ts'
import type { VerifiedWalletAttestation } from '../../wallet-attestation/index.ts'

/** Values of the session that a presentation must match. */
export interface PresentationExpectation {
  readonly presentationNonce: string
  /** Time at which the session was created. A Key Binding JWT may be older only by the permitted clock skew. */
  readonly requestedAt: NumericDate
  /** Thumbprint of this Relying Party's key that the response was encrypted to; `undefined` if it was not encrypted. */
  readonly encryptionThumbprint: string | undefined
  /** True if an SD-JWT may come in a signed envelope instead of with a Key Binding JWT (`signed-envelope.ts`). */
  readonly envelopeAllowed: boolean
  /** True if an SD-JWT is a Wallet Attestation, which a Wallet Provider issues (IT-Wallet 1.0). Defaults to false. */
  readonly isAttestation?: boolean
  /**
   * True if the response may contain further presentations after this one is refused. Checks that need no other party
   * then come first. Defaults to false.
   */
  readonly mayDiscard?: boolean
  readonly now: NumericDate
}

/**
 * Status of a credential. `none`: the credential has no `status`. `unknown`: the configuration accepts a list
 * that could not be fetched, or in a profile with status assertions a credential that has only such an assertion; or a
 * test switch accepts the issuer's credentials without a list.
 */
export type CredentialStatus = 'valid' | 'suspended' | 'unknown' | 'none'

/** A verified presentation. Not yet compared with the query. */
export interface VerifiedPresentation {
  readonly credential: PresentedCredential
  /** Entity identifier of the trusted issuer. For a Wallet Attestation, that of the Wallet Provider. */
  readonly issuer: string
  /** Name of the issuer's organization in its metadata. */
  readonly issuerName?: string | undefined
  readonly status: CredentialStatus
  /** Present for an mdoc only, because its claims do not contain these times. */
  readonly validity?: { readonly issuedAt: NumericDate; readonly expiresAt: NumericDate }
  /** Present if the presentation is a Wallet Attestation in the format `jwt`. */
  readonly attestation: VerifiedWalletAttestation | undefined
  /**
   * Level in a Wallet Attestation as an SD-JWT, or the lowest level if it contains none. Present for such an
   * attestation only.
   */
  readonly attestedLevel?: string
}
