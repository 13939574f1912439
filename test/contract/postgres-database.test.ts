/**
 * PostgreSQL under the stores: single use, migrations, round trips, and the races that only several connections can run.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Claim } from '../../src/base/index.ts'
import {
  createPostgresPidProviderStores,
  createPostgresWalletProviderStores,
  DatabaseFault,
  openPostgres,
  pidProviderSchema,
  postgresStatus,
  walletProviderSchema,
} from '../../src/node/index.ts'
import { startPostgres } from '../support/postgres.ts'
import { noteStore, notes } from '../support/postgres-notes.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { testClaims } from './claims.ts'

const openEmpty = usePostgres()
const claim = (name: string, value: string): Claim => ({ name, value, expiresAt: 2000 })
const times = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)))

testClaims('postgres', () => noteStore(openEmpty(notes)), { undoes: true })

test('postgres: claims that race in opposite orders do not wait for each other for ever', async () => {
  const { note, noted } = noteStore(openEmpty(notes))
  const pair = [claim('a', '1'), claim('b', '2'), claim('c', '3')]
  const results = await times(60, (n) => note(n % 2 ? pair : pair.toReversed(), String(n)))
  assert.equal(results.filter((result) => result === 'noted').length, 1)
  assert.equal((await noted()).length, 1)
})

test('WP-75 postgres: an attestation that races with the revocation of its instance is revoked, or not recorded', async () => {
  const { walletInstances } = createPostgresWalletProviderStores(openEmpty(walletProviderSchema))
  const outcomes = await times(40, async (n) => {
    const hardwareKeyTag = `tag-${n}`
    await walletInstances.register({
      claims: [],
      instance: {
        hardwareKeyTag,
        hardwareKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
        hardwareKeyThumbprint: `thumbprint-${n}`,
        device: { platform: 'android', application: 'it.example.wallet' },
        status: 'registered',
        registeredAt: 1000,
      },
    })
    const place = { list: 0, index: n }
    const [recorded] = await Promise.all([
      walletInstances.recordAttestation({ hardwareKeyTag, place, keptUntil: 2000, now: 1010 }),
      walletInstances.revoke({ hardwareKeyTag, reason: 'revoked_by_user', now: 1010 }),
    ])
    return recorded
  })
  const revoked = new Set(await walletInstances.revokedPlaces(0, 1010))
  for (const [n, outcome] of outcomes.entries())
    assert.equal(revoked.has(n), outcome === 'recorded', `${n}: ${outcome}`)
})

test('PP-114 postgres: of credentials that race under one token one is valid in the end', async () => {
  const stores = createPostgresPidProviderStores(openEmpty(pidProviderSchema))
  const request = { requestUri: 'urn:1', expiresAt: 2000 } as Parameters<typeof stores.pushedRequests.push>[0]['pushed']
  const session = { id: 'a', request, expiresAt: 2000 } as Parameters<typeof stores.authorizationSessions.begin>[0]
  await stores.authorizationSessions.begin(session)
  const grant = { code: 'code', codeExpiresAt: 2000, request, subject: 'p' } as NonNullable<
    Parameters<typeof stores.authorizationSessions.end>[0]['grant']
  >
  await stores.authorizationSessions.end({ id: 'a', requestUri: 'urn:1', claims: [], grant })
  await stores.grants.redeem({ code: 'code', claims: [], token: { jti: 't', dpopThumbprint: 'd', expiresAt: 2000 } })
  const names = { format: 'vc+sd-jwt', holderThumbprint: 'h', subject: 'p', clientId: 'c', walletProvider: 'w' }
  await times(12, (n) =>
    stores.issuedCredentials.register({
      claims: [],
      credential: {
        ...names,
        id: `${n}`,
        tokenId: 't',
        statusList: 0,
        statusIndex: n,
        issuedAt: 1000,
        expiresAt: 2000,
        status: 'valid',
      },
    }),
  )
  const all = await stores.issuedCredentials.search({ subject: 'p' })
  assert.equal(all.length, 12)
  assert.equal(all.filter(({ status }) => status === 'valid').length, 1)
})

test('postgres: three that migrate at once do it once; older and newer tables are refused in a sentence', async () => {
  await using server = await startPostgres()
  const url = server.url
  await assert.rejects(openPostgres(url, { store: notes }), (thrown: unknown) => {
    assert.ok(thrown instanceof DatabaseFault)
    assert.match(thrown.message, /^The notes tables .*: run fiducia db migrate\.$/)
    return true
  })
  const opened = await times(3, () => openPostgres(url, { store: notes, migrate: true }))
  await Promise.all(opened.map((database) => database.close()))
  const states = [
    { store: 'claims', version: 1, pending: 0 },
    { store: 'notes', version: 2, pending: 0 },
  ]
  assert.deepEqual(await postgresStatus(url, notes), states)
  const later = { ...notes, migrations: [...notes.migrations, 'ALTER TABLE note ADD COLUMN more text', 'no SQL'] }
  assert.equal((await postgresStatus(url, later))[1]?.pending, 2)
  await assert.rejects(openPostgres(url, { store: later, migrate: true }), /syntax error/)
  assert.deepEqual(await postgresStatus(url, notes), states, 'half of a migration stands')
  const fewer = { ...notes, migrations: notes.migrations.slice(1) }
  await assert.rejects(openPostgres(url, { store: fewer, migrate: true }), /version 2, written by a newer version/)
  await assert.rejects(openPostgres('http://localhost', { store: notes }), DatabaseFault)
})

test('postgres: whoever does not wait for the disk makes nobody else not wait', async () => {
  const database = openEmpty(pidProviderSchema, { connections: 1 })
  const { authorizationSessions } = createPostgresPidProviderStores(database)
  await authorizationSessions.begin({ id: 'a', expiresAt: 1 } as Parameters<typeof authorizationSessions.begin>[0])
  await database.prune(100)
  assert.equal(await authorizationSessions.find('a', 0), undefined)
  const [setting] = await database.read("SELECT current_setting('synchronous_commit') AS value", [])
  assert.equal(setting?.value, 'on')
})

test('postgres: a whole number beyond what a number holds is a fault, never another number', async () => {
  const database = openEmpty(notes)
  assert.deepEqual(await database.read('SELECT 9007199254740991 AS n', []), [{ n: Number.MAX_SAFE_INTEGER }])
  await assert.rejects(database.read('SELECT 9007199254740993 AS n', []), RangeError)
  await assert.rejects(database.read('SELECT $1::bigint', [Number.NaN]), RangeError)
  assert.deepEqual(await database.read('SELECT count(*) AS n FROM note', []), [{ n: 0 }])
})

test('postgres: pruning goes in steps to the end', async () => {
  const database = openEmpty(notes)
  await database.write("INSERT INTO used SELECT decode(md5(n::text), 'hex'), n FROM generate_series(1, 2500) AS n", [])
  await Promise.all([database.prune(2400), database.prune(2400)])
  assert.deepEqual(await database.read('SELECT count(*) AS n, min(expires_at) AS first FROM used', []), [
    { n: 101, first: 2400 },
  ])
})

test('postgres: what raced itself into a deadlock is tried once more', async () => {
  const database = openEmpty(notes)
  await database.write("INSERT INTO note (name) VALUES ('a'), ('b')", [])
  await database.write(
    `CREATE FUNCTION touch(one text, other text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
       PERFORM FROM note WHERE name = one FOR UPDATE;
       PERFORM pg_sleep(0.05);
       PERFORM FROM note WHERE name = other FOR UPDATE;
       RETURN 'touched'; END $$`,
    [],
  )
  const [first, second] = await Promise.all([database.call('touch', ['a', 'b']), database.call('touch', ['b', 'a'])])
  assert.deepEqual([first, second], ['touched', 'touched'])
})
