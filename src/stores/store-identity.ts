/** An identifier of the store. The keys of a service are bound to it, so that they are not used with another store. */
import type { PostgresDatabase } from './postgres/database.ts'
import type { SqliteDatabase } from './sqlite/database.ts'
import type { Statements } from './statements.ts'

/** Reads and writes the identifier of one store. */
export interface StoreIdentity {
  /** Returns the identifier, or `undefined` if the store has none yet. */
  find(): Promise<string | undefined>
  /** Binds the store to an identifier unless it has one. Returns the identifier that the store has afterwards. */
  bind(identifier: string): Promise<string>
  /** Returns true if the store contains no record except the identifier and the records of replicas. */
  isEmpty(): Promise<boolean>
}

/**
 * Creates the identity of a store. `tables` is a query for the names of the tables that `isEmpty` checks. It must leave
 * out tables into which migrations write rows.
 */
function createStoreIdentity({ read, write }: Statements, tables: string): StoreIdentity {
  const find = async (): Promise<string | undefined> => {
    const [row] = await read('SELECT identifier FROM store_identity', [])
    return row?.identifier as string | undefined
  }
  return {
    find,
    bind: async (identifier) => {
      await write('INSERT INTO store_identity VALUES (1, $1) ON CONFLICT DO NOTHING', [identifier])
      return (await find()) as string
    },
    isEmpty: async () => {
      for (const { name } of await read(tables, []))
        if ((await read(`SELECT 1 FROM "${name}" LIMIT 1`, [])).length > 0) return false
      return true
    },
  }
}

/** Creates the identity of the store in this file. */
export const createSqliteStoreIdentity = ({ statements }: SqliteDatabase): StoreIdentity =>
  createStoreIdentity(
    statements,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'store_identity'",
  )

/** Creates the identity of the store in this schema. All replicas share it. */
export const createPostgresStoreIdentity = (database: PostgresDatabase): StoreIdentity =>
  createStoreIdentity(
    database,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
       AND tablename NOT IN ('migration', 'store_identity', 'replica_secrets')`,
  )
