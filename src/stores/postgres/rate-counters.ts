/**
 * Replicas share the request counts of clients in PostgreSQL. Each process sends at most one statement a second,
 * whatever the number of requests. The table is not logged: after a crash of the server, replicas may count the
 * requests of clients from zero.
 */
import type { RateCounters } from '../../node/index.ts'
import type { PostgresDatabase } from './database.ts'
import type { PostgresSchema } from './schema.ts'

/** Schema of the shared counts. A crash of the server may empty its table. */
export const rateLimitsSchema: PostgresSchema = {
  store: 'rate-limits',
  migrations: [
    `CREATE UNLOGGED TABLE rate_count (
       key text COLLATE "C" NOT NULL, began_at bigint NOT NULL, count bigint NOT NULL, PRIMARY KEY (key, began_at)
     );
     CREATE INDEX rate_count_by_time ON rate_count (began_at)`,
  ],
  expiring: [],
}

/** Writes in the order of the keys, so that two processes cannot deadlock. */
const settle = `
INSERT INTO rate_count (key, began_at, count)
SELECT given.key, $1, given.count FROM unnest($2::text[], $3::bigint[]) AS given (key, count) ORDER BY given.key
ON CONFLICT (key, began_at) DO UPDATE SET count = rate_count.count + excluded.count
RETURNING key, count`

/** Creates the request counts of clients over all replicas, on a database opened with `rateLimitsSchema`. */
export const createPostgresRateCounters = (database: PostgresDatabase): RateCounters => ({
  settle: async (window, counts) => {
    const { rows } = await database.write(settle, [window, [...counts.keys()], [...counts.values()]])
    return new Map(rows.map(({ key, count }) => [key as string, count as number]))
  },
  prune: (before, end) => database.forget({ table: 'rate_count', column: 'began_at' }, before, end),
})
