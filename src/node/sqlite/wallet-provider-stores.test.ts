import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { openSqlite } from './database.ts'
import {
  createSqliteWalletProviderStores,
  expiredAttestations,
  walletProviderMigrations,
} from './wallet-provider-stores.ts'

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

test('WP-73 attestations that are over go in steps, in the background and in no wallet’s turn; a place is free before', async () => {
  const database = openSqlite(':memory:', walletProviderMigrations)
  const { walletInstances: store } = createSqliteWalletProviderStores(database)
  const instance = { hardwareKeyTag: 'tag', hardwareKeyThumbprint: 't', hardwareKey: {}, device: {} }
  await store.register({ claims: [], instance: { ...instance, status: 'registered', registeredAt: 1 } as never })
  const record = (index: number, now: number) =>
    store.recordAttestation({ hardwareKeyTag: 'tag', place: { list: index % 2, index }, keptUntil: now + 100, now })
  await Promise.all(Array.from({ length: 1200 }, (_, index) => record(index, 1000)))
  const left = () => database.read((inside) => inside.prepare('SELECT count(*) AS n FROM wallet_attestation').get()?.n)
  assert.equal(await record(7, 1101), 'recorded')
  assert.equal(await left(), 1200)
  await database.forget(expiredAttestations, 1101)
  assert.equal(await left(), 1)
  await database.close()
})
