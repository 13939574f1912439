/** The stores of a role on the embedded database, which one process uses: a file, or `:memory:`. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { NumericDate } from '../base/index.ts'
import { ConfigError, type FileLock, lockFile, makePrivateDirectory } from '../node/index.ts'
import {
  createSqliteAttestationKeyStore,
  createSqliteFederationKeyStore,
  createSqliteKeptTrustMarks,
  createSqlitePidProviderStores,
  createSqliteRelyingPartyStores,
  createSqliteStoreIdentity,
  createSqliteSubordinates,
  createSqliteTrustMarkGrants,
  createSqliteWalletProviderStores,
  expiredAttestations,
  openSqlite,
  pidProviderMigrations,
  relyingPartyMigrations,
  type SqliteDatabase,
  sqliteDamage,
  trustAnchorMigrations,
  walletProviderMigrations,
} from '../stores/index.ts'
import type { ServedRole } from './role-names.ts'
import type { OpenedStores } from './role-stores.ts'

/** Opens the stores of each role. Throws `ConfigError` for a file that cannot be used. */
export const openEmbedded: { readonly [R in ServedRole]: (path: string) => OpenedStores<R> } = {
  'trust-anchor': (path) => {
    const database = open(path, trustAnchorMigrations)
    return over(database, {
      subordinates: createSqliteSubordinates(database),
      trustMarkGrants: createSqliteTrustMarkGrants(database),
      federationKeys: createSqliteFederationKeyStore(database),
    })
  },
  'wallet-provider': (path) => {
    const database = open(path, walletProviderMigrations)
    const stores = {
      ...createSqliteWalletProviderStores(database),
      attestationKeys: createSqliteAttestationKeyStore(database),
      keptTrustMarks: createSqliteKeptTrustMarks(database),
    }
    return over(database, stores, (now) => database.forget(expiredAttestations, now))
  },
  'pid-provider': (path) => {
    const database = open(path, pidProviderMigrations)
    const stores = {
      ...createSqlitePidProviderStores(database),
      keptTrustMarks: createSqliteKeptTrustMarks(database),
    }
    return over(database, stores, (now) => stores.grants.prune(now))
  },
  'relying-party': (path) => {
    const database = open(path, relyingPartyMigrations)
    return over(database, {
      ...createSqliteRelyingPartyStores(database),
      keptTrustMarks: createSqliteKeptTrustMarks(database),
    })
  },
}

/** Opens a file that no other process serves and that is not damaged. Throws `ConfigError` otherwise. */
function open(path: string, migrations: readonly string[]): SqliteDatabase {
  if (path === ':memory:') return openSqlite(path, migrations)
  let lock: FileLock | undefined
  try {
    makePrivateDirectory(dirname(path))
    lock = lockFile(`${existsSync(path) ? realpathSync(path) : path}.lock`)
    if (lock === undefined) throw new Error('another process serves it: stop that one, or name another file')
    const damage = existsSync(path) ? sqliteDamage(path) : undefined
    if (damage !== undefined) throw new Error(`it is damaged: ${damage}: put back a copy of the file from before`)
    const database = openSqlite(path, migrations)
    return { ...database, close: () => database.close().finally(lock?.release) }
  } catch (thrown) {
    lock?.release()
    const reason = thrown instanceof Error ? thrown.message.split('\n', 1)[0] : 'unknown'
    throw new ConfigError([`database.url: the store ${path} cannot be opened (${reason})`])
  }
}

const over = <S>(database: SqliteDatabase, stores: S, pruneFurther?: (now: NumericDate) => Promise<void>) => ({
  stores,
  identity: createSqliteStoreIdentity(database),
  ping: async () => {
    await database.read((session) => session.prepare('SELECT 1').get())
  },
  commits: () => database.commits(),
  prune: async (now: NumericDate) => {
    await Promise.all([database.prune(now), pruneFurther?.(now)])
  },
  close: () => database.close(),
})
