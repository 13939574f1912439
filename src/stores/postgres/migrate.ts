/**
 * Migrates a store's tables in PostgreSQL and reads their state. Each migration is one transaction. One process
 * migrates a schema: other processes wait, and then find nothing to do.
 */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { Unavailable } from '../../base/index.ts'
import { DatabaseFault, type MigrationState, type Migrations, refuseNewer } from '../migrations.ts'
import { parseAddress, withSettings } from './connections.ts'
import { asUnavailable, lacksRight, waitedForLock } from './failures.ts'
import { commonMigrations, type PostgresSchema, schemaOf } from './schema.ts'

/** The schema of the tables. */
interface SchemaPlace {
  /**
   * Matches `[a-z_][a-z0-9_]*`, at most 63 characters. Any other name is a `DatabaseFault`. Defaults to the name of the
   * store with `_` instead of `-`.
   */
  readonly schema?: string
}

/** Options of `migratePostgres`. */
export interface MigrationOptions extends SchemaPlace {
  /**
   * Milliseconds that an attempt waits for each lock of a table. New statements of other sessions on that table wait
   * meanwhile. Pauses for twice this time before the next attempt. Defaults to 2000: PostgreSQL cancels an automatic
   * vacuum that blocks a lock for one second.
   */
  readonly lockMilliseconds?: number
  /**
   * Called with a message after each attempt that did not get its locks. The message names the oldest transaction that
   * uses the schema's tables. If the user of this connection may not see it, the message names the missing right.
   */
  readonly onWait?: (outage: Unavailable) => void
}

const connectMilliseconds = 5000
/** Number of attempts to get the locks of one migration. With the default times, they take three minutes. */
const lockAttempts = 30

/** Runs a statement on one connection. Returns its rows. */
export type Run = (text: string, values?: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>

/**
 * Applies the pending migrations in order. Creates a missing schema. Returns the states before the migration. If a
 * migration fails, the ones before it stay applied, and the next call continues. Rejects with `DatabaseFault` for a
 * newer or unusable database. Rejects with `Unavailable` for an outage, and if 30 attempts did not get a lock.
 */
export function migratePostgres(
  url: string,
  store: PostgresSchema,
  { schema = schemaOf(store.store), ...options }: MigrationOptions = {},
): Promise<readonly MigrationState[]> {
  return withConnection(url, schema, async (run) => {
    await lockSchema(run, schema)
    await run(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`)
    await run(`CREATE TABLE IF NOT EXISTS migration (
      store text NOT NULL, version integer NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (store, version))`)
    const states = statesOf(await run(versionsQuery), store)
    refuseNewer(states, 'the database')
    for (const { list, name } of listsOf(store)) {
      const { version = 0 } = states.find((state) => state.store === name) ?? {}
      for (const [index, statements] of list.slice(version).entries())
        await retryAfterLock(run, options, async () => {
          await run(statements)
          await run('INSERT INTO migration (store, version) VALUES ($1, $2)', [name, version + index + 1])
        })
    }
    return states
  })
}

/** Runs work in a transaction. If it waits too long for a lock, undoes it and tries again after a pause. */
export async function retryAfterLock(
  run: Run,
  { lockMilliseconds = 2000, onWait }: MigrationOptions,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await run('BEGIN')
      await run(`SET LOCAL lock_timeout = ${lockMilliseconds}`)
      await work()
      await run('COMMIT')
      return
    } catch (thrown) {
      if (!waitedForLock(thrown)) throw thrown
      await run('ROLLBACK')
      const outage = new Unavailable(await describeHolder(run), 5, { cause: thrown })
      if (attempt === lockAttempts) throw outage
      onWait?.(outage)
      await setTimeout(2 * lockMilliseconds)
    }
}

/**
 * Selects the oldest transaction of another session that has a lock of a table in this schema. `hidden` is true if the
 * user may not see since when one of these transactions runs. PostgreSQL then hides also the type of its session.
 */
const oldestHolder = `
SELECT pid, coalesce(nullif(application_name, ''), backend_type, 'unknown program') AS program,
  coalesce(state, 'running') AS state, coalesce(floor(extract(epoch FROM clock_timestamp() - xact_start)), 0) AS seconds,
  bool_or(backend_type IS NULL) OVER () AS hidden, quote_ident(current_user) AS me
FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND pid IN (
  SELECT locks.pid FROM pg_locks AS locks JOIN pg_class ON pg_class.oid = locks.relation
  WHERE locks.granted AND relnamespace = current_schema()::regnamespace
    AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
ORDER BY xact_start LIMIT 1`

async function describeHolder(run: Run): Promise<string> {
  const [holder] = await run(oldestHolder)
  if (holder === undefined) return 'the migration waits for a lock of a table, whose holder has just ended'
  const { pid, program, state, seconds, hidden, me } = holder
  if (hidden === true)
    return `the migration waits for a lock of a table. The database user ${me} may not see which transaction holds it: have a superuser run GRANT pg_read_all_stats TO ${me}`
  return `the migration waits for a lock of a table: process ${pid} of the database (${program}, ${state}) holds a lock in a transaction that has been open for ${seconds} seconds`
}

/** Key of the lock of a schema `$1`. */
const schemaKey = "hashtextextended('fiducia ' || $1, 0)"

/** Locks a schema until the connection ends, so that no other process migrates or partitions its tables. */
export const lockSchema = (run: Run, schema: string): Promise<unknown> =>
  run(`SELECT pg_advisory_lock(${schemaKey})`, [schema])

/**
 * Returns the state of the tables. In a schema that does not exist all migrations are pending. Rejects with
 * `DatabaseFault` for an unusable database, or with `Unavailable`.
 */
export function postgresStatus(
  url: string,
  store: PostgresSchema,
  { schema = schemaOf(store.store) }: SchemaPlace = {},
): Promise<readonly MigrationState[]> {
  return withConnection(url, schema, async (run) => {
    const [row] = await run("SELECT to_regclass('migration') IS NOT NULL AS there")
    return statesOf(row?.there === true ? await run(versionsQuery) : [], store)
  })
}

interface NamedList {
  readonly name: string
  readonly list: Migrations
}

/**
 * Returns the migrations that all stores share, then those of the store. `name` is the name of a list in the table
 * `migration`.
 */
const listsOf = ({ store, migrations }: PostgresSchema): readonly NamedList[] => [
  { name: 'claims', list: commonMigrations },
  { name: store, list: migrations },
]

const versionsQuery = 'SELECT store, max(version) AS version FROM migration GROUP BY store'

const statesOf = (rows: Awaited<ReturnType<Run>>, store: PostgresSchema): readonly MigrationState[] =>
  listsOf(store).map(({ name, list }) => {
    const version = Number(rows.find((row) => row.store === name)?.version ?? 0)
    return { store: name, version, pending: list.length - version }
  })

/**
 * Runs work on a connection without time limits for statements and locks, since an index may take long to build.
 * Rejects with `DatabaseFault` if the address, the schema's name, the user's rights or the settings of the server are
 * not suitable, and with `Unavailable` for an outage.
 */
export async function withConnection<T>(url: string, schema: string, work: (run: Run) => Promise<T>): Promise<T> {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw new DatabaseFault(`"${schema}" is not a valid name of a schema.`)
  const client = clientOf(url, schema)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const run: Run = async (text, values) => (await client.query(text, values && [...values])).rows
    await requireUsable(run, schema)
    return await work(run)
  } catch (thrown) {
    if (!lacksRight(thrown)) throw asUnavailable(thrown)
    throw new DatabaseFault(
      `The user of the database lacks a right (${(thrown as Error).message}): give fiducia db the URL of the user who owns the tables and can grant the service its rights.`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

const notUrl = (): DatabaseFault =>
  new DatabaseFault(
    'The address of the database is not a URL: it must have one host and one port, and user and password in percent-encoding of UTF-8.',
  )

/** Throws `DatabaseFault` for an address that cannot be used, or that names a file that cannot be read. */
function clientOf(url: string, schema: string): pg.Client {
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new DatabaseFault('The address of the database is not a URL that begins with postgresql://.')
  if (parseAddress(url) === undefined) throw notUrl()
  try {
    return new pg.Client({
      connectionString: withSettings(url, { search_path: schema, statement_timeout: '0', lock_timeout: '0' }),
      connectionTimeoutMillis: connectMilliseconds,
      application_name: 'fiducia db',
    })
  } catch (thrown) {
    if (thrown instanceof URIError) throw notUrl()
    const { code, message } = thrown as NodeJS.ErrnoException
    const fault =
      code === undefined
        ? 'The address of the database has a setting that cannot be used'
        : 'A file that the address of the database names cannot be read'
    throw new DatabaseFault(`${fault}: ${message.replace(/\.$/, '')}.`, { cause: thrown })
  }
}

/** Rejects with `DatabaseFault` for settings of a server or pooler that would cause an obscure error later. */
async function requireUsable(run: Run, schema: string): Promise<void> {
  const [settings] = await run(
    `SELECT current_setting('search_path') AS path, current_setting('server_encoding') AS encoding,
       (SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = $1) AS usable`,
    [schema],
  )
  const { path, encoding, usable } = settings ?? {}
  if (path !== schema)
    throw new DatabaseFault(
      'A pooler before the database drops the settings of a connection (options): name the server itself.',
    )
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new DatabaseFault(
      `The encoding of the database is ${encoding}, which cannot represent every name: create a database with ENCODING 'UTF8'.`,
    )
  if (usable === false)
    throw new DatabaseFault(
      `The user of the database may not use its schema "${schema}": GRANT USAGE ON SCHEMA ${schema}.`,
    )
}
