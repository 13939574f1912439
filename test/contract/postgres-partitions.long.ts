/** Claims, the contract of each store, and a dump, on PostgreSQL with partitioned tables. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  erasuresContract,
  openIdRecordsContract,
  pidProviderStoresContract,
  registeredApplicationsContract,
  relyingPartyStoresContract,
  walletProviderStoresContract,
} from '../../src/store-contracts/index.ts'
import {
  createPostgresAttestationKeyStore,
  createPostgresOpenIdRecords,
  createPostgresPidProviderStores,
  createPostgresRelyingPartyStores,
  createPostgresTrustAnchorStores,
  createPostgresWalletProviderStores,
  migratePostgres,
  openPostgres,
  type PostgresDatabase,
  partitionPostgres,
  pidProviderSchema,
  relyingPartySchema,
  trustAnchorSchema,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { missingPrograms } from '../support/missing-programs.ts'
import { startPostgres } from '../support/postgres.ts'
import { noteStore, notes } from '../support/postgres-notes.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { testClaims } from './claims.ts'
import { keyStoreContract } from './key-store.ts'
import { trustAnchorStoresContract } from './trust-anchor-stores.ts'

const openEmpty = usePostgres({ partitioned: true })
const name = 'partitioned postgres'
const openRelyingParty = () => createPostgresRelyingPartyStores(openEmpty(relyingPartySchema))

// A claim is kept until its partition of a quarter of an hour has ended.
testClaims(name, () => noteStore(openEmpty(notes, { connections: 8 })), { undoes: true, keeps: 900 })
walletProviderStoresContract(name, () => createPostgresWalletProviderStores(openEmpty(walletProviderSchema)))
keyStoreContract(name, () => createPostgresAttestationKeyStore(openEmpty(walletProviderSchema)))
pidProviderStoresContract(name, () => createPostgresPidProviderStores(openEmpty(pidProviderSchema)))
relyingPartyStoresContract(name, openRelyingParty)
openIdRecordsContract(name, () => createPostgresOpenIdRecords(openEmpty(relyingPartySchema)))
registeredApplicationsContract(name, openRelyingParty)
erasuresContract(name, openRelyingParty)
trustAnchorStoresContract(name, () => createPostgresTrustAnchorStores(openEmpty(trustAnchorSchema), 'it-wallet-1.4'))

/** Registers an instance under a challenge. A used challenge is lost. */
const register = (database: PostgresDatabase, challenge: string) =>
  createPostgresWalletProviderStores(database).walletInstances.register({
    claims: [{ name: 'challenge', value: challenge, expiresAt: Math.floor(Date.now() / 1000) + 60 }],
    instance: {
      hardwareKeyTag: challenge,
      hardwareKeyThumbprint: challenge,
      hardwareKey: { kty: 'EC' },
      device: { platform: 'android' },
      status: 'registered',
      registeredAt: 1000,
    } as never,
  })

test(`${name}: a dump restores an emptied database and another database`, {
  skip: missingPrograms('pg_dump', 'pg_restore'),
}, async () => {
  await using server = await startPostgres()
  const [url, other] = [server.url, await server.createDatabase()]
  await migratePostgres(url, walletProviderSchema)
  await partitionPostgres(url, walletProviderSchema)
  const database = await openPostgres(url, { store: walletProviderSchema })
  assert.equal(await register(database, 'spent'), 'registered')
  const place = { list: 499, index: 7 }
  const stores = createPostgresWalletProviderStores(database)
  await stores.walletInstances.recordAttestation({ hardwareKeyTag: 'spent', place, keptUntil: 9e9, now: 1000 })
  await database.close()
  const dump = join(freshDirectory(), 'dump')
  const run = (program: string, ...words: readonly string[]) => {
    const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  }
  run('pg_dump', '--format=custom', `--file=${dump}`, url)
  run('psql', '--command=DROP SCHEMA wallet_provider CASCADE', url)
  for (const to of [url, other]) {
    run('pg_restore', '--single-transaction', `--dbname=${to}`, dump)
    const again = await openPostgres(to, { store: walletProviderSchema })
    try {
      assert.deepEqual(await register(again, 'spent'), { lost: 'challenge' })
      assert.equal(await register(again, 'fresh'), 'registered')
      assert.equal(await createPostgresWalletProviderStores(again).walletInstances.highestList(), 499)
      const later = Math.floor(Date.now() / 1000) + 2000
      await again.prune(later)
      const names = await again.read("SELECT relid::regclass::text AS name FROM pg_partition_tree('used')", [])
      assert.ok(names.some((row) => row.name === `used_${Math.floor(later / 900) * 900}`))
      assert.equal(await createPostgresWalletProviderStores(again).walletInstances.highestList(), 499)
    } finally {
      await again.close()
    }
  }
})
