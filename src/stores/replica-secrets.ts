/** Which secrets each replica over one store was started with, as digests. A store that one process uses keeps none. */
import type { NumericDate } from '../base/index.ts'

/** The digests of a replica's secrets, by purpose; of each purpose the secret that makes comes first. */
export type SecretDigests = Readonly<Record<string, readonly string[]>>

/** What the replicas over one store tell each other about their secrets. */
export interface ReplicaSecrets {
  /** Records what this replica was started with, or, when it is there, that it still runs. */
  announce(replica: string, digests: SecretDigests, now: NumericDate): Promise<void>
  /** Returns what those replicas use that announced themselves before this one, and were seen at `since` or later. */
  earlier(replica: string, since: NumericDate): Promise<readonly SecretDigests[]>
  /** Forgets a replica that stops, and all that were not seen since. */
  withdraw(replica: string, since: NumericDate): Promise<void>
}
