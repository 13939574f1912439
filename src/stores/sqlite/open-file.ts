/** Opens the file of an embedded store: sets its mode and its settings, and migrates its tables. */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseFault, type Migrations } from '../migrations.ts'
import { applyMigrations } from './migrate.ts'
import { blockingWait } from './write-queue.ts'

/**
 * Creates a new file that only its owner can read, because it will contain personal data. SQLite gives the files beside
 * it the same mode. Ignores errors, because SQLite reports a file that cannot be opened. Does not open an existing
 * file: closing it would end the locks of this process on it (fcntl).
 */
function makePrivateFile(path: string): void {
  if (path === ':memory:' || path === '') return
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {}
}

/**
 * Writes the version of the tables again. SQLite opens a file that this user may only read, and reports that with the
 * first write. The transaction excludes a migration by another process between reading and writing the version.
 */
function requireWritable(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { readonly user_version: number }
  database.exec(`PRAGMA user_version=${version}; COMMIT`)
}

/** Options of `openSqlite`. */
export interface SqliteOptions {
  /** Milliseconds for which a write waits while another process holds the write lock. Defaults to 5000. */
  readonly busyMilliseconds?: number
  /**
   * Table that the first migration creates and no later one removes. A file with migrations and without this table is
   * refused. By default, no table is expected.
   */
  readonly expectedTable?: string | undefined
}

/**
 * Opens the file and migrates its tables. Throws `DatabaseFault` with the name of the file, and with SQLite's sentence
 * for an error of SQLite.
 */
export function openFile(
  path: string,
  migrations: Migrations,
  { busyMilliseconds, expectedTable }: SqliteOptions & Required<Pick<SqliteOptions, 'busyMilliseconds'>>,
): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    makePrivateFile(path)
    database = new DatabaseSync(path)
    // Applies to a new file only. Keys are random, so each row writes a page of each index, to the log and to the file.
    // Small pages cost less, until trees of millions of rows grow too deep.
    database.exec('PRAGMA page_size=2048')
    database.exec(`PRAGMA busy_timeout=${busyMilliseconds}; PRAGMA journal_mode=WAL`)
    database.exec('PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON')
    // Overwrites deleted rows, since most of them have personal data.
    database.exec('PRAGMA secure_delete=ON')
    // The cache has only 4 MiB: a process has one cache for each role, and a page in the kernel's cache is read in two
    // microseconds.
    database.exec('PRAGMA cache_size=-4096')
    applyMigrations(database, migrations, path, expectedTable)
    requireWritable(database)
    database.exec(`PRAGMA busy_timeout=${Math.min(busyMilliseconds, blockingWait)}`)
    return database
  } catch (thrown) {
    database?.close()
    const { errstr } = thrown as { readonly errstr?: string }
    throw errstr === undefined ? thrown : new DatabaseFault(`The store ${path} cannot be used: ${errstr}.`)
  }
}
