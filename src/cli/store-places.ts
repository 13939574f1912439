/** Stores that `fiducia db` migrates and checks. */
import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { missingFileRemedy } from '../base/index.ts'
import { lockStore } from '../node/index.ts'
import {
  type MigrationState,
  migratePostgres,
  openSqlite,
  partitionPostgres,
  postgresStatus,
  roleStores,
  type StoreTables,
  sqliteDamage,
  sqliteStatus,
} from '../stores/index.ts'
import { UserError } from './user-error.ts'
import { variableText } from './variable-text.ts'

export interface StoreFlags {
  readonly database?: string
  readonly store?: string
  readonly schema?: string
}

/** A store that can be checked, migrated and partitioned. */
export interface StoreHandle {
  readonly name: string
  /**
   * Returns the damage of an embedded store's file, or `undefined` if there is none. Always returns `undefined` for
   * PostgreSQL, which checks its own files. Throws a `UserError` if the file cannot be read.
   */
  damage(): string | undefined
  status(): Promise<readonly MigrationState[]>
  /**
   * Applies the pending migrations and returns their number. In PostgreSQL, `onWait` receives a sentence after each
   * attempt that waited in vain for a lock. Rejects with `DatabaseFault` if a newer program has migrated the store, or
   * if the file is the store of another role. Rejects with `UserError` if another process uses an embedded store.
   */
  migrate(onWait: (sentence: string) => void): Promise<number>
  /**
   * Partitions the tables of a store in PostgreSQL. Each partition of attestations contains `lists` status lists.
   * `onWait` receives a sentence as in `migrate`. Returns the names of the tables that were not partitioned before.
   * Rejects with `UserError` for an embedded store.
   */
  partition(lists: number, onWait: (sentence: string) => void): Promise<readonly string[]>
}

const pendingIn = (states: readonly MigrationState[]): number =>
  states.reduce((sum, { pending }) => sum + Math.max(pending, 0), 0)

/**
 * Returns the stores that the options name. `database` defaults to the environment variable DATABASE_URL. Throws
 * `UserError` without a database, for an unknown `store`, if there is no store at the path, or if `schema` is set for
 * PostgreSQL without `store`. For PostgreSQL, does not check that the stores exist. Ignores `schema` for embedded
 * stores.
 */
export function storesOf({ database = process.env.DATABASE_URL, store, schema }: StoreFlags): readonly StoreHandle[] {
  const address = variableText(database)
  if (address === undefined) throw new UserError('Name the database: --database, or DATABASE_URL.')
  const stores = roleStores.filter(({ name }) => store === undefined || name === store)
  if (stores.length === 0)
    throw new UserError(`There is no store "${store}": ${roleStores.map(({ name }) => name).join(', ')}.`)
  // Settings and DATABASE_URL may name an embedded store with this prefix.
  const location = address.replace(/^sqlite:/, '')
  if (!/^\w+:\/\//.test(location)) return inFiles(location, stores, store)
  if (schema !== undefined && store === undefined) throw new UserError('Name the store of the schema with --store.')
  return stores.map((one) => inPostgres(location, one, schema))
}

function inPostgres(url: string, { name, postgres }: StoreTables, schema: string | undefined): StoreHandle {
  const at = schema === undefined ? {} : { schema }
  return {
    name,
    damage: () => undefined,
    status: () => postgresStatus(url, postgres, at),
    migrate: async (onWait) =>
      pendingIn(await migratePostgres(url, postgres, { ...at, onWait: ({ message }) => onWait(message) })),
    partition: (lists, onWait) =>
      partitionPostgres(url, postgres, { ...at, lists, onWait: ({ message }) => onWait(message) }),
  }
}

/**
 * Returns the embedded stores at a path. For a directory, returns those that exist in it, or in its subdirectory
 * `stores` if there is one. For a file, returns the store with the name `named`, or else the store whose name the file
 * has. Throws a UserError if no store is found.
 */
function inFiles(path: string, stores: readonly StoreTables[], named: string | undefined): readonly StoreHandle[] {
  if (!existsSync(path)) throw new UserError(`There is no ${path}: ${missingFileRemedy}.`)
  const folder = existsSync(join(path, 'stores')) ? join(path, 'stores') : path
  const embedded = stores.filter((one): one is EmbeddedTables => one.sqlite !== undefined && one.table !== undefined)
  const matches = statSync(path).isDirectory()
    ? embedded.map((one) => ({ one, file: join(folder, `${one.name}.sqlite`) })).filter(({ file }) => existsSync(file))
    : embedded
        .filter(({ name }) => name === named || basename(path) === `${name}.sqlite`)
        .map((one) => ({ one, file: path }))
  if (matches.length === 0 && named !== undefined) throw new UserError(`${path} contains no embedded store "${named}".`)
  if (matches.length === 0)
    throw new UserError(`${path} contains no store whose name is known: name the store with --store.`)
  return matches.map(({ one, file }) => inFile(file, one))
}

/** Runs `read`. Turns an error of SQLite, which does not name the file, into a `UserError`. */
function readStore<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (thrown) {
    const { errstr } = thrown as { readonly errstr?: string }
    throw errstr === undefined ? thrown : new UserError(`The store ${file} cannot be read: ${errstr}.`)
  }
}

type EmbeddedTables = StoreTables & Required<Pick<StoreTables, 'sqlite' | 'table'>>

const inFile = (file: string, { name, sqlite, table }: EmbeddedTables): StoreHandle => ({
  name,
  damage: () => readStore(file, () => sqliteDamage(file)),
  status: async () => [readStore(file, () => sqliteStatus(file, name, sqlite, table))],
  migrate: async () => {
    const lock = lockStore(file)
    if (lock === undefined)
      throw new UserError(`Another process uses the store ${file}: stop the service first, and run the command again.`)
    try {
      const pending = pendingIn([readStore(file, () => sqliteStatus(file, name, sqlite, table))])
      await openSqlite(file, sqlite, { expectedTable: table }).close()
      return pending
    } finally {
      lock.release()
    }
  },
  partition: async () => {
    throw new UserError('Only tables in PostgreSQL can be partitioned.')
  },
})
