/**
 * The PostgreSQL database of a role's stores. Several processes can share it. Each verb (store method) is one statement
 * in one round trip, all or nothing. A claim is the single use of a value, such as a nonce. A verb with claims, or one
 * that reads after it has acquired a lock, is a function of the store's schema (schema.ts). If the value of a claim is
 * already used, or the records do not allow the verb, the function raises an error and the server undoes the whole
 * statement.
 *
 * A write that may have been committed is never sent again: its caller gets `Unavailable` and starts over. A read is
 * sent once more if its connection was lost. A write that a deadlock or conflict rolled back is sent again, up to three
 * times.
 */
import { setTimeout } from 'node:timers/promises'
import { type Claim, type Lost, type NumericDate, runInTurn, Unavailable } from '../../base/index.ts'
import { DatabaseFault, refuseNewer } from '../migrations.ts'
import { claimDigest, type Row } from '../stored-values.ts'
import { watchCommits } from './commit-watch.ts'
import { type ConnectionLimits, createConnections, type PoolLoad, type StatementResult } from './connections.ts'
import { asUnavailable, lostState, raisedOutcome, wasCut, wasRolledBack } from './failures.ts'
import { type MigrationOptions, migratePostgres, postgresStatus } from './migrate.ts'
import { type Expiring, type PostgresSchema, schemaOf, usedClaims, withoutWaiting } from './schema.ts'
import type { Value } from './values.ts'

/** The database of one role. Each method rejects with `Unavailable` if the server does not answer or cannot commit. */
export interface PostgresDatabase {
  /** Returns the rows of a query. Sends it once more if the connection was lost. */
  read(text: string, values: readonly Value[]): Promise<readonly Row[]>
  /**
   * Runs a statement. Sends it again only if a deadlock or conflict rolled it back. `count` is the number of rows that
   * it wrote or returned.
   */
  write(text: string, values: readonly Value[]): Promise<StatementResult>
  /**
   * Calls a verb that is a function of the schema. Returns the function's result, the outcome that it passed to `undo`,
   * or the lost claim. Does not check that the result is a `T`.
   */
  call<T extends string | number | Lost<string>>(verb: string, values: readonly Value[]): Promise<T>
  /** Calls a verb with the claims in the first three parameters of its function. */
  claim<T extends string, N extends string>(
    claims: readonly Claim<N>[],
    verb: string,
    values: readonly Value[],
  ): Promise<T | Lost<N>>
  /**
   * Resolves if no write has failed to commit since this method last resolved. Otherwise tries a write itself, because
   * a service that reports a failure may get no requests that write. Rejects if this write fails too. After a write
   * without an answer, tries another one only after ten seconds, and rejects meanwhile.
   */
  requireCommits(): Promise<void>
  /**
   * Deletes or changes rows whose time is earlier than `before`, in small steps that block no other statement. Begins
   * no further step after `end` aborts.
   */
  forget(rows: Expiring, before: NumericDate, end?: AbortSignal): Promise<void>
  /**
   * Deletes expired claims and the other expired rows of this store, and maintains the partitions of claims. A failure
   * for one table does not affect the others. Then rejects, as `runTogether` does. Begins no further step after `end`
   * aborts.
   */
  prune(now: NumericDate, end?: AbortSignal): Promise<void>
  load(): PoolLoad
  /** Closes the connections after the running statements. Later calls reject with `Unavailable`. */
  close(): Promise<void>
}

/** Tables, schema and limits of the connections. */
export interface PostgresOptions extends ConnectionLimits, MigrationOptions {
  readonly store: PostgresSchema
  /** Migrates older tables first. Defaults to false: older tables are refused. */
  readonly migrate?: boolean
}

/** Milliseconds before each retry after a deadlock. An immediate retry could meet the same statement again. */
const pausesAfterRollback = [10, 50, 200]

/**
 * Selects the tables from which rows are deleted: the table itself, or its partitions. Leaves out partitions by the
 * time of expiry, because they are dropped as a whole. Includes the default partition. Leaves out a partition that
 * another replica drops meanwhile, because it no longer has bounds.
 */
const tablesOfRows = `SELECT quote_ident(relname) AS name FROM pg_class
  WHERE oid IN (SELECT $1::text::regclass UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::text::regclass)
    AND relkind <> 'p' AND (relpartbound IS NULL OR pg_get_expr(relpartbound, oid) = 'DEFAULT'
    OR pg_get_partkeydef($1::text::regclass) <> 'RANGE (' || $2::text || ')')`

/** Number of rows in one step of pruning, so that each step holds its locks for milliseconds only. */
const pruneStep = 1000

/** Inserts expired claims to find out whether the server commits. */
const probe = 'INSERT INTO used (digest, expires_at) SELECT uuid_send(gen_random_uuid()), 0 FROM generate_series(1, $1)'
/**
 * Number of claims that `probe` inserts. It is larger than a verb's number of rows, because on a full disk the existing
 * pages may have room for a few rows.
 */
const probeClaims = 2000

/**
 * Opens a store's database. Rejects with `DatabaseFault` for an address or schema that cannot be used and for tables of
 * another version, and with `Unavailable` if the server does not answer.
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<PostgresDatabase> {
  const { store, migrate = false, schema = schemaOf(store.store), ...limits } = options
  if (migrate) await migratePostgres(url, store, { ...limits, schema })
  else await requireCurrentTables(url, store, schema)
  return createDatabase(createConnections(url, schema, limits), store)
}

/** Rejects with `DatabaseFault` unless the tables are those of this version. */
export async function requireCurrentTables(url: string, store: PostgresSchema, schema: string): Promise<void> {
  const states = await postgresStatus(url, store, { schema })
  refuseNewer(states, 'the database')
  if (states.some(({ pending }) => pending > 0))
    throw new DatabaseFault(`The ${store.store} tables of the database are not up to date: run fiducia db migrate.`)
}

function createDatabase(connections: ReturnType<typeof createConnections>, store: PostgresSchema): PostgresDatabase {
  let closed = false
  const query = async (text: string, values: readonly Value[]): Promise<StatementResult> => {
    if (closed) throw new Unavailable('the store is closed')
    return connections.query(text, values)
  }
  const retryAfterRollback = async (text: string, values: readonly Value[]): Promise<StatementResult> => {
    for (const pause of pausesAfterRollback) {
      try {
        return await query(text, values)
      } catch (thrown) {
        if (!wasRolledBack(thrown)) throw thrown
        await setTimeout(pause)
      }
    }
    return query(text, values)
  }
  const recordFailure = (thrown: unknown): unknown => {
    commits.recordFailure(thrown)
    return asUnavailable(thrown)
  }
  const write = (text: string, values: readonly Value[]): Promise<StatementResult> =>
    retryAfterRollback(text, values).catch((thrown: unknown) => {
      throw recordFailure(thrown)
    })
  const call = async <T>(verb: string, values: readonly Value[]): Promise<T> => {
    const places = values.map((_, index) => `$${index + 1}`).join(', ')
    try {
      const { rows } = await retryAfterRollback(`SELECT ${verb}(${places}) AS outcome`, values)
      return rows[0]?.outcome as T
    } catch (thrown) {
      const outcome = raisedOutcome(thrown)
      if (outcome === undefined) throw recordFailure(thrown)
      return (outcome.state === lostState ? { lost: outcome.message } : outcome.message) as T
    }
  }
  const forget = async (
    { table, column, where = 'true', set }: Expiring,
    before: NumericDate,
    end?: AbortSignal,
  ): Promise<void> => {
    for (const { name } of (await write(tablesOfRows, [table, column])).rows) {
      // Without an order, the generic plan of the prepared statement reads the whole table.
      const step = `${set ? `UPDATE ${name} SET ${set}` : `DELETE FROM ${name}`}
        WHERE ${withoutWaiting} AND ctid = ANY (ARRAY(SELECT ctid FROM ${name} WHERE ${column} < $1 AND ${where}
        ORDER BY ${column} LIMIT ${pruneStep} FOR UPDATE SKIP LOCKED))`
      while (!end?.aborted && (await write(step, [before])).count === pruneStep);
    }
  }
  const commits = watchCommits(async () => {
    await write(probe, [probeClaims])
    await forget(usedClaims, 1)
  })
  return {
    read: async (text, values) => {
      const ask = () => query(text, values)
      const readAgainIfCut = (thrown: unknown): Promise<StatementResult> =>
        wasCut(thrown) ? ask() : Promise.reject(thrown)
      try {
        return (await ask().catch(readAgainIfCut)).rows
      } catch (thrown) {
        throw asUnavailable(thrown)
      }
    },
    write,
    call,
    claim: (claims, verb, values) =>
      call(verb, [
        claims.map(claimDigest),
        claims.map(({ expiresAt }) => expiresAt),
        claims.map(({ name }) => name),
        ...values,
      ]),
    requireCommits: commits.requireCommits,
    forget,
    prune: async (now, end) => {
      const tend = () => write('SELECT tend_claim_partitions($1)', [now])
      await runInTurn([tend, ...[usedClaims, ...store.expiring].map((rows) => () => forget(rows, now, end))], end)
    },
    load: connections.load,
    close: async () => {
      closed = true
      await connections.close()
    },
  }
}
