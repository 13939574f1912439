/** The trust marks that a service was given last, in the PostgreSQL that its replicas share. */
import type { KeptTrustMarks } from '../../federation/index.ts'
import type { PostgresDatabase } from './database.ts'

/** Of a migration. */
export const keptTrustMarkTable = `
CREATE TABLE kept_trust_mark (trust_mark_type text COLLATE "C" PRIMARY KEY, trust_mark text NOT NULL)`

/** Kept trust marks on PostgreSQL. */
export const createPostgresKeptTrustMarks = (database: PostgresDatabase): KeptTrustMarks => ({
  find: async (trustMarkType) => {
    const [row] = await database.read('SELECT trust_mark FROM kept_trust_mark WHERE trust_mark_type = $1', [
      trustMarkType,
    ])
    return row?.trust_mark as string | undefined
  },
  keep: async (trustMarkType, trustMark) => {
    await database.write(
      `INSERT INTO kept_trust_mark (trust_mark_type, trust_mark) VALUES ($1, $2)
       ON CONFLICT (trust_mark_type) DO UPDATE SET trust_mark = excluded.trust_mark`,
      [trustMarkType, trustMark],
    )
  },
  forget: async (trustMarkType) => {
    await database.write('DELETE FROM kept_trust_mark WHERE trust_mark_type = $1', [trustMarkType])
  },
})
