/** Digests of the secrets of each replica over one store. A store of a single process keeps none. */
import type { NumericDate } from '../base/index.ts'

/** Digests of a replica's secrets, by purpose. The first of each purpose is the secret that creates values. */
export type SecretDigests = Readonly<Record<string, readonly string[]>>

/** Digests of the secrets of all replicas over one store. */
export interface ReplicaSecrets {
  /** Records the digests of this replica. A repeated call only records that it still runs. */
  announce(replica: string, digests: SecretDigests, now: NumericDate): Promise<void>
  /**
   * Returns the digests of the replicas that announced themselves before this one and were seen at `since` or later.
   */
  earlier(replica: string, since: NumericDate): Promise<readonly SecretDigests[]>
  /** Forgets a replica that stops, and every replica not seen since. */
  withdraw(replica: string, since: NumericDate): Promise<void>
}
