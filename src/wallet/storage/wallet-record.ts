/**
 * Records of the wallet: registration, attestations, pending issuances, credentials. They are stored as JSON. A record
 * that an earlier version of the wallet stored lacks the members that were added since.
 */
import type { NumericDate } from '../../base/index.ts'
import type { CredentialFormat } from '../../oauth/index.ts'

/** A Wallet Attestation and the tag of its key. */
export interface HeldAttestation {
  /** JWT as received. */
  readonly compact: string
  /** Tag of the ephemeral key in the secure hardware. */
  readonly keyTag: string
  /** Thumbprint of the key, also the client id. */
  readonly thumbprint: string
  readonly expiresAt: NumericDate
  /** Absent in records of earlier versions. */
  readonly issuedAt?: NumericDate
  /**
   * The only party to which the attestation is sent, or `undefined` while it is unused. A second party could recognize
   * the wallet by the attested key (WI-04).
   */
  readonly shownTo: string | undefined
  /** Time when the last flow that may need the attestation or its key ends. Both are kept until then. */
  readonly neededUntil?: NumericDate
  /**
   * Present if a party refused this attestation, or refused another attestation while this attestation was unused. No
   * new flow uses it.
   */
  readonly refused?: true
}

/** Party and flow for which an attestation is obtained. */
export type AttestationUse = Pick<HeldAttestation, 'shownTo' | 'neededUntil'>

export interface WalletRecord {
  /** `begun`: the hardware key and the provider's registration may or may not exist. */
  readonly registration: 'begun' | 'registered'
  /** Provider of the registration and the attestations. */
  readonly walletProvider: string
  readonly hardwareKeyTag: string | undefined
  readonly attestations: readonly HeldAttestation[]
}

/** An issuance between the pushed request and the credential. */
export interface PendingIssuance {
  readonly state: string
  readonly issuer: string
  readonly redirectUri: string
  readonly codeVerifier: string
  readonly attestationThumbprint: string
  /** Requested format. Defaults to `vc+sd-jwt`. */
  readonly format?: CredentialFormat
  readonly expiresAt: NumericDate
  /** Present once the code is redeemed: the issuance continues at the credential request (D-135). */
  readonly grant?: CredentialGrant
}

/**
 * Result of redeeming a code: the values for requesting a credential, and for renewing it until the access token
 * expires (WI-55).
 */
export interface CredentialGrant {
  readonly issuer: string
  /** Requested format. Defaults to `vc+sd-jwt`. */
  readonly format?: CredentialFormat
  readonly clientId: string
  readonly accessToken: string
  readonly dpopKeyTag: string
  readonly expiresAt: NumericDate
  readonly cNonce: string
  readonly cNonceExpiresAt: NumericDate
}

/** A stored credential. */
export interface HeldCredential {
  readonly id: string
  readonly format: CredentialFormat
  /** Credential as received. */
  readonly credential: string
  readonly issuer: string
  readonly type: string
  /** Algorithm of the issuer's signature. */
  readonly alg: string
  /** Tag of the key in `cnf`, or of the device key, in the secure hardware. */
  readonly keyTag: string
  readonly receivedAt: NumericDate
  /** `undefined` for a credential without expiry (WI-114). */
  readonly expiresAt: NumericDate | undefined
  readonly status: { readonly idx: number; readonly uri: string } | undefined
}

/** Returns true if the credential has expired. */
export const hasExpired = ({ expiresAt }: Pick<HeldCredential, 'expiresAt'>, now: NumericDate): boolean =>
  expiresAt !== undefined && now >= expiresAt
