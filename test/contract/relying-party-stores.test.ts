import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  erasuresContract,
  openIdRecordsContract,
  registeredApplicationsContract,
  relyingPartyStoresContract,
} from '../../src/store-contracts/index.ts'
import {
  createPostgresOpenIdRecords,
  createPostgresRelyingPartyStores,
  openSqliteStores,
  relyingPartySchema,
} from '../../src/stores/index.ts'
import { eraseEverything, erasingApplication, taxId } from '../support/erasure.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { profileFixture } from '../support/relying-party-profiles.ts'

const openEmpty = usePostgres()

relyingPartyStoresContract('sqlite', () => openSqliteStores('relying-party', ':memory:').stores)
relyingPartyStoresContract('postgres', () => createPostgresRelyingPartyStores(openEmpty(relyingPartySchema)))
openIdRecordsContract('sqlite', () => openSqliteStores('relying-party', ':memory:').stores.openIdRecords)
openIdRecordsContract('postgres', () => createPostgresOpenIdRecords(openEmpty(relyingPartySchema)))
registeredApplicationsContract('sqlite', () => openSqliteStores('relying-party', ':memory:').stores)
registeredApplicationsContract('postgres', () => createPostgresRelyingPartyStores(openEmpty(relyingPartySchema)))
erasuresContract('sqlite', () => openSqliteStores('relying-party', ':memory:').stores)
erasuresContract('postgres', () => createPostgresRelyingPartyStores(openEmpty(relyingPartySchema)))

for (const profile of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  test(`RP-140 ${profile} postgres: no table contains the person’s identifier after the erasure`, async () => {
    const database = openEmpty(relyingPartySchema)
    const at = await profileFixture(profile, {
      stores: createPostgresRelyingPartyStores(database),
      config: { applications: [erasingApplication()] },
    })
    const tables = await database.read(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()',
      [],
    )
    const held: string[][] = []
    await eraseEverything(at, async () => {
      const found: string[] = []
      for (const { name } of tables) {
        const [row] = await database.read(
          `SELECT count(*)::integer AS count FROM "${name}" AS one WHERE position($1 IN one::text) > 0`,
          [taxId],
        )
        if (row?.count !== 0) found.push(name as string)
      }
      held.push(found)
    })
    assert.deepEqual(held, [['presentation_session'], []])
  })
