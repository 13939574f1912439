/**
 * What the wallet keeps about itself: its registration, its attestations, what it is in the middle of.
 */
import type { NumericDate } from '../../base/index.ts'
import type { CredentialFormat } from '../../oauth/index.ts'

/** A Wallet Attestation with the key that it attests. */
export interface HeldAttestation {
  /** As received. */
  readonly compact: string
  /** Of the ephemeral key, in the secure hardware. */
  readonly keyTag: string
  /** Also the client id under which it is used. */
  readonly thumbprint: string
  readonly expiresAt: NumericDate
  /** Records of before do not say it. */
  readonly issuedAt?: NumericDate
  /** Whom it was shown to. One only, so that two cannot find out by its key that they see the same wallet (WI-04). */
  readonly shownTo: string | undefined
  /** Until when the flow that it was last chosen for may need it: so long it is not thrown away. */
  readonly neededUntil?: NumericDate
  /** A party has refused it: it is shown to nobody any more. */
  readonly refused?: true
}

/** For whom an attestation is. */
export type AttestationUse = Pick<HeldAttestation, 'shownTo' | 'neededUntil'>

export interface WalletRecord {
  /** `begun`: the hardware key may exist, the provider may or may not know it. */
  readonly registration: 'begun' | 'registered'
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
  /** What was asked for; not said: `vc+sd-jwt`. */
  readonly format?: CredentialFormat
  readonly expiresAt: NumericDate
  /** What its code was redeemed for: it goes on at the credential request (D-135). */
  readonly grant?: CredentialGrant
}

/** What a code was redeemed for: enough to ask for a credential, and for its renewal while the access token lives (WI-55). */
export interface CredentialGrant {
  readonly issuer: string
  /** What was asked for; not said: `vc+sd-jwt`. */
  readonly format?: CredentialFormat
  readonly clientId: string
  readonly accessToken: string
  readonly dpopKeyTag: string
  readonly expiresAt: NumericDate
  readonly cNonce: string
  readonly cNonceExpiresAt: NumericDate
}

/** A PID as it is kept. */
export interface HeldCredential {
  readonly id: string
  readonly format: CredentialFormat
  /** As received. */
  readonly credential: string
  readonly issuer: string
  readonly type: string
  /** Of the issuer's signature. */
  readonly alg: string
  /** Of the key in `cnf`, or the device key, in the secure hardware. */
  readonly keyTag: string
  readonly receivedAt: NumericDate
  /** `undefined` for a credential whose issuer states no end (WI-114). */
  readonly expiresAt: NumericDate | undefined
  readonly status: { readonly idx: number; readonly uri: string } | undefined
}

/** Returns whether the validity of a credential has ended. */
export const hasEnded = ({ expiresAt }: Pick<HeldCredential, 'expiresAt'>, now: NumericDate): boolean =>
  expiresAt !== undefined && now >= expiresAt
