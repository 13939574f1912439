/**
 * Request counts of replicas, in memory and on PostgreSQL, and the database that a served role opens with limited
 * rights.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenedStores, openStores, roleNames } from '../../src/serve/index.ts'
import { createPostgresRateCounters, migratePostgres, rateLimitsSchema, roleStores } from '../../src/stores/index.ts'
import { createMemoryRateCounters } from '../support/memory-rate-counters.ts'
import { administer, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { rateCountersContract } from './rate-counters.ts'

const openEmpty = usePostgres()
rateCountersContract('memory', createMemoryRateCounters)
rateCountersContract('postgres', () => createPostgresRateCounters(openEmpty(rateLimitsSchema)))

let postgres: TestPostgres
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

/** Another user of the database, who may read and write the tables of some schemas and create none. */
const user = `fiducia_served_${process.pid}`
async function limitedUrl(url: string, schemas: readonly string[]): Promise<string> {
  for (const schema of schemas)
    await administer(
      url,
      `GRANT USAGE ON SCHEMA ${schema} TO ${user}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${user}`,
    )
  const limited = new URL(url)
  limited.username = user
  limited.password = 'served'
  return limited.href
}

const settingsOf = (url: string) => ({ url, poolSize: 2, migrate: false })
const settleOnce = async ({ rateCounters }: OpenedStores): Promise<number | undefined> =>
  (await rateCounters?.settle(10, new Map([['key', 1]])))?.get('key')

test('GEN-08 GEN-24 a role works with a user who cannot create tables, and reports missing tables of request counts', async () => {
  const url = await postgres.createDatabase()
  await administer(url, `CREATE ROLE ${user} LOGIN PASSWORD 'served'`)
  try {
    for (const { name, postgres: schema } of roleStores) if (name !== 'rate-limits') await migratePostgres(url, schema)
    const schemas = roleNames.map((name) => name.replace('-', '_'))
    const without = await openStores('pid-provider', settingsOf(await limitedUrl(url, schemas)))
    assert.match(without.rateTrouble ?? '', /^Each process limits its clients on its own.*: run fiducia db migrate\.$/)
    assert.equal(without.rateCounters, undefined)
    await without.close()
    await migratePostgres(url, rateLimitsSchema)
    const limited = await limitedUrl(url, ['rate_limits'])
    for (const [index, role] of roleNames.entries()) {
      const opened = await openStores(role, settingsOf(limited))
      assert.equal(opened.rateTrouble, undefined)
      assert.equal(await settleOnce(opened), index + 1)
      await opened.ping()
      await opened.prune(0)
      assert.equal(opened.load?.().waiting, 0)
      await opened.close()
    }
    const { stores, close } = await openStores('relying-party', settingsOf(limited))
    assert.equal(await stores.presentationSessions.find('x'), undefined)
    await close()
  } finally {
    await administer(url, `DROP OWNED BY ${user}`, `DROP ROLE ${user}`)
  }
})
