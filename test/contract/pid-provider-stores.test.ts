import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { longestEntityId } from '../../src/base/index.ts'
import { maximumListUriBytes } from '../../src/pid-provider/token/attestation-status.ts'
import { pidProviderStoresContract } from '../../src/store-contracts/index.ts'
import { credential, withGrant } from '../../src/store-contracts/pid-provider-records.ts'
import { createPostgresPidProviderStores, openSqliteStores, pidProviderSchema } from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'

const openEmpty = usePostgres()

pidProviderStoresContract('sqlite', () => openSqliteStores('pid-provider', ':memory:').stores)
pidProviderStoresContract('postgres', () => createPostgresPidProviderStores(openEmpty(pidProviderSchema)))

/** Returns hexadecimal text of this length, which PostgreSQL does not compress. */
const incompressible = (length: number): string =>
  Array.from({ length: Math.ceil(length / 64) }, (_, n) => createHash('sha256').update(`${n}`).digest('hex'))
    .join('')
    .slice(0, length)

test('postgres: PP-32 PP-43 the longest identifier of a provider and the longest URI of its list fit into an index', async () => {
  const stores = createPostgresPidProviderStores(openEmpty(pidProviderSchema))
  await withGrant(stores)
  const walletProvider = incompressible(longestEntityId)
  const uri = incompressible(longestEntityId + maximumListUriBytes).slice(-maximumListUriBytes)
  const watched = credential('1', { walletProvider, attestationWatch: { uri, idx: 1, until: 2000 } })
  assert.equal(await stores.issuedCredentials.register({ claims: [], credential: watched }), 'registered')
  const taken = await stores.issuedCredentials.takeDueLists({ now: 1000, nextDue: 1060, limit: 1 })
  assert.deepEqual(taken, [{ walletProvider, uri, places: 2 }])
})

test('postgres: PP-32 the queries of a sweep use an index, however many credentials are no longer watched', async () => {
  const database = openEmpty(pidProviderSchema)
  await database.write(
    `INSERT INTO issued_credential SELECT n::text, 'f', 'h' || n, 'p' || n, 'c' || n, 'w', 't' || n, 0, n, 1000, 9000,
       'valid', 'list', n % 1000, CASE WHEN n > 19000 THEN 3000 ELSE 1500 END FROM generate_series(1, 20000) AS n`,
    [],
  )
  await database.write('ANALYZE issued_credential', [])
  const { issuedCredentials } = createPostgresPidProviderStores(database)
  const sent: string[] = []
  const asked = createPostgresPidProviderStores({
    ...database,
    read: async (text, values) => {
      sent.push(...(await database.read(`EXPLAIN ${text}`, values)).map((row) => String(row['QUERY PLAN'])))
      return []
    },
  })
  const place = { walletProvider: 'w', uri: 'list', indexes: [7, 8], now: 1600 }
  assert.equal((await issuedCredentials.watchedAt(place)).length, 2)
  await asked.issuedCredentials.watchedAt(place)
  assert.match(sent.join('; '), /issued_credential_by_place/)
})
