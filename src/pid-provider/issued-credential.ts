/**
 * The register: one entry for every PID that was issued, written before the PID leaves (PP-31). It holds what is needed
 * to find and revoke a credential and no claim of it.
 */
import type { NumericDate } from '../base/index.ts'
import type { StatusReference } from '../status-list/index.ts'

export type CredentialStatus = 'valid' | 'suspended' | 'revoked'

/** Where the Wallet Provider says what became of the attestation, and with it of the Wallet Instance. */
export interface AttestationWatch extends StatusReference {
  /** From then on the place may be another attestation's (D-110). */
  readonly until: NumericDate
}

export interface IssuedCredential {
  readonly id: string
  readonly format: string
  /** Thumbprint of the key that the credential is bound to. */
  readonly holderThumbprint: string
  /** Our pseudonym of the person (`registerSubject`): the same for all credentials of one person, and in none of them. */
  readonly subject: string
  readonly clientId: string
  readonly walletProvider: string
  /** `jti` of the access token that it was issued under. */
  readonly tokenId: string
  readonly statusList: number
  readonly statusIndex: number
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
  readonly status: CredentialStatus
  /** Not there when the attestation named no status list. */
  readonly attestationWatch?: AttestationWatch
}

/** A revoked credential stays revoked (PP-111). */
const transitions: Readonly<Record<CredentialStatus, readonly CredentialStatus[]>> = {
  valid: ['suspended', 'revoked'],
  suspended: ['valid', 'revoked'],
  revoked: [],
}

export const credentialMayBecome = (from: CredentialStatus, to: CredentialStatus): boolean =>
  transitions[from].includes(to)

/** Who changed a status, when and why: kept for ever, appended only (PP-112). */
export interface CredentialChange {
  readonly credentialId: string
  readonly status: CredentialStatus
  readonly at: NumericDate
  readonly actor: string
  readonly reason: string
}

/** The change that a credential undergoes when its holder was issued another in its place (PP-114). */
export const supersededBy = (next: IssuedCredential, earlier: IssuedCredential): CredentialChange => ({
  credentialId: earlier.id,
  status: 'revoked', // PP-114
  at: next.issuedAt,
  actor: 'pid-provider',
  reason: 'superseded',
})
