/**
 * Records of the replicas that share a PostgreSQL database, with digests of their secrets. A replica that starts
 * compares its secrets with those of the other replicas.
 */
import type { ReplicaSecrets, SecretDigests } from '../replica-secrets.ts'
import type { PostgresDatabase } from './database.ts'

/**
 * Assigns the place of a new record under a lock until the commit. Otherwise a replica could read the earlier records
 * before one of them is committed.
 */
const announce = `
WITH locked AS MATERIALIZED (
  SELECT pg_advisory_xact_lock(hashtextextended('fiducia replicas ' || current_schema(), 0)))
INSERT INTO replica_secrets (replica, digests, seen_at) SELECT $1::text, $2::text, $3::bigint FROM locked
ON CONFLICT (replica) DO UPDATE SET seen_at = excluded.seen_at`

const earlier = `
SELECT digests FROM replica_secrets
WHERE seen_at >= $2 AND place < (SELECT place FROM replica_secrets WHERE replica = $1) ORDER BY place`

/** Creates the records of replicas on PostgreSQL. */
export const createPostgresReplicaSecrets = (database: PostgresDatabase): ReplicaSecrets => ({
  announce: async (replica, digests, now) => {
    await database.write(announce, [replica, JSON.stringify(digests), now])
  },
  earlier: async (replica, since) => {
    const rows = await database.read(earlier, [replica, since])
    return rows.map(({ digests }) => JSON.parse(digests as string) as SecretDigests)
  },
  withdraw: async (replica, since) => {
    await database.write('DELETE FROM replica_secrets WHERE replica = $1 OR seen_at < $2', [replica, since])
  },
})
