/** The identifier of a store in PostgreSQL, which all replicas share. */
import pg from 'pg'
import type { StoreIdentity } from '../store-identity.ts'
import type { PostgresDatabase } from './database.ts'

/** Tables that say nothing about what the store was used for. */
const ownTables = ['migration', 'store_identity', 'replica_secrets']

/** The identity of the store in this database. */
export function createPostgresStoreIdentity(database: PostgresDatabase): StoreIdentity {
  const find = async (): Promise<string | undefined> => {
    const [row] = await database.read('SELECT identifier FROM store_identity', [])
    return row?.identifier as string | undefined
  }
  return {
    find,
    bind: async (identifier) => {
      await database.write('INSERT INTO store_identity VALUES (1, $1) ON CONFLICT DO NOTHING', [identifier])
      return (await find()) as string
    },
    isEmpty: async () => {
      const tables = await database.read(
        'SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> ALL ($1)',
        [ownTables],
      )
      for (const { tablename } of tables) {
        const rows = await database.read(`SELECT 1 FROM ${pg.escapeIdentifier(String(tablename))} LIMIT 1`, [])
        if (rows.length > 0) return false
      }
      return true
    },
  }
}
