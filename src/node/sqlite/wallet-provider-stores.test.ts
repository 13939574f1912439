import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { openSqlite } from './database.ts'
import { createSqliteWalletProviderStores, walletProviderMigrations } from './wallet-provider-stores.ts'

test('WP-76 nobody rewrites the log of changes, not even past the store', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  const database = openSqlite(path, walletProviderMigrations)
  const { walletInstances } = createSqliteWalletProviderStores(database)
  const instance = {
    hardwareKeyTag: 'tag',
    hardwareKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
    hardwareKeyThumbprint: 'thumbprint',
    device: { platform: 'android', application: 'it.example.wallet' },
    status: 'registered',
    registeredAt: 1000,
  } as const
  await walletInstances.register({ claims: [], instance })
  await database.close()
  const direct = new DatabaseSync(path)
  for (const sql of ["UPDATE wallet_instance_event SET actor = 'nobody'", 'DELETE FROM wallet_instance_event'])
    assert.throws(() => direct.exec(sql), /only grows/)
  assert.equal(direct.prepare('SELECT count(*) AS events FROM wallet_instance_event').get()?.events, 1)
  direct.close()
})
