/** PostgreSQL under the stores: single use, migrations, round trips, and races between several connections. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { Unavailable } from '../../src/base/index.ts'
import {
  createPostgresPidProviderStores,
  DatabaseFault,
  migratePostgres,
  openPostgres,
  partitionPostgres,
  pidProviderSchema,
  postgresStatus,
} from '../../src/stores/index.ts'
import type { MigrationOptions } from '../../src/stores/postgres/migrate.ts'
import { administer, startPostgres } from '../support/postgres.ts'
import { noteStore, notes } from '../support/postgres-notes.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { sentDuring } from '../support/sent-statements.ts'
import { testClaims } from './claims.ts'

const openEmpty = usePostgres()
const times = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)))

const many = { connections: 8 }

testClaims('postgres', () => noteStore(openEmpty(notes, many)), { undoes: true })

test('postgres: concurrent migrations apply each step once, and older and newer tables are refused in one sentence', async () => {
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
    { store: 'claims', version: 5, pending: 0 },
    { store: 'notes', version: 2, pending: 0 },
  ]
  assert.deepEqual(await postgresStatus(url, notes), states)
  const fewer = { ...notes, migrations: notes.migrations.slice(1) }
  await assert.rejects(openPostgres(url, { store: fewer, migrate: true }), /version 2, written by a newer version/)
  await assert.rejects(openPostgres('http://localhost', { store: notes }), DatabaseFault)
})

test('postgres: the migrations before one that fails stay applied, and the next run continues', async () => {
  await using server = await startPostgres()
  const { url } = server
  const with4 = (...last: readonly string[]) => ({
    ...notes,
    migrations: [...notes.migrations, 'ALTER TABLE note ADD COLUMN more text', ...last],
  })
  const half = 'CREATE TABLE half (id integer)'
  await assert.rejects(migratePostgres(url, with4(`${half}; no SQL`)), /syntax error/)
  const repaired = with4(half)
  assert.deepEqual((await postgresStatus(url, repaired))[1], { store: 'notes', version: 3, pending: 1 })
  await migratePostgres(url, repaired)
  assert.equal((await postgresStatus(url, repaired))[1]?.pending, 0)
})

const later = { ...notes, migrations: [...notes.migrations, 'ALTER TABLE note ADD COLUMN more text'] }

/** Changes that need the lock of a table, each with the result that shows that it is complete. */
const changes = [
  {
    name: 'migration',
    change: async (url: string, options: MigrationOptions) => (await migratePostgres(url, later, options))[1]?.pending,
    result: 1,
  },
  {
    name: 'partition',
    change: (url: string, options: MigrationOptions) => partitionPostgres(url, notes, options),
    result: ['used'],
  },
] as const

for (const { name, change, result } of changes) {
  test(`GEN-63 postgres: a ${name} that waits for a lock lets other statements pass, and names who holds the lock`, async () => {
    await using server = await startPostgres()
    const { url } = server
    const database = await openPostgres(url, { store: notes, migrate: true })
    const other = new pg.Client({ connectionString: url, application_name: 'a report' })
    await other.connect()
    try {
      await other.query('BEGIN; SELECT FROM notes.note, notes.used')
      const sentence =
        /^the migration waits for a lock of a table: process \d+ of the database \(a report, idle in transaction\) holds a lock in a transaction that has been open for \d+ seconds$/
      const isUnavailable = (thrown: unknown) => thrown instanceof Unavailable && sentence.test(thrown.message)
      await assert.rejects(change(url, { lockMilliseconds: 1 }), isUnavailable)
      const outages: string[] = []
      const read: unknown[] = []
      const onWait = async (outage: Unavailable) => {
        if (outages.push(outage.message) > 1) return // the report may still be ending
        read.push(...(await database.read('SELECT count(*) AS n FROM note, used', [])))
        await other.query('COMMIT')
      }
      const waits: Promise<void>[] = []
      const options = { lockMilliseconds: 50, onWait: (outage: Unavailable) => void waits.push(onWait(outage)) }
      assert.deepEqual(await change(url, options), result)
      await Promise.all(waits)
      assert.match(outages[0] ?? '', sentence)
      assert.deepEqual(read[0], { n: 0 })
    } finally {
      await other.end()
      await database.close()
    }
  })

  test(`GEN-63 postgres: a ${name} says which right it lacks to see the transactions of another user`, async () => {
    await using server = await startPostgres()
    const as = (user: string): string => Object.assign(new URL(server.url), { username: user, password: 'secret' }).href
    const [owner, service] = ['owner', 'service'].map((user) => `fiducia_${name}_${user}_${process.pid}`) as [
      string,
      string,
    ]
    for (const user of [owner, service]) await administer(server.url, `CREATE ROLE ${user} LOGIN PASSWORD 'secret'`)
    await administer(
      server.url,
      `DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO ${owner}', current_database()); END $$`,
    )
    await migratePostgres(as(owner), notes)
    await administer(
      server.url,
      `GRANT USAGE ON SCHEMA notes TO ${service}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA notes TO ${service}`,
    )
    const [report, innocent] = [as(service), as(owner)].map((url) => new pg.Client({ connectionString: url })) as [
      pg.Client,
      pg.Client,
    ]
    await Promise.all([report.connect(), innocent.connect()])
    const rejectsWith = (sentence: RegExp) =>
      assert.rejects(change(as(owner), { lockMilliseconds: 1 }), (thrown: unknown) => {
        assert.ok(thrown instanceof Unavailable, String(thrown))
        assert.match(thrown.message, sentence)
        return true
      })
    try {
      await report.query('BEGIN; SELECT FROM notes.note, notes.used')
      await innocent.query('BEGIN; SELECT FROM notes.migration')
      await rejectsWith(
        new RegExp(
          `^the migration waits for a lock of a table. The database user ${owner} may not see which transaction holds it: have a superuser run GRANT pg_read_all_stats TO ${owner}$`,
        ),
      )
      await administer(server.url, `GRANT pg_read_all_stats TO ${owner}`)
      const [row] = (await report.query('SELECT pg_backend_pid() AS pid')).rows
      await rejectsWith(new RegExp(`: process ${row.pid} of the database \\(.*, idle in transaction\\) holds a lock`))
    } finally {
      await Promise.all([report.end(), innocent.end()])
    }
  })
}

test('postgres: a commit that does not wait for the disk does not change other commits', async () => {
  const database = openEmpty(pidProviderSchema, { connections: 1 })
  const { authorizationSessions } = createPostgresPidProviderStores(database)
  await authorizationSessions.begin({ id: 'a', expiresAt: 1 } as Parameters<typeof authorizationSessions.begin>[0])
  await database.prune(100)
  assert.equal(await authorizationSessions.find('a', 0), undefined)
  const [setting] = await database.read("SELECT current_setting('synchronous_commit') AS value", [])
  assert.equal(setting?.value, 'on')
})

test('postgres: an integer beyond the safe range of numbers throws and never becomes another number', async () => {
  const database = openEmpty(notes)
  assert.deepEqual(await database.read('SELECT 9007199254740991 AS n', []), [{ n: Number.MAX_SAFE_INTEGER }])
  await assert.rejects(database.read('SELECT 9007199254740993 AS n', []), RangeError)
  await assert.rejects(database.read('SELECT $1::bigint', [Number.NaN]), RangeError)
  assert.deepEqual(await database.read('SELECT count(*) AS n FROM note', []), [{ n: 0 }])
})

test('postgres: pruning deletes all expired rows in steps', async () => {
  const database = openEmpty(notes)
  await database.write("INSERT INTO used SELECT decode(md5(n::text), 'hex'), n FROM generate_series(1, 2500) AS n", [])
  await Promise.all([database.prune(2400), database.prune(2400)])
  assert.deepEqual(await database.read('SELECT count(*) AS n, min(expires_at) AS first FROM used', []), [
    { n: 101, first: 2400 },
  ])
})

test('postgres: the deletion of expired rows ends after the step in which it is stopped', async () => {
  const database = openEmpty(notes)
  await database.write("INSERT INTO used SELECT decode(md5(n::text), 'hex'), n FROM generate_series(1, 2500) AS n", [])
  const left = async () => (await database.read('SELECT count(*) AS n FROM used', []))[0]?.n
  const stop = new AbortController()
  let steps = 0
  const end = {
    get aborted() {
      steps += 1
      return steps > 1
    },
  } as AbortSignal
  await database.forget({ table: 'used', column: 'expires_at' }, 2600, end)
  assert.equal(await left(), 1500)
  stop.abort()
  await database.prune(2600, stop.signal)
  await database.forget({ table: 'used', column: 'expires_at' }, 2600, stop.signal)
  assert.equal(await left(), 1500, 'no step begins after the stop')
})

test('postgres: a statement that a deadlock rolled back is tried again', async () => {
  await using server = await startPostgres()
  const database = await openPostgres(server.url, { store: notes, migrate: true })
  const other = new pg.Client({ connectionString: server.url })
  other.on('error', () => undefined) // the server may end after a failed test, whose own failure must be reported
  await other.connect()
  await database.write("INSERT INTO note (name) VALUES ('a'), ('b')", [])
  await database.write(
    `CREATE FUNCTION touch(one text, other text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN
       PERFORM FROM note WHERE name = one FOR UPDATE;
       PERFORM pg_advisory_xact_lock_shared(7319);
       PERFORM FROM note WHERE name = other FOR UPDATE;
       RETURN 'touched'; END $$`,
    [],
  )
  // Both verbs lock their first row before either continues to its second.
  await other.query('SELECT pg_advisory_lock(7319)')
  const sent = await sentDuring(async () => {
    const both = Promise.all([database.call('touch', ['a', 'b']), database.call('touch', ['b', 'a'])])
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 7319 AND NOT granted"
    while ((await other.query(waiting)).rowCount !== 2);
    await other.query('SELECT pg_advisory_unlock(7319)')
    assert.deepEqual(await both, ['touched', 'touched'])
  })
  // There are more than three if the verb that was undone locks its first row again before the other verb continues.
  assert.ok(sent.filter((one) => JSON.stringify(one).includes('touch(')).length >= 3)
  await Promise.all([other.end(), database.close()])
})
