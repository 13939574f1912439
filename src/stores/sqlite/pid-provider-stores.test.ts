import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { earlierFile, openTwice } from '../../../test/support/earlier-database.ts'
import type { PidProviderStores } from '../../pid-provider/index.ts'
import {
  claim,
  credential,
  grant,
  login,
  pushed,
  session,
  token,
  withGrant,
} from '../../store-contracts/pid-provider-records.ts'
import { credentialColumns, credentialValues } from '../pid-provider-rows.ts'
import { valueDigest } from '../stored-values.ts'
import { openSqlite } from './database.ts'
import { openSqliteStores } from './open-stores.ts'
import { pidProviderMigrations } from './pid-provider-schema.ts'
import { createSqlitePidProviderStores } from './pid-provider-stores.ts'

test('sessions and pushed requests from before a migration are still found after it', async () => {
  const path = await earlierFile(pidProviderMigrations.slice(0, 3), (before) => {
    const body = JSON.stringify({ id: '', requestUri: '', expiresAt: 200 })
    for (const [table, value] of [
      ['authorization_session', 'session'],
      ['pushed_request', 'urn:request'],
    ] as const)
      before.prepare(`INSERT INTO ${table} (digest, body, expires_at) VALUES (?, ?, 200)`).run(valueDigest(value), body)
  })
  const database = openSqlite(path, pidProviderMigrations)
  const { authorizationSessions, pushedRequests, grants } = createSqlitePidProviderStores(database)
  assert.equal((await authorizationSessions.find('session', 100))?.id, 'session')
  assert.equal((await pushedRequests.find('urn:request', 100))?.requestUri, 'urn:request')
  await grants.prune(300)
  assert.equal(await authorizationSessions.find('session', 100), undefined)
  assert.equal(await pushedRequests.find('urn:request', 100), undefined)
  await database.close()
})

test('a step of the deletion that fails does not prevent the other steps', async () => {
  const { stores, database, prune } = openSqliteStores('pid-provider', ':memory:')
  await stores.authorizationSessions.begin(session('session'))
  await database.claim(claim('jti', 'once'), () => undefined)
  await database.write((inside) => inside.prepare('DROP TABLE watched_list').run())
  await assert.rejects(prune(5000), /watched_list/)
  for (const table of ['authorization_session', 'used'])
    assert.equal(
      await database.read((inside) => inside.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n),
      0,
      table,
    )
  await database.close()
})

test('PP-109 credentials from before the migration keep their places, statuses, order and watched attestations', async () => {
  const watch = { uri: 'https://wallet-provider.example/statuslists/0', idx: 4, until: 9000 }
  const old = [credential('b', { attestationWatch: watch }), credential('a', { status: 'revoked' })]
  const path = await earlierFile(pidProviderMigrations.slice(0, -1), (before) => {
    const columns = credentialColumns.split(',').map(() => '?')
    for (const one of old)
      before
        .prepare(`INSERT INTO issued_credential (${credentialColumns}) VALUES (${columns.join(', ')})`)
        .run(...credentialValues(one))
  })
  const database = openSqlite(path, pidProviderMigrations)
  const { issuedCredentials } = createSqlitePidProviderStores(database)
  assert.deepEqual(await issuedCredentials.search({}), old)
  assert.deepEqual(await issuedCredentials.exceptions(0), [{ index: 10, status: 'revoked' }])
  assert.deepEqual(
    await issuedCredentials.watchedAt({
      ...watch,
      walletProvider: old[0]?.walletProvider ?? '',
      indexes: [4],
      now: 1000,
    }),
    [old[0]],
  )
  const place = { list: 0, index: 10 }
  assert.deepEqual(await issuedCredentials.usedPlaces([place]), [{ ...place, until: 9000 }])
  await database.close()
})

test('grants from before the migration are redeemed, found as revoked, and superseded', async () => {
  const path = await earlierFile(pidProviderMigrations.slice(0, 4), (before) => {
    const insert = before.prepare(
      'INSERT INTO authorization_grant (code_digest, body, token_id, token, expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    const body = JSON.stringify(grant(''))
    insert.run(valueDigest('open'), body, null, null, 1060, null)
    insert.run(valueDigest('spent'), body, 'token-1', JSON.stringify(token('token-1')), 1600, null)
    insert.run(valueDigest('revoked'), body, 'token-2', JSON.stringify(token('token-2')), 1600, 1100)
  })
  const database = openSqlite(path, pidProviderMigrations)
  const { grants, issuedCredentials } = createSqlitePidProviderStores(database)
  assert.deepEqual(await grants.findByCode('open'), grant('open'))
  assert.deepEqual(await grants.findByToken('token-1'), { ...grant(''), token: token('token-1') })
  assert.equal((await grants.findByCode('revoked'))?.revokedAt, 1100)
  const redeem = (code: string) => grants.redeem({ code, claims: [], token: token('token-3') })
  assert.equal(await redeem('open'), 'redeemed')
  assert.deepEqual(await redeem('spent'), { lost: 'code' })
  for (const [id, outcome] of [
    ['1', 'registered'],
    ['2', 'registered'],
  ] as const)
    assert.equal(
      await issuedCredentials.register({ claims: [], credential: credential(id, { holderThumbprint: 'holder' }) }),
      outcome,
    )
  assert.equal((await issuedCredentials.find('1'))?.status, 'revoked')
  const refused = credential('3', { tokenId: 'token-2' })
  assert.equal(await issuedCredentials.register({ claims: [], credential: refused }), 'grant_revoked')
  await database.close()
})

test('the event loop runs between two lookups of watched places', async () => {
  const database = openSqlite(':memory:', pidProviderMigrations)
  const { issuedCredentials } = createSqlitePidProviderStores(database)
  let turns = 0
  for (let lookUp = 1; lookUp <= 3; lookUp += 1) {
    setImmediate(() => {
      turns += 1
    })
    await issuedCredentials.watchedAt({ walletProvider: 'w', uri: 'u', indexes: [0], now: 100 })
    assert.equal(turns, lookUp)
  }
  await database.close()
})

test('all expired rows are deleted, even after rows that are not expired', async () => {
  const database = openSqlite(':memory:', pidProviderMigrations)
  const { authorizationSessions, pushedRequests, grants } = createSqlitePidProviderStores(database)
  const rows = Array.from({ length: 1200 }, (_, n) => ({ name: `${n}`, expiresAt: n < 600 || n > 1100 ? 900 : 200 }))
  await Promise.all(
    rows.flatMap(({ name, expiresAt }) => [
      pushedRequests.push({ claims: [], pushed: { ...pushed(name), expiresAt } }),
      authorizationSessions.begin({ ...session(name), expiresAt }),
    ]),
  )
  await grants.prune(300)
  for (const table of ['pushed_request', 'authorization_session']) {
    const left = await database.read((inside) => inside.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
    assert.equal(left, 699)
  }
  assert.equal(await authorizationSessions.find('600', 100), undefined)
  assert.ok(await authorizationSessions.find('0', 100))
  await database.close()
})

test('a grant that a pruning deleted is not in memory either, although the pruning failed afterwards', async () => {
  const database = openSqlite(':memory:', pidProviderMigrations)
  const stores = createSqlitePidProviderStores(database)
  await withGrant(stores, 'code', 'token')
  assert.ok(await stores.grants.findByToken('token'))
  await database.write((session) => session.prepare('DROP TABLE watched_list').run())
  await assert.rejects(stores.grants.prune(99_999))
  assert.equal(await stores.grants.findByToken('token'), undefined)
  await database.close()
})

test('a session that another connection renamed is found only by its new id until it is deleted', async () => {
  const databases = openTwice(pidProviderMigrations)
  const [own, other] = databases.map(createSqlitePidProviderStores) as [PidProviderStores, PidProviderStores]
  const [began, later] = [{ ...session('a'), expiresAt: 200 }, session('later')]
  await own.authorizationSessions.begin(began)
  await own.authorizationSessions.begin(later)
  assert.deepEqual(await own.authorizationSessions.find('a', 100), began)
  assert.equal(await other.authorizationSessions.recordLogin({ id: 'a', newId: 'b', login }), 'recorded')
  await turn()
  assert.equal(await own.authorizationSessions.find('a', 100), undefined)
  assert.deepEqual(await own.authorizationSessions.find('b', 100), { ...began, id: 'b', login })
  await other.grants.prune(300)
  await turn()
  assert.equal(await own.authorizationSessions.find('b', 100), undefined)
  assert.deepEqual(await own.authorizationSessions.find('later', 100), later)
  await Promise.all(databases.map((database) => database.close()))
})

test('a grant that another connection revoked or deleted is read again', async () => {
  const databases = openTwice(pidProviderMigrations)
  const [own, other] = databases.map(createSqlitePidProviderStores) as [PidProviderStores, PidProviderStores]
  await withGrant(own)
  assert.equal((await own.grants.findByToken('token-1'))?.revokedAt, undefined)
  await other.grants.revokeByCode('code-1', 1100)
  await turn()
  assert.equal((await own.grants.findByToken('token-1'))?.revokedAt, 1100)
  await other.grants.prune(5000)
  await turn()
  assert.equal(await own.grants.findByToken('token-1'), undefined)
  await Promise.all(databases.map((database) => database.close()))
})

test('after the migration, the lists of earlier credentials are due, and their credentials are found by place', async () => {
  const path = await earlierFile(pidProviderMigrations.slice(0, 8), (before) => {
    const insert = before.prepare(
      `INSERT INTO issued_credential VALUES (?, 'f', 'h', 'p', 'c', 'w', 't', 0, ?, 1000, 9000, ?, ?, ?, ?)`,
    )
    insert.run('1', 1, 'valid', 'list', 7, 2000)
    insert.run('2', 2, 'revoked', 'list', 9, 3000)
    insert.run('3', 3, 'valid', 'over', 7, 1500)
    insert.run('4', 4, 'valid', null, null, null)
  })
  const database = openSqlite(path, pidProviderMigrations)
  const { issuedCredentials, grants } = createSqlitePidProviderStores(database)
  await grants.prune(1600)
  const lists = await issuedCredentials.takeDueLists({ now: 1600, nextDue: 1660, limit: 10 })
  assert.deepEqual(
    lists.map(({ uri, places }) => [uri, places]),
    [['list', 10]],
  )
  const place = { walletProvider: 'w', uri: 'list', now: 1600 }
  assert.deepEqual(
    (await issuedCredentials.watchedAt({ ...place, indexes: [7, 9] })).map(({ id }) => id),
    ['1'],
  )
  await database.close()
})

test('the queries of a sweep of the watched lists use an index', async (t) => {
  const database = openSqlite(':memory:', pidProviderMigrations)
  const asked: string[] = []
  const read = database.read.bind(database)
  const { prepare } = await read((session) => session)
  const noting = (sql: string) => {
    asked.push(sql)
    return prepare(sql)
  }
  t.mock.method(database, 'read', (verb: Parameters<typeof read>[0]) => read(() => verb({ prepare: noting })))
  t.mock.method(database.statements, 'read', async (text: string) => noting(text).all())
  const { issuedCredentials } = createSqlitePidProviderStores(database)
  await issuedCredentials.watchedAt({ walletProvider: 'w', uri: 'l', indexes: [7], now: 1000 })
  await issuedCredentials.nextListDue(1000)
  const plans = asked.map((sql) => {
    const values = Array.from(sql.matchAll(/\?/g), () => '[]')
    return prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => String(detail))
  })
  const [places, due] = plans.map((plan) => plan.join('; '))
  assert.match(places ?? '', /USING INDEX issued_credential_by_place \(attestation_index=\? AND attestation_until>\?\)/)
  assert.match(due ?? '', /INDEX watched_list_by_due/)
  await database.close()
})
