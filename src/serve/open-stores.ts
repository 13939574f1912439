/** Opens the stores of a role in the embedded database or in PostgreSQL, by the scheme of `database.url`. */
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describeWriteFault, type NumericDate, runTogether, Unavailable } from '../base/index.ts'
import {
  ConfigError,
  type FileLock,
  lockStore,
  makePrivateDirectory,
  type RateCounters,
  rateWindowSeconds,
} from '../node/index.ts'
import {
  createPostgresRateCounters,
  createPostgresReplicaSecrets,
  createPostgresStoreIdentity,
  createSqliteStoreIdentity,
  openPostgres,
  openPostgresStores,
  openSqliteStores,
  type PostgresDatabase,
  type ReplicaSecrets,
  type RoleStores,
  rateLimitsSchema,
  type SqliteStores,
  type StoreIdentity,
  sqliteDamage,
} from '../stores/index.ts'
import type { ServedRole } from './role-names.ts'
import type { CommonSettings } from './settings.ts'

/** Stores of one role, with functions for its operator. */
export interface OpenedStores<R extends ServedRole = ServedRole> {
  readonly stores: RoleStores[R]
  readonly identity: StoreIdentity
  /** Announcements of the replicas' secrets. Absent if there is a single process. */
  readonly replicaSecrets?: ReplicaSecrets
  /** Counts of clients' requests, which the replicas share. Absent if there is a single process. */
  readonly rateCounters?: RateCounters
  /** Reason why `rateCounters` is absent although other processes may serve the same role. */
  readonly rateTrouble?: string
  /** Rejects if the store does not answer. */
  ping(): Promise<void>
  /** Rejects if the store answers but cannot commit. */
  requireCommits(): Promise<void>
  /**
   * Deletes expired records, including those of used single-use values. A role deletes some of its records itself
   * (`Service.runUpkeep`). Begins no further step after `end` aborts.
   */
  prune(now: NumericDate, end?: AbortSignal): Promise<void>
  /** Returns the load of the connections to the database. Absent for the embedded store. */
  load?(): ReturnType<PostgresDatabase['load']>
  close(): Promise<void>
}

/** Member `database` of a service's settings. */
export type DatabaseSettings = CommonSettings['database']

/** Returns true for PostgreSQL, which several processes may use. */
export const isShared = ({ url }: Pick<DatabaseSettings, 'url'>): boolean => /^postgres(?:ql)?:/.test(url)

/** Receives an outage after each attempt of a migration that waited in vain for a lock. */
type OnWait = (outage: Unavailable) => void

/**
 * Opens the stores in the database of the settings. Creates the file of an embedded store, and locks it until `close`.
 * Rejects if the database cannot be opened: for PostgreSQL with `Unavailable` or `DatabaseFault`, for the embedded
 * store with `ConfigError`.
 */
export async function openStores<R extends ServedRole>(
  role: R,
  database: DatabaseSettings,
  toPath: (path: string) => string = resolve,
  onWait: OnWait = () => undefined,
): Promise<OpenedStores<R>> {
  if (isShared(database)) return connect(role, database, onWait)
  const path = database.url.slice('sqlite:'.length)
  return openEmbedded(role, path === ':memory:' ? path : toPath(path))
}

/** Opens the role's tables, and over a separate connection the rate counters that replicas share. */
async function connect<R extends ServedRole>(
  role: R,
  { url, poolSize, migrate }: DatabaseSettings,
  onWait: OnWait,
): Promise<OpenedStores<R>> {
  const opening = openPostgresStores(role, url, { migrate, connections: poolSize, onWait })
  const { database, stores } = await opening.catch((thrown: unknown) => {
    if (!(thrown instanceof Unavailable)) throw thrown
    const { message, retryAfter } = thrown
    throw new Unavailable(`database.url (DATABASE_URL, --database): ${message}`, retryAfter, { cause: thrown })
  })
  const rates = await openRates(url, { migrate, onWait })
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
    requireCommits: () => database.requireCommits(),
    prune: (now, end) =>
      runTogether([() => database.prune(now, end), () => rateCounters?.prune(now - 6 * rateWindowSeconds, end)]),
    load: () => database.load(),
    close: async () => {
      await Promise.all([database.close(), 'trouble' in rates ? undefined : rates.close()])
    },
  }
}

/**
 * Opens the shared counts of clients. If that fails, returns the reason as `trouble`, and each process limits clients
 * by its own counts.
 */
const openRates = (
  url: string,
  options: { readonly migrate: boolean; readonly onWait: OnWait },
): Promise<PostgresDatabase | { readonly trouble: string }> =>
  openPostgres(url, { ...options, store: rateLimitsSchema, connections: 1 }).catch((thrown: Error) => ({
    trouble: `Each process limits its clients on its own, without the counts of the others: ${thrown.message}`,
  }))

function openEmbedded<R extends ServedRole>(role: R, path: string): OpenedStores<R> {
  const { stores, database, prune, release } = openFile(role, path)
  return {
    stores,
    identity: createSqliteStoreIdentity(database),
    ping: async () => {
      await database.read((session) => session.prepare('SELECT 1').get())
    },
    requireCommits: () => database.requireCommits(),
    prune,
    close: () => database.close().finally(release),
  }
}

/**
 * Opens the file, or a store in memory. Throws `ConfigError` if the file cannot be opened, is damaged, or is used by
 * another process.
 */
function openFile<R extends ServedRole>(role: R, path: string): SqliteStores<R> & { readonly release?: () => void } {
  if (path === ':memory:') return openSqliteStores(role, path)
  let lock: FileLock | undefined
  try {
    makePrivateDirectory(dirname(path))
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw new Error('it is a directory: name a file in it')
    lock = lockStore(path)
    if (lock === undefined) throw new Error('another process serves it: stop that one, or name another file')
    const damage = existsSync(path) ? sqliteDamage(path) : undefined
    if (damage !== undefined) throw new Error(`it is damaged: ${damage}: restore a backup of the file`)
    return { ...openSqliteStores(role, path), release: lock.release }
  } catch (thrown) {
    lock?.release()
    throw new ConfigError([`database.url: the store ${path} cannot be opened ${describeStoreFault(thrown)}`])
  }
}

/** Remedies for messages of SQLite that name none. */
const remedies: readonly (readonly [message: RegExp, remedy: string])[] = [
  [
    /readonly database|unable to open database file/,
    'give the user of this process the right to write the file, its directory and the files beside it',
  ],
  [/disk is full/, 'free space on the disk'],
]

/**
 * Returns why the file of a store cannot be opened, in parentheses. Adds what to change if the reason does not say so.
 */
export function describeStoreFault(thrown: unknown): string {
  const { syscall, message } = thrown as NodeJS.ErrnoException
  if (syscall !== undefined) return describeWriteFault(thrown)
  const reason = message.split('\n', 1)[0] ?? ''
  const [, remedy] = remedies.find(([pattern]) => pattern.test(reason)) ?? []
  return remedy === undefined ? `(${reason})` : `(${reason}): ${remedy}`
}
