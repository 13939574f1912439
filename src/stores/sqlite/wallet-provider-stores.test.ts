import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { earlierFile } from '../../../test/support/earlier-database.ts'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { openSqlite } from './database.ts'
import { walletProviderMigrations } from './wallet-provider-schema.ts'
import { createSqliteWalletProviderStores, expiredAttestations } from './wallet-provider-stores.ts'

/** The number of migrations before the one that numbers instances. */
const tagged = 6

test('WP-76 the log of changes cannot be rewritten, not even by SQL', async () => {
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

test('WP-73 the place of an expired attestation is free before the attestation is deleted in the background', async () => {
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

test('WP-91 a held instance is still held after a restart', async () => {
  const path = await earlierFile(walletProviderMigrations.slice(0, tagged), (direct) => {
    for (const tag of ['a', 'b'])
      direct.exec(
        `INSERT INTO wallet_instance VALUES ('${tag}', 't-${tag}', '{}', '{}', 'registered', 1, NULL, NULL, NULL, NULL, NULL)`,
      )
  })
  const first = openSqlite(path, walletProviderMigrations)
  const hold = { reason: 'integrity_denied', maxPerMinute: 1, now: 10 } as const
  for (const [hardwareKeyTag, outcome] of [
    ['a', 'revoked'],
    ['b', 'held'],
  ] as const)
    assert.equal(
      await createSqliteWalletProviderStores(first).walletInstances.revokeOrHold({ hardwareKeyTag, ...hold }),
      outcome,
    )
  await first.close()
  const again = openSqlite(path, walletProviderMigrations)
  const { walletInstances } = createSqliteWalletProviderStores(again)
  assert.partialDeepStrictEqual(await walletInstances.find('b'), { heldAt: 10, heldReason: 'integrity_denied' })
  assert.equal(await walletInstances.beginAttestation({ claims: [], hardwareKeyTag: 'b' }), 'held')
  await again.close()
})

test('WP-76 the migration to numbered instances keeps log, link, certificates, attestations and refusals', async () => {
  const path = await earlierFile(walletProviderMigrations.slice(0, tagged), (direct) => {
    for (const tag of ['b', 'a'])
      direct.exec(`INSERT INTO wallet_instance VALUES ('${tag}', 't-${tag}', '{}', '{}', 'registered', 1, 2, NULL, NULL, 3, 'r');
      INSERT INTO wallet_instance_certificate VALUES ('1', '${tag}');
      INSERT INTO wallet_instance_event VALUES (NULL, '${tag}', 1, 'registered', 'wallet', NULL);
      INSERT INTO wallet_attestation VALUES (0, ${tag === 'a' ? 7 : 8}, '${tag}', 5000, 0)`)
    direct.exec(`INSERT INTO wallet_instance_user VALUES ('a', 'mario');
    INSERT INTO wallet_instance_refusal VALUES ('a', 'WP-61', 'counter_not_above', 2, 10, 11)`)
  })
  const database = openSqlite(path, walletProviderMigrations)
  const { walletInstances: store } = createSqliteWalletProviderStores(database)
  const registered = { at: 1, change: 'registered', actor: 'wallet' }
  assert.deepEqual(await store.history('a'), [registered])
  const { hardwareKeyThumbprint, operationalAt, counter, receipt } = (await store.find('a')) ?? {}
  assert.deepEqual([hardwareKeyThumbprint, operationalAt, counter, receipt], ['t-a', 2, 3, 'r'])
  const refusal = { requirement: 'WP-61', code: 'counter_not_above', count: 2, firstAt: 10, lastAt: 11 }
  assert.deepEqual([await store.refusals('a'), await store.refusals('b')], [[refusal], []])
  const revocation = { reason: 'revoked_by_user', now: 20, after: undefined, limit: 10 } as const
  assert.equal((await store.revokeSome({ ...revocation, of: { user: 'mario' } })).revoked, 1)
  assert.deepEqual(await store.revokedPlaces(0, 20), [7])
  assert.equal((await store.revokeSome({ ...revocation, of: { certificateSerials: ['1'] } })).revoked, 1)
  assert.deepEqual(await store.revokedPlaces(0, 20), [7, 8])
  assert.deepEqual(
    (await store.history('b')).map(({ change }) => change),
    ['registered', 'revoked'],
  )
  await database.close()
  const after = new DatabaseSync(path)
  assert.throws(() => after.exec('DELETE FROM wallet_instance_event'), /only grows/)
  after.close()
})
