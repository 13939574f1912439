/** What became of the Wallet Instances that PIDs were issued to: a port, so that more than status lists can say it. */
import type { Failure, NumericDate } from '../../base/index.ts'
import type { CredentialStatus } from '../register/issued-credential.ts'

/** A place of a list whose Wallet Instance was suspended or revoked. */
export interface InstanceException {
  readonly index: number
  readonly status: Exclude<CredentialStatus, 'valid'>
}

/** What is said now of the attestations of one list. */
export interface ListedInstances {
  readonly exceptions: Iterable<InstanceException>
  /** How many places the list has. Not given where the source has no such number. */
  readonly places?: number
}

/** Asks what is said now of the attestations that PIDs were issued for. */
export interface WalletInstanceStatus {
  /** `uri` is the list that the attestations named at issuance. A failure is no verdict: the list is asked again. */
  listed(walletProvider: string, uri: string, now: NumericDate): Promise<ListedInstances | Failure<string>>
}
