/** Opens all stores of a role on one embedded database. */
import { type NumericDate, runInTurn } from '../../base/index.ts'
import { createKeptTrustMarks } from '../kept-trust-marks.ts'
import type { Migrations } from '../migrations.ts'
import { createSqliteOpenIdRecords } from '../openid-records.ts'
import { type RoleStores, roleStores, withProfiles } from '../role-stores.ts'
import { openSqlite, type SqliteDatabase } from './database.ts'
import { pidProviderMigrations } from './pid-provider-schema.ts'
import { createSqlitePidProviderStores } from './pid-provider-stores.ts'
import { relyingPartyMigrations } from './relying-party-schema.ts'
import { createSqliteRelyingPartyStores } from './relying-party-stores.ts'
import { trustAnchorMigrations } from './trust-anchor-schema.ts'
import { createSqliteTrustAnchorStores } from './trust-anchor-stores.ts'
import { walletProviderMigrations } from './wallet-provider-schema.ts'
import {
  createSqliteAttestationKeyStore,
  createSqliteWalletProviderStores,
  expiredAttestations,
} from './wallet-provider-stores.ts'

/** The stores of a role, and their database. */
export interface SqliteStores<R extends keyof RoleStores> {
  readonly stores: RoleStores[R]
  readonly database: SqliteDatabase
  /**
   * Deletes expired claims and records. A Relying Party deletes its sessions and other records itself. Begins no
   * further step after `end` aborts. A failed step does not prevent the next one.
   */
  prune(now: NumericDate, end?: AbortSignal): Promise<void>
}

interface StoreFactory<R extends keyof RoleStores> {
  readonly migrations: Migrations
  create(database: SqliteDatabase): RoleStores[R]
  /** Deletes expired records. Claims are pruned for every role. */
  prune?(database: SqliteDatabase, stores: RoleStores[R], now: NumericDate, end?: AbortSignal): Promise<void>
}

const storeFactories: { readonly [R in keyof RoleStores]: StoreFactory<R> } = {
  'trust-anchor': {
    migrations: trustAnchorMigrations,
    create: (database) => withProfiles((profile) => createSqliteTrustAnchorStores(database, profile)),
  },
  'wallet-provider': {
    migrations: walletProviderMigrations,
    create: (database) => ({
      ...createSqliteWalletProviderStores(database),
      attestationKeys: createSqliteAttestationKeyStore(database),
      keptTrustMarks: createKeptTrustMarks(database.statements),
    }),
    prune: (database, _, now, end) => database.forget(expiredAttestations, now, end),
  },
  'pid-provider': {
    migrations: pidProviderMigrations,
    create: (database) => ({
      ...createSqlitePidProviderStores(database),
      keptTrustMarks: createKeptTrustMarks(database.statements),
    }),
    prune: (_, { grants }, now, end) => grants.prune(now, end),
  },
  'relying-party': {
    migrations: relyingPartyMigrations,
    create: (database) => ({
      ...createSqliteRelyingPartyStores(database),
      openIdRecords: createSqliteOpenIdRecords(database),
      keptTrustMarks: createKeptTrustMarks(database.statements),
    }),
  },
}

/**
 * Opens the stores of a role in a file. Creates the file if it does not exist. `:memory:` keeps everything in memory
 * until `close` of the database. Throws `DatabaseFault` if the file cannot be used, or if it is the store of another
 * role. Does not lock the file against another process.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { openSqliteStores } from 'fiducia/stores'
 *
 * const { stores, database } = openSqliteStores('relying-party', ':memory:')
 * assert.equal(await stores.presentationSessions.find('unknown'), undefined)
 * database.close()
 * ```
 */
export function openSqliteStores<R extends keyof RoleStores>(role: R, path: string): SqliteStores<R> {
  const { migrations, create, prune } = storeFactories[role] as StoreFactory<R>
  const { table } = roleStores.find(({ name }) => name === role) ?? {}
  const database = openSqlite(path, migrations, { expectedTable: table })
  const stores = create(database)
  return {
    stores,
    database,
    prune: (now, end) =>
      runInTurn(
        [
          () => prune?.(database, stores, now, end),
          () => database.prune(now, end), // last, because it truncates the log with the deleted rows
        ],
        end,
      ),
  }
}
