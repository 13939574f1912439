/**
 * Digests of the secrets of each replica. Replicas that share a store need the same secrets: each replica records
 * digests of its secrets when it starts, and compares them with those of the other replicas. The store of a single
 * process has no such records.
 */
import type { NumericDate } from '../base/index.ts'

/**
 * Digests of a replica's secrets, by purpose. The first digest of each purpose is that of the secret that creates
 * values.
 */
export type SecretDigests = Readonly<Record<string, readonly string[]>>

/** Records of the replicas that share a store. */
export interface ReplicaSecrets {
  /** Records the digests of this replica and the time. A repeated call updates only the time. */
  announce(replica: string, digests: SecretDigests, now: NumericDate): Promise<void>
  /**
   * Returns the digests of the replicas that announced themselves before this one and were seen at `since` or later.
   * Returns none if this replica has not announced itself.
   */
  earlier(replica: string, since: NumericDate): Promise<readonly SecretDigests[]>
  /** Deletes the record of a replica that stops, and of every replica that was last seen before `since`. */
  withdraw(replica: string, since: NumericDate): Promise<void>
}
