/** The identifier of an embedded store. */
import type { StoreIdentity } from '../store-identity.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'

/** Of a migration. `single` keeps the table to one row. */
export const storeIdentityTable = `
  CREATE TABLE store_identity (
    single INTEGER PRIMARY KEY CHECK (single = 1), identifier TEXT NOT NULL
  ) STRICT`

/** The identity of the store in this database. */
export function createSqliteStoreIdentity(database: SqliteDatabase): StoreIdentity {
  const find = (session: Session): string | undefined =>
    session.prepare('SELECT identifier FROM store_identity').get()?.identifier as string | undefined
  return {
    find: () => database.read(find),
    bind: (identifier) =>
      database.write((session) => {
        session.prepare('INSERT INTO store_identity VALUES (1, ?) ON CONFLICT DO NOTHING').run(identifier)
        return find(session) as string
      }),
    isEmpty: () =>
      database.read((session) =>
        session
          .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'store_identity'",
          )
          .all()
          .every(({ name }) => session.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() === undefined),
      ),
  }
}
