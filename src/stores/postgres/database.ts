/**
 * PostgreSQL under a role's stores: what several processes share. Each verb is one statement and one round trip, and
 * all or nothing. A verb with claims, or with more to do than one row, is a function of the store's schema (schema.ts):
 * when a claim is lost, or the verb finds that it may not happen, the function raises and the whole statement is undone.
 *
 * A write that may have been committed is never sent again: its caller is told `Unavailable` and begins anew. A read is
 * asked once more when its connection was lost. What a race rolled back (deadlock) is tried again, whatever it was.
 */
import { setTimeout } from 'node:timers/promises'
import { type Claim, type Lost, type NumericDate, Unavailable } from '../../base/index.ts'
import { DatabaseFault, refuseNewer } from '../migrations.ts'
import { claimDigest, type Row } from '../stored-values.ts'
import { type Answer, type ConnectionLimits, createConnections } from './connections.ts'
import { asUnavailable, doesNotCommit, lostState, raised, wasCut, wasRolledBack } from './failures.ts'
import { migratePostgres, postgresStatus, type SchemaPlace } from './migrate.ts'
import { type Expiring, type PostgresSchema, schemaOf, usedClaims, withoutWaiting } from './schema.ts'
import type { Value } from './values.ts'

/** One role's schema, by verbs. Rejects with `Unavailable` when the server does not answer. */
export interface PostgresDatabase {
  /** Asked once more when the connection was lost. */
  read(text: string, values: readonly Value[]): Promise<readonly Row[]>
  /** Never sent twice. `count` is of the rows that were written, or returned. */
  write(text: string, values: readonly Value[]): Promise<Answer>
  /**
   * A verb that is a function of the schema: its result, the outcome that it was undone with, or the claim that was lost.
   * The function says which they are: nothing here checks it.
   */
  call<T extends string | number | Lost<string>>(verb: string, values: readonly Value[]): Promise<T>
  /** The same, with the claims in the function's first three parameters. */
  claim<T extends string, N extends string>(
    claims: readonly Claim<N>[],
    verb: string,
    values: readonly Value[],
  ): Promise<T | Lost<N>>
  /**
   * Rejects with why the last write was not committed by a server that answers, until one is: it tries one of its own,
   * since nobody may be asking for others while the store is said to be out of order.
   */
  commits(): Promise<void>
  /** Forgets rows whose time is before, in small steps that lock nobody out. */
  forget(rows: Expiring, before: NumericDate): Promise<void>
  /** Forgets claims and whatever else of this store is over. */
  prune(now: NumericDate): Promise<void>
  /** How many connections there are, and how many verbs wait for one. */
  load(): { readonly open: number; readonly waiting: number }
  /** Waits for what is under way. */
  close(): Promise<void>
}

/** Which server and schema, and how many connections. */
export interface PostgresOptions extends ConnectionLimits, SchemaPlace {
  readonly store: PostgresSchema
  /** Brings the tables to this version's form first. When not said, older ones are refused. */
  readonly migrate?: boolean
}

/** Milliseconds. What is asked again at once can meet the same neighbour again, who has not got what it waited for. */
const pausesAfterRollback = [10, 50, 200]

/** Rows in one step of pruning: its locks are held for milliseconds. */
const pruneStep = 1000

/**
 * Claims that are over, to see whether anything can be committed: more than what a verb writes, since the pages of a full
 * disk have room for a row.
 */
const probe = 'INSERT INTO used (digest, expires_at) SELECT uuid_send(gen_random_uuid()), 0 FROM generate_series(1, $1)'
const probeClaims = 2000

/**
 * Opens a store's database. Rejects with `DatabaseFault` (one sentence) for an address that is none, for tables that are
 * older or newer than this program, and with `Unavailable` when nobody answers.
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<PostgresDatabase> {
  const { store, migrate = false, schema = schemaOf(store.store), ...limits } = options
  if (migrate) await migratePostgres(url, store, { schema })
  else await requirePresent(url, store, schema)
  return over(createConnections(url, schema, limits), store)
}

async function requirePresent(url: string, store: PostgresSchema, schema: string): Promise<void> {
  const states = await postgresStatus(url, store, { schema })
  refuseNewer(states, 'the database')
  if (states.some(({ pending }) => pending > 0))
    throw new DatabaseFault(`The ${store.store} tables of the database are not up to date: run fiducia db migrate.`)
}

function over(connections: ReturnType<typeof createConnections>, store: PostgresSchema): PostgresDatabase {
  let closed = false
  let uncommitted = false
  const query = async (text: string, values: readonly Value[]): Promise<Answer> => {
    if (closed) throw new Unavailable('the store is closed')
    return connections.query(text, values)
  }
  const once = async (text: string, values: readonly Value[]): Promise<Answer> => {
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
  const noted = (thrown: unknown): unknown => {
    if (doesNotCommit(thrown)) uncommitted = true
    return asUnavailable(thrown)
  }
  const write = (text: string, values: readonly Value[]): Promise<Answer> =>
    once(text, values).catch((thrown: unknown) => {
      throw noted(thrown)
    })
  const call = async <T>(verb: string, values: readonly Value[]): Promise<T> => {
    const places = values.map((_, index) => `$${index + 1}`).join(', ')
    try {
      const { rows } = await once(`SELECT ${verb}(${places}) AS outcome`, values)
      return rows[0]?.outcome as T
    } catch (thrown) {
      const said = raised(thrown)
      if (said === undefined) throw noted(thrown)
      return (said.state === lostState ? { lost: said.message } : said.message) as T
    }
  }
  const forget = async ({ table, column }: Expiring, before: NumericDate): Promise<void> => {
    const step = `DELETE FROM ${table} WHERE ${withoutWaiting} AND ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${pruneStep} FOR UPDATE SKIP LOCKED))`
    while ((await write(step, [before])).count === pruneStep);
  }
  return {
    read: async (text, values) => {
      const ask = () => query(text, values)
      const again = (thrown: unknown): Promise<Answer> => (wasCut(thrown) ? ask() : Promise.reject(thrown))
      try {
        return (await ask().catch(again)).rows
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
    commits: async () => {
      if (!uncommitted) return
      await write(probe, [probeClaims])
      await forget(usedClaims, 1)
      uncommitted = false
    },
    forget,
    prune: async (now) => {
      for (const rows of [usedClaims, ...store.expiring]) await forget(rows, now)
    },
    load: connections.load,
    close: async () => {
      closed = true
      await connections.close()
    },
  }
}
