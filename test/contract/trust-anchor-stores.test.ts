import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileNames } from '../../src/profiles/index.ts'
import {
  createPostgresTrustAnchorStores,
  createSqliteTrustAnchorStores,
  openSqlite,
  openSqliteStores,
  trustAnchorMigrations,
  trustAnchorSchema,
  withProfiles,
} from '../../src/stores/index.ts'
import { earlierFile } from '../support/earlier-database.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { profileStoresContract, trustAnchorStoresContract } from './trust-anchor-stores.ts'
import { unpinnedSubordinatesContract } from './unpinned-subordinates.ts'

const openEmpty = usePostgres()

test('sqlite: FED-10 a migration keeps keys that were stored before actors were recorded', async () => {
  const path = await earlierFile(trustAnchorMigrations.slice(0, 1), (before) => {
    before.exec(`INSERT INTO federation_key (kid, jwk, state, created_at) VALUES ('a', '{}', 'active', 1)`)
  })
  const database = openSqlite(path, trustAnchorMigrations)
  const { federationKeys } = createSqliteTrustAnchorStores(database)
  assert.deepEqual(await federationKeys.list(), [{ kid: 'a', jwk: {}, state: 'active', createdAt: 1 }])
  await database.close()
})

test('sqlite: FED-100 older members, marks and log entries without a profile belong to the specification profile', async () => {
  const path = await earlierFile(trustAnchorMigrations.slice(0, 5), (before) => {
    const event = JSON.stringify({ entityId: 'a', action: 'added', at: 1, actor: 'o' })
    before.exec(`
    INSERT INTO subordinate VALUES ('a', '{"entityId":"a"}', 'active', 1);
    INSERT INTO subordinate_event (entity_id, event) VALUES ('a', '${event}');
    INSERT INTO trust_mark_grant VALUES ('m', 'a', 1, NULL)`)
  })
  const { stores, database } = openSqliteStores('trust-anchor', path)
  assert.equal((await stores.subordinates.find('a'))?.revision, 1)
  assert.equal((await stores.subordinates.log({ entityId: 'a', limit: 9 })).length, 1)
  assert.equal((await stores.trustMarkGrants.find('m', 'a'))?.grantedAt, 1)
  assert.deepEqual(await stores.ofProfile('it-wallet-1.0').subordinates.list({ limit: 99 }), [])
  await database.close()
})

test('sqlite: FED-132 a migration finds the older leaves without protocol keys', async () => {
  const keys = '"protocolKeys":{"wallet_provider":{"keys":[]}}'
  const path = await earlierFile(trustAnchorMigrations.slice(0, 9), (before) => {
    before.exec(`INSERT INTO subordinate VALUES
      ('it-wallet-1.4', 'a', '{"entityId":"a","intermediate":false}', 'active', 1),
      ('it-wallet-1.4', 'b', '{"entityId":"b","intermediate":false,${keys}}', 'active', 1),
      ('it-wallet-1.4', 'c', '{"entityId":"c","intermediate":true}', 'active', 1)`)
  })
  const database = openSqlite(path, trustAnchorMigrations)
  const { subordinates } = createSqliteTrustAnchorStores(database, 'it-wallet-1.4')
  assert.deepEqual(await subordinates.takeUnpinned({ now: 1, nextDue: 2, limit: 9 }), ['a'])
  await database.close()
})

for (const profile of profileNames) {
  trustAnchorStoresContract(`sqlite ${profile}`, () =>
    createSqliteTrustAnchorStores(openSqlite(':memory:', trustAnchorMigrations), profile),
  )
  trustAnchorStoresContract(`postgres ${profile}`, () =>
    createPostgresTrustAnchorStores(openEmpty(trustAnchorSchema), profile),
  )
}
unpinnedSubordinatesContract('sqlite', () =>
  createSqliteTrustAnchorStores(openSqlite(':memory:', trustAnchorMigrations), 'it-wallet-1.4'),
)
unpinnedSubordinatesContract('postgres', () =>
  createPostgresTrustAnchorStores(openEmpty(trustAnchorSchema), 'it-wallet-1.4'),
)
profileStoresContract('sqlite', () => openSqliteStores('trust-anchor', ':memory:').stores)
profileStoresContract('postgres', () => {
  const database = openEmpty(trustAnchorSchema)
  return withProfiles((profile) => createPostgresTrustAnchorStores(database, profile))
})
