/**
 * PostgreSQL for the contract suites: one server for a file of tests, or for the whole run if DATABASE_URL_TEST names
 * one, and a separate schema for each store that a test opens.
 */
import { after, before } from 'node:test'
import {
  migratePostgres,
  openPostgres,
  type PostgresDatabase,
  type PostgresOptions,
  type PostgresSchema,
  partitionPostgres,
} from '../../src/stores/index.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

/**
 * Declares the hooks of a file. Returns a function that opens an empty database of a store without delay; operations
 * wait until it is ready. `partitioned` partitions its tables.
 */
export function usePostgres({
  partitioned = false,
} = {}): (store: PostgresSchema, options?: Partial<PostgresOptions>) => PostgresDatabase {
  const { promise: started, resolve, reject } = Promise.withResolvers<TestPostgres>()
  started.catch(() => undefined)
  const opened: Promise<PostgresDatabase>[] = []
  before(async () => {
    try {
      resolve(await startPostgres())
    } catch (thrown) {
      reject(thrown)
      throw thrown
    }
  })
  after(async () => {
    for (const database of await Promise.allSettled(opened))
      if (database.status === 'fulfilled') await database.value.close()
    await (await started).stop()
  })
  return (store, options = {}) => {
    const schema = `store_${opened.length}`
    const database = started.then(async ({ url }) => {
      if (partitioned) {
        await migratePostgres(url, store, { schema })
        await partitionPostgres(url, store, { schema, lists: 2500 })
      }
      return openPostgres(url, { store, schema, migrate: true, connections: 3, idleMilliseconds: 50, ...options })
    })
    database.catch(() => undefined)
    opened.push(database)
    return waiting(database)
  }
}

const waiting = (database: Promise<PostgresDatabase>): PostgresDatabase => ({
  read: async (...given) => (await database).read(...given),
  write: async (...given) => (await database).write(...given),
  call: async (...given) => (await database).call(...given),
  claim: async (...given) => (await database).claim(...given),
  forget: async (...given) => (await database).forget(...given),
  prune: async (...given) => (await database).prune(...given),
  requireCommits: async () => (await database).requireCommits(),
  load: () => ({ open: 0, waiting: 0, waitMilliseconds: 0 }),
  close: async () => (await database).close(),
})
