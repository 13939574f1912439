/**
 * Migrates an embedded store's tables. A file contains one store and records the number of applied migrations in
 * `user_version`. The first migrations are `commonMigrations`.
 */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseFault, type MigrationState, type Migrations, refuseNewer } from '../migrations.ts'

/**
 * First migrations of every store. This list never grows: a later migration of all stores is appended to the list of
 * each store.
 */
const commonMigrations: Migrations = [
  `CREATE TABLE used (digest BLOB PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX used_by_expiry ON used (expires_at);`,
]

/**
 * Drops the index of expiry times. No statement reads it, and each claim wrote one more random page to it. The list of
 * each store contains this migration, because `commonMigrations` never grows.
 */
export const dropIndexOfUsed = 'DROP INDEX used_by_expiry'

/** Migration of every store: the table of its identifier (store-identity.ts). `single` keeps the table to one row. */
export const storeIdentityTable = `
  CREATE TABLE store_identity (
    single INTEGER PRIMARY KEY CHECK (single = 1), identifier TEXT NOT NULL
  ) STRICT`

/**
 * Migration of a store that keeps trust marks. For an entity of a further profile, `trust_mark_type` is the type, a
 * space and the holder.
 */
export const keptTrustMarkTable = `
  CREATE TABLE kept_trust_mark (trust_mark_type TEXT PRIMARY KEY, trust_mark TEXT NOT NULL) STRICT, WITHOUT ROWID`

/**
 * Cache of the statements that create the tables of a new database, by its list of migrations. The first new database
 * of a list runs all migrations. Further databases run these statements, which takes a fifth of the time.
 */
const schemas = new WeakMap<Migrations, readonly [string]>()

/** Returns the statements that create the tables, indexes and triggers of the database. */
const schemaOf = (database: DatabaseSync): string =>
  database
    .prepare(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite#_%' ESCAPE '#' ORDER BY rowid",
    )
    .all()
    .map(({ sql }) => sql)
    .join(';\n')

/** Returns true if a migration has written rows. */
const hasRows = (database: DatabaseSync): boolean =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sqlite_sequence'")
    .all()
    .some(({ name }) => database.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined)

/** Throws `DatabaseFault` if the file has been migrated for a store, but does not have this table. */
function requireTable(database: DatabaseSync, table: string, path: string): void {
  if (versionOf(database) <= commonMigrations.length) return
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table)
  if (found === undefined)
    throw new DatabaseFault(`The store ${path} belongs to another role: it has no table ${table}.`)
}

/**
 * Applies the pending migrations, all or nothing. Throws `DatabaseFault` if a newer program has migrated the file, or
 * if it is the store of another role (`expectedTable`). Throws SQLite's error if a migration fails.
 */
export function applyMigrations(
  database: DatabaseSync,
  migrations: Migrations,
  path: string,
  expectedTable?: string,
): void {
  if (expectedTable !== undefined) requireTable(database, expectedTable, path)
  if (pendingOf(database, migrations, path) === 0) return
  database.exec('BEGIN IMMEDIATE')
  try {
    const pending = pendingOf(database, migrations, path)
    const all = [...commonMigrations, ...migrations]
    const isNew = pending === all.length && schemaOf(database) === ''
    const schema = isNew ? schemas.get(migrations) : undefined
    for (const statements of schema ?? (pending > 0 ? all.slice(-pending) : [])) database.exec(statements)
    if (isNew && schema === undefined && !hasRows(database)) schemas.set(migrations, [schemaOf(database)])
    database.exec(`PRAGMA user_version = ${all.length}; COMMIT`)
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw thrown
  }
}

/**
 * Returns the state of a file without changing it. In a file that does not exist all migrations are pending. Throws
 * SQLite's error if the file cannot be read. Throws `DatabaseFault` if a migrated file lacks `expectedTable`, because
 * the file then belongs to another store.
 */
export function sqliteStatus(
  path: string,
  store: string,
  migrations: Migrations,
  expectedTable?: string,
): MigrationState {
  const length = commonMigrations.length + migrations.length
  if (!existsSync(path)) return { store, version: 0, pending: length }
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    if (expectedTable !== undefined) requireTable(database, expectedTable, path)
    const version = versionOf(database)
    return { store, version, pending: length - version }
  } finally {
    database.close()
  }
}

function pendingOf(database: DatabaseSync, migrations: Migrations, path: string): number {
  const version = versionOf(database)
  const pending = commonMigrations.length + migrations.length - version
  refuseNewer([{ store: 'embedded', version, pending }], path)
  return pending
}

const versionOf = (database: DatabaseSync): number =>
  Number(Object.values(database.prepare('PRAGMA user_version').get() ?? {})[0] ?? 0)
