import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import {
  createPostgresFederationKeyStore,
  createPostgresSubordinates,
  createPostgresTrustMarkGrants,
  createSqliteFederationKeyStore,
  openSqlite,
  openSqliteStores,
  trustAnchorMigrations,
  trustAnchorSchema,
} from '../../src/stores/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { trustAnchorStoresContract } from './trust-anchor-stores.ts'

const openEmpty = usePostgres()

test('sqlite: FED-10 keys that changed before actors were recorded stay as they are', async () => {
  const path = join(freshDirectory(), 'anchor.sqlite')
  await openSqlite(path, trustAnchorMigrations.slice(0, 1)).close()
  const before = new DatabaseSync(path)
  before.exec(`INSERT INTO federation_key (kid, jwk, state, created_at) VALUES ('a', '{}', 'active', 1)`)
  before.close()
  const database = openSqlite(path, trustAnchorMigrations)
  const keys = createSqliteFederationKeyStore(database)
  assert.deepEqual(await keys.list(), [{ kid: 'a', jwk: {}, state: 'active', createdAt: 1 }])
  await database.close()
})

trustAnchorStoresContract('sqlite', () => {
  const { federationKeys: keys, ...stores } = openSqliteStores('trust-anchor', ':memory:').stores
  return { ...stores, keys }
})
trustAnchorStoresContract('postgres', () => {
  const database = openEmpty(trustAnchorSchema)
  return {
    subordinates: createPostgresSubordinates(database),
    trustMarkGrants: createPostgresTrustMarkGrants(database),
    keys: createPostgresFederationKeyStore(database),
  }
})
