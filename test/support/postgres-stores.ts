/**
 * PostgreSQL for the contract suites: one server for a file of tests, or for the whole run if DATABASE_URL_TEST names
 * one, and a separate schema for each store that a test opens. Later tests use the schemas of earlier ones, emptied,
 * because a migration takes more time than most tests.
 */
import { after, afterEach, before } from 'node:test'
import {
  migratePostgres,
  openPostgres,
  type PostgresDatabase,
  type PostgresOptions,
  type PostgresSchema,
  partitionPostgres,
} from '../../src/stores/index.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

/** A migrated schema, whose tables can be emptied. */
interface Opened {
  readonly database: PostgresDatabase
  /** Restores the rows that the migrations inserted, and deletes all others. */
  readonly empty: () => Promise<unknown>
}

/**
 * Declares the hooks of a file. Returns a function that opens an empty database of a store without delay; operations
 * wait until it is ready. `partitioned` partitions its tables.
 */
export function usePostgres({
  partitioned = false,
} = {}): (store: PostgresSchema, options?: Partial<PostgresOptions>) => PostgresDatabase {
  const { promise: started, resolve, reject } = Promise.withResolvers<TestPostgres>()
  started.catch(() => undefined)
  const opened: Promise<Opened>[] = []
  const unused = new Map<string, Promise<Opened>[]>()
  const releases: (() => void)[] = []
  before(async () => {
    try {
      resolve(await startPostgres())
    } catch (thrown) {
      reject(thrown)
      throw thrown
    }
  })
  // Also runs after tests of other files, which used none of these databases.
  afterEach(() => {
    for (const release of releases.splice(0)) release()
  })
  after(async () => {
    for (const result of await Promise.allSettled(opened))
      if (result.status === 'fulfilled') await result.value.database.close()
    await (await started).stop()
  })
  const open = async (name: string, store: PostgresSchema, options: Partial<PostgresOptions>): Promise<Opened> => {
    const { url } = await started
    if (partitioned) {
      await migratePostgres(url, store, { schema: name })
      await partitionPostgres(url, store, { schema: name, lists: 2500 })
    }
    const further = { store, schema: name, migrate: true, connections: 3, idleMilliseconds: 50, ...options }
    const database = await openPostgres(url, further)
    const statement = await emptyingStatement(database)
    return { database, empty: () => database.write(statement, []) }
  }
  return (store, options) => {
    const earlier = options ? undefined : unused.get(store.store)?.pop()
    const current = earlier ?? open(`store_${opened.length}`, store, options ?? {})
    const database = current.then(async (one) => {
      if (earlier) await one.empty()
      return one.database
    })
    database.catch(() => undefined)
    if (!earlier) opened.push(current)
    let closed = false
    releases.push(() => {
      if (!options && !closed) unused.set(store.store, [...(unused.get(store.store) ?? []), current])
    })
    return waiting(database, () => {
      closed = true
    })
  }
}

/** Returns the statement of `empty`. Call it on a database that was just migrated. */
async function emptyingStatement({ read }: PostgresDatabase): Promise<string> {
  const tables = await read(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
    [],
  )
  const steps: string[] = ['SET LOCAL session_replication_role = replica'] // ignores foreign keys
  for (const { name } of tables) {
    const [row] = await read(`SELECT quote_literal(json_agg(one)) AS rows FROM ${name} AS one`, [])
    steps.push(`DELETE FROM ${name}`)
    if (row?.rows)
      steps.push(
        `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, ${row.rows})`,
      )
  }
  steps.push(
    `PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
     FROM pg_sequences WHERE schemaname = current_schema()`,
  )
  return `DO $empty$ BEGIN ${steps.join('; ')}; END $empty$`
}

const waiting = (database: Promise<PostgresDatabase>, onClose: () => void): PostgresDatabase => ({
  read: async (...given) => (await database).read(...given),
  write: async (...given) => (await database).write(...given),
  call: async (...given) => (await database).call(...given),
  claim: async (...given) => (await database).claim(...given),
  forget: async (...given) => (await database).forget(...given),
  prune: async (...given) => (await database).prune(...given),
  requireCommits: async () => (await database).requireCommits(),
  load: () => ({ open: 0, waiting: 0, failed: 0, waitMilliseconds: 0 }),
  close: async () => {
    onClose()
    await (await database).close()
  },
})
