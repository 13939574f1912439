/**
 * What goes into the verification of one presentation, and what comes out, whatever its format.
 */
import type { NumericDate } from '../../base/index.ts'
import type { PresentedCredential } from '../../oid4vp/index.ts'
import type { VerifiedWalletAttestation } from '../../wallet-attestation/index.ts'

/** What this session asked for, and when. */
export interface PresentationExpectation {
  readonly presentationNonce: string
  readonly requestedAt: NumericDate
  /** Of our key that the response was encrypted to; `undefined` when it was not. */
  readonly encryptionThumbprint: string | undefined
  /** Whether an SD-JWT may stand in the signed envelope of 2023. */
  readonly envelopeAllowed: boolean
  readonly now: NumericDate
}

/** What the status list said: `none` when the credential refers to none, `unknown` when policy let an unreachable one pass. */
export type CredentialStatus = 'valid' | 'suspended' | 'unknown' | 'none'

export interface VerifiedPresentation {
  readonly credential: PresentedCredential
  /** The trusted entity behind it. */
  readonly issuer: string
  readonly status: CredentialStatus
  /** Where the claims do not say it: of an mdoc. */
  readonly validity?: { readonly issuedAt: NumericDate; readonly expiresAt: NumericDate }
  /** When this is one. */
  readonly attestation: VerifiedWalletAttestation | undefined
}
