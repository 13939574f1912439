import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createMemoryKeyRingStore } from '../../src/federation/index.ts'
import {
  createPostgresFederationKeyStore,
  createPostgresSubordinates,
  createPostgresTrustMarkGrants,
  createSqliteFederationKeyStore,
  createSqliteSubordinates,
  createSqliteTrustMarkGrants,
  openSqlite,
  trustAnchorMigrations,
  trustAnchorSchema,
} from '../../src/stores/index.ts'
import {
  createMemorySubordinates,
  createMemoryTrustMarkGrants,
  type OperatorEvent,
} from '../../src/trust-anchor/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { trustAnchorStoresContract } from './trust-anchor-stores.ts'

const openEmpty = usePostgres()

test('sqlite: FED-10 keys that were changed before the names of administrators were kept stay as they are', async () => {
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

trustAnchorStoresContract('memory', () => {
  const events: OperatorEvent[] = []
  return {
    subordinates: createMemorySubordinates([], { entityId: 'https://anchor.example', loopbackHttp: false }, events),
    trustMarkGrants: createMemoryTrustMarkGrants(events),
    keys: createMemoryKeyRingStore([], 0),
  }
})
trustAnchorStoresContract('sqlite', () => {
  const database = openSqlite(':memory:', trustAnchorMigrations)
  return {
    subordinates: createSqliteSubordinates(database),
    trustMarkGrants: createSqliteTrustMarkGrants(database),
    keys: createSqliteFederationKeyStore(database),
  }
})
trustAnchorStoresContract('postgres', () => {
  const database = openEmpty(trustAnchorSchema)
  return {
    subordinates: createPostgresSubordinates(database),
    trustMarkGrants: createPostgresTrustMarkGrants(database),
    keys: createPostgresFederationKeyStore(database),
  }
})
