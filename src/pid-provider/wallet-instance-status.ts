/** What became of the Wallet Instance that a PID was issued to: a port, so that more than status lists can say it. */
import type { Failure, NumericDate } from '../base/index.ts'
import type { StatusReference } from '../status-list/index.ts'
import type { CredentialStatus } from './issued-credential.ts'

/** Asks what is said now of the attestation that a PID was issued for. */
export interface WalletInstanceStatus {
  /** `reference` is what the attestation named at issuance. A failure is no verdict: it is asked again. */
  statusOf(
    walletProvider: string,
    reference: StatusReference,
    now: NumericDate,
  ): Promise<CredentialStatus | Failure<string>>
}
