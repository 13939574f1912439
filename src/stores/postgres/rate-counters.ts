/**
 * What replicas tell each other about clients, on PostgreSQL: one statement a second and process, whatever the number of
 * requests. The table is not logged: after a crash of the server everybody begins with a full budget, and nobody minds.
 */
import type { RateCounters } from '../../node/index.ts'
import type { PostgresDatabase } from './database.ts'
import type { PostgresSchema } from './schema.ts'

/** One table, which a crash of the server may empty: clients begin with full buckets then. */
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

/** In one order, or two processes could wait for each other. */
const settle = `
INSERT INTO rate_count (key, began_at, count)
SELECT given.key, $1, given.count FROM unnest($2::text[], $3::bigint[]) AS given (key, count) ORDER BY given.key
ON CONFLICT (key, began_at) DO UPDATE SET count = rate_count.count + excluded.count
RETURNING key, count`

/** What all replicas have counted of clients, on PostgreSQL. */
export const createPostgresRateCounters = (database: PostgresDatabase): RateCounters => ({
  settle: async (window, counts) => {
    const { rows } = await database.write(settle, [window, [...counts.keys()], [...counts.values()]])
    return new Map(rows.map(({ key, count }) => [key as string, count as number]))
  },
  prune: (before) => database.forget({ table: 'rate_count', column: 'began_at' }, before),
})
