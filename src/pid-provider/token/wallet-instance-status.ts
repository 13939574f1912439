/** Port to the status of the Wallet Instances with a PID, so that sources other than status lists are possible. */
import type { Failure, NumericDate } from '../../base/index.ts'
import type { CredentialStatus } from '../register/issued-credential.ts'

/** An index of a list whose Wallet Instance is suspended or revoked. */
export interface InstanceException {
  readonly index: number
  readonly status: Exclude<CredentialStatus, 'valid'>
}

/** Current status of the attestations in one list. */
export interface ListedInstances {
  readonly exceptions: Iterable<InstanceException>
  /** Number of indexes in the list. Absent if the source does not provide it. */
  readonly places?: number
}

/** Source of the current status of attestations with a PID. */
export interface WalletInstanceStatus {
  /**
   * Returns the current status of a list. `uri` is the list that the attestations named at issuance. After a failure,
   * the caller changes no status and requests the list again. `places` is one more than the highest index that the
   * caller watches: exceptions after it can be omitted.
   */
  listed(
    walletProvider: string,
    uri: string,
    now: NumericDate,
    places: number,
  ): Promise<ListedInstances | Failure<string>>
}
