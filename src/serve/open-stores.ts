/**
 * The stores of a role, on the embedded database or on PostgreSQL: chosen by the address and by nothing else.
 */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type NumericDate, Unavailable } from '../base/index.ts'
import type { KeptTrustMarks, KeyRingStore } from '../federation/index.ts'
import {
  ConfigError,
  type FileLock,
  lockFile,
  makePrivateDirectory,
  type RateCounters,
  rateWindowSeconds,
} from '../node/index.ts'
import type { PidProviderStores } from '../pid-provider/index.ts'
import type { RelyingPartyStores } from '../relying-party/index.ts'
import {
  createPostgresAttestationKeyStore,
  createPostgresFederationKeyStore,
  createPostgresKeptTrustMarks,
  createPostgresPidProviderStores,
  createPostgresRateCounters,
  createPostgresRelyingPartyStores,
  createPostgresReplicaSecrets,
  createPostgresStoreIdentity,
  createPostgresSubordinates,
  createPostgresTrustMarkGrants,
  createPostgresWalletProviderStores,
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
  openPostgres,
  openSqlite,
  type PostgresDatabase,
  type PostgresSchema,
  pidProviderMigrations,
  pidProviderSchema,
  type ReplicaSecrets,
  rateLimitsSchema,
  relyingPartyMigrations,
  relyingPartySchema,
  type SqliteDatabase,
  type StoreIdentity,
  sqliteDamage,
  trustAnchorMigrations,
  trustAnchorSchema,
  walletProviderMigrations,
  walletProviderSchema,
} from '../stores/index.ts'
import type { Subordinates, TrustMarkGrants } from '../trust-anchor/index.ts'
import type { WalletProviderStores } from '../wallet-provider/index.ts'
import type { ServedRole } from './role-names.ts'
import type { CommonSettings } from './settings.ts'

/** All stores of a Trust Anchor or intermediate. */
export interface TrustAnchorStores {
  readonly subordinates: Subordinates
  readonly trustMarkGrants: TrustMarkGrants
  readonly federationKeys: KeyRingStore
}

/** Of each role that shows trust marks of itself. */
interface HolderStores {
  readonly keptTrustMarks: KeptTrustMarks
}

/** Those of the role, and those of its key ring and its own trust marks. */
export interface ServedWalletProviderStores extends WalletProviderStores, HolderStores {
  readonly attestationKeys: KeyRingStore
}

/** The stores that a service of each role opens. */
export interface RoleStores {
  readonly 'trust-anchor': TrustAnchorStores
  readonly 'wallet-provider': ServedWalletProviderStores
  readonly 'pid-provider': PidProviderStores & HolderStores
  readonly 'relying-party': RelyingPartyStores & HolderStores
}

/** The stores of one role in service, with what an operator wants to know of them. */
export interface OpenedStores<R extends ServedRole = ServedRole> {
  readonly stores: RoleStores[R]
  readonly identity: StoreIdentity
  /** What the replicas tell each other about their secrets; none where there is one process only. */
  readonly replicaSecrets?: ReplicaSecrets
  /** What the replicas tell each other about clients; none where there is one process only. */
  readonly rateCounters?: RateCounters
  /** Why there are none, although others may serve the same role. */
  readonly rateTrouble?: string
  /** Rejects when the store does not answer. */
  ping(): Promise<void>
  /** Rejects while nothing can be committed, although the store answers. */
  commits(): Promise<void>
  /** Forgets claims and whatever else of the store is over. */
  prune(now: NumericDate): Promise<void>
  /** Connections; none on the embedded store. */
  load?(): { readonly open: number; readonly waiting: number }
  close(): Promise<void>
}

/** The member `database` of a service's settings. */
export type DatabaseSettings = CommonSettings['database']

/** Whether several processes may use it: PostgreSQL. */
export const isShared = ({ url }: Pick<DatabaseSettings, 'url'>): boolean => /^postgres(?:ql)?:/.test(url)

/** Opens what the address names. Rejects with one sentence for what cannot be opened. */
export async function openStores<R extends ServedRole>(
  role: R,
  database: DatabaseSettings,
  toPath: (path: string) => string = resolve,
): Promise<OpenedStores<R>> {
  if (isShared(database)) return (await openShared[role](database)) as unknown as OpenedStores<R>
  const path = database.url.slice('sqlite:'.length)
  const opened = openEmbedded[role](path === ':memory:' ? path : toPath(path))
  return opened as unknown as OpenedStores<R>
}

type Shared = { readonly [R in ServedRole]: (settings: DatabaseSettings) => Promise<OpenedStores<R>> }

const openShared: Shared = {
  'trust-anchor': (settings) =>
    connect(settings, trustAnchorSchema, (database) => ({
      subordinates: createPostgresSubordinates(database),
      trustMarkGrants: createPostgresTrustMarkGrants(database),
      federationKeys: createPostgresFederationKeyStore(database),
    })),
  'wallet-provider': (settings) =>
    connect(settings, walletProviderSchema, (database) => ({
      ...createPostgresWalletProviderStores(database),
      attestationKeys: createPostgresAttestationKeyStore(database),
      keptTrustMarks: createPostgresKeptTrustMarks(database),
    })),
  'pid-provider': (settings) =>
    connect(settings, pidProviderSchema, (database) => ({
      ...createPostgresPidProviderStores(database),
      keptTrustMarks: createPostgresKeptTrustMarks(database),
    })),
  'relying-party': (settings) =>
    connect(settings, relyingPartySchema, (database) => ({
      ...createPostgresRelyingPartyStores(database),
      keptTrustMarks: createPostgresKeptTrustMarks(database),
    })),
}

/** The role's tables, and apart from them those by which replicas limit clients together. */
async function connect<S>(
  { url, poolSize, migrate }: DatabaseSettings,
  store: PostgresSchema,
  create: (database: PostgresDatabase) => S,
) {
  const database = await openPostgres(url, { store, migrate, connections: poolSize }).catch((thrown: unknown) => {
    if (!(thrown instanceof Unavailable)) throw thrown
    const { message, retryAfter } = thrown
    throw new Unavailable(`database.url (DATABASE_URL, --database): ${message}`, retryAfter, { cause: thrown })
  })
  const stores = create(database)
  const rates = await openRates(url, migrate)
  const rateCounters = 'trouble' in rates ? undefined : createPostgresRateCounters(rates)
  return {
    stores,
    identity: createPostgresStoreIdentity(database),
    replicaSecrets: createPostgresReplicaSecrets(database),
    ...(rateCounters && { rateCounters }),
    ...('trouble' in rates && { rateTrouble: rates.trouble }),
    ping: async () => {
      await database.read('SELECT 1', [])
    },
    commits: () => database.commits(),
    prune: async (now: NumericDate) => {
      await Promise.all([database.prune(now), rateCounters?.prune(now - 6 * rateWindowSeconds)])
    },
    load: () => database.load(),
    close: async () => {
      await Promise.all([database.close(), 'trouble' in rates ? undefined : rates.close()])
    },
  }
}

/** Nobody is refused on their account: without them each process limits by itself, and says so. */
const openRates = (url: string, migrate: boolean): Promise<PostgresDatabase | { readonly trouble: string }> =>
  openPostgres(url, { store: rateLimitsSchema, migrate, connections: 1 }).catch((thrown: Error) => ({
    trouble: `Each process limits its clients by itself, whatever the others let through: ${thrown.message}`,
  }))

type Embedded = { readonly [R in ServedRole]: (path: string) => OpenedStores<R> }

const openEmbedded: Embedded = {
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
    lock = lockFile(`${path}.lock`)
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
