/**
 * A store while PostgreSQL is stopped, does not answer or has no free connection. Committed writes survive a killed
 * program.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { Unavailable } from '../../src/base/index.ts'
import { openPostgres, type PostgresDatabase, type PostgresOptions } from '../../src/stores/index.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { noteStore, notes } from '../support/postgres-notes.ts'

const maxConnections = 12
let server: TestPostgres
before(async () => {
  server = await startPostgres({ own: true, maxConnections })
})
after(() => server?.stop())

const limits = { connections: 4, connectMilliseconds: 10_000, statementMilliseconds: 10_000 }
/** Fails a test that waits longer than the time-outs allow. */
const limited = { timeout: 60_000 }
const jti = (value: string) => ({ name: 'jti', value, expiresAt: 100 }) as const

async function withStore(
  run: (database: PostgresDatabase, url: string) => Promise<void>,
  more: Partial<PostgresOptions> = {},
) {
  const url = await server.createDatabase()
  const database = await openPostgres(url, { store: notes, migrate: true, ...limits, ...more })
  try {
    await run(database, url)
  } finally {
    await database.close()
  }
}

const untilItAnswers = async (database: PostgresDatabase): Promise<void> => {
  for (const end = performance.now() + 30_000; ; )
    try {
      await database.read('SELECT 1', [])
      return
    } catch (thrown) {
      if (!(thrown instanceof Unavailable) || performance.now() > end) throw thrown
    }
}

test('GEN-27 postgres: a restart of the server causes only Unavailable, and the store then uses the server again', async () => {
  await withStore(async (database) => {
    const store = noteStore(database)
    let running = true
    const confirmed: string[] = []
    const worker = async (name: string): Promise<void> => {
      for (let n = 0; running; n += 1)
        try {
          if ((await store.note([jti(`${name}${n}`)], `${name}${n}`)) === 'noted') confirmed.push(`${name}${n}`)
        } catch (thrown) {
          assert.ok(thrown instanceof Unavailable, String(thrown))
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
    }
    const workers = ['a', 'b', 'c'].map(worker)
    for (const crash of [false, true]) {
      await untilItAnswers(database)
      const before = confirmed.length
      while (confirmed.length < before + 20) await new Promise((resolve) => setTimeout(resolve, 5))
      await server.restart({ crash })
    }
    await untilItAnswers(database)
    const restarted = confirmed.length
    while (confirmed.length < restarted + 20) await new Promise((resolve) => setTimeout(resolve, 5))
    running = false
    await Promise.all(workers)
    const noted = await store.noted()
    assert.equal(new Set(noted).size, noted.length, 'a name was written twice')
    assert.deepEqual(
      confirmed.filter((name) => !noted.includes(name)),
      [],
      'a confirmed name is missing',
    )
    for (const name of noted.slice(-5)) assert.deepEqual(await store.note([jti(name)], name), { lost: 'jti' })
  })
})

test('GEN-27 postgres: failures of unused connections end no process and fail no verb', async () => {
  await withStore(async (database) => {
    await Promise.all(Array.from({ length: 4 }, () => database.read('SELECT pg_sleep(0.02)', [])))
    assert.equal(database.load().open, 4)
    await server.restart()
    assert.deepEqual(await database.read('SELECT 1 AS n', []), [{ n: 1 }])
    assert.equal(await noteStore(database).note([jti('a')], 'a'), 'noted')
  })
})

test('GEN-27 postgres: a read whose connection is lost is sent again, a write is not', async () => {
  await withStore(async (database, url) => {
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    /** Cuts the connection of a statement that waits for the lock, and then releases the lock. */
    const cut = async (lock: number): Promise<void> => {
      const waiting = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lock} AND NOT granted`
      let pid: number | undefined
      while (pid === undefined) pid = (await other.query(waiting)).rows[0]?.pid
      await other.query('SELECT pg_terminate_backend($1)', [pid])
      while ((await other.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount !== 0);
      await other.query('SELECT pg_advisory_unlock($1)', [lock])
    }
    await other.query('SELECT pg_advisory_lock(1), pg_advisory_lock(2)')
    const answers = database.read('SELECT 1 AS first FROM pg_advisory_xact_lock(1)', [])
    await cut(1)
    assert.equal((await answers)[0]?.first, 1)
    const written = database.write("INSERT INTO note (name) SELECT 'second' FROM pg_advisory_xact_lock(2)", [])
    await Promise.all([assert.rejects(written, Unavailable), cut(2)])
    assert.deepEqual(await noteStore(database).noted(), [])
    await other.end()
  })
})

test(
  'GEN-27 postgres: a server that does not respond is unavailable within the time-outs, and a claim is used at most once',
  limited,
  async () => {
    const run = async (database: PostgresDatabase): Promise<void> => {
      const store = noteStore(database)
      await untilItAnswers(database)
      await store.note([jti('before')], 'before')
      server.stall()
      try {
        const waiting = Array.from({ length: 20 }, (_, n) =>
          assert.rejects(store.note([jti('same')], `${n}`), Unavailable),
        )
        await Promise.all([...waiting, assert.rejects(store.noted(), Unavailable)])
      } finally {
        server.resume()
      }
      await untilItAnswers(database)
      const after = await store.note([jti('same')], 'after')
      const noted = await store.noted()
      assert.equal(noted.length, 2)
      assert.ok(after === 'noted' ? noted.includes('after') : !noted.includes('after'))
    }
    await withStore(run, { connectMilliseconds: 1000, statementMilliseconds: 1000 })
  },
)

test(
  'GEN-27 postgres: a statement that takes too long is cancelled, and its connection is used again',
  limited,
  async () => {
    await withStore(
      async (database) => {
        await untilItAnswers(database)
        await assert.rejects(database.read('SELECT pg_sleep(600)', []), Unavailable)
        assert.deepEqual(await database.read('SELECT 1 AS n', []), [{ n: 1 }])
        const holding = assert.rejects(database.read('SELECT pg_sleep(600)', []), Unavailable)
        await assert.rejects(database.read('SELECT 1', []), Unavailable)
        await holding
        assert.equal(database.load().open, 1)
      },
      { connections: 1, connectMilliseconds: 500, statementMilliseconds: 2000 },
    )
  },
)

test(
  'GEN-27 postgres: without a free connection the store is unavailable, and available again with one',
  limited,
  async () => {
    await withStore(
      async (database, url) => {
        await database.read('SELECT 1', [])
        while (database.load().open > 0) await new Promise((resolve) => setTimeout(resolve, 5))
        const takers: pg.Client[] = []
        for (;;) {
          const taker = new pg.Client({ connectionString: url })
          taker.on('error', () => undefined)
          const taken = await taker.connect().then(
            () => true,
            (error: { code?: string }) => {
              assert.equal(error.code, '53300')
              return false
            },
          )
          if (!taken) break
          takers.push(taker)
        }
        assert.ok(takers.length >= maxConnections - 3)
        await assert.rejects(noteStore(database).note([jti('a')], 'a'), Unavailable)
        await Promise.all(takers.map((taker) => taker.end()))
        await untilItAnswers(database)
        assert.equal(await noteStore(database).note([jti('a')], 'a'), 'noted')
      },
      { idleMilliseconds: 20 },
    )
  },
)

test('GEN-27 postgres: close answers the verbs under way and refuses later ones, and an absent server is reported', async () => {
  await withStore(async (database) => {
    const slow = database.read('SELECT 1 AS n, pg_sleep(0.1)', [])
    await Promise.all([database.close(), slow.then(([row]) => assert.equal(row?.n, 1))])
    await assert.rejects(database.read('SELECT 1', []), Unavailable)
  })
  await server.halt()
  await assert.rejects(openPostgres(server.url, { store: notes, migrate: true }), Unavailable)
  await server.restart()
})

test('postgres: a resolved write survives when the process is killed', { timeout: 20_000 }, async () => {
  await withStore(async (database, url) => {
    const program = join(import.meta.dirname, '../support/postgres-claims-child.ts')
    const child = spawn(process.execPath, ['--conditions=fiducia-source', program, url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (said.split('\n').length > 50) child.kill('SIGKILL')
    })
    const signal = await new Promise((resolve) => child.on('close', (_, reason) => resolve(reason)))
    assert.equal(signal, 'SIGKILL')
    const confirmed = said.split('\n').slice(0, -1)
    assert.ok(confirmed.length >= 50)
    const store = noteStore(database)
    assert.deepEqual((await store.noted()).slice(0, confirmed.length), confirmed)
    assert.deepEqual(await store.note([jti(confirmed.at(-1) ?? '')], 'again'), { lost: 'jti' })
  })
})

test('GEN-27 postgres: a server that does not commit, read-only or full, is reported until it commits', async () => {
  await withStore(async (database, url) => {
    const store = noteStore(database)
    const administrator = new pg.Client({ connectionString: url })
    await administrator.connect()
    const name = new URL(url).pathname.slice(1)
    const full = `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON notes.used EXECUTE FUNCTION full_disk()`
    const outages = [
      [
        `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
        `ALTER DATABASE ${name} RESET ALL`,
        '25006: it is read-only',
      ],
      [full, 'DROP FUNCTION full_disk CASCADE', '53100: its disk is full'],
    ] as const
    try {
      await database.requireCommits() // no write has failed yet
      for (const [begin, end, why] of outages) {
        await administrator.query('SET default_transaction_read_only = off')
        await administrator.query(begin)
        // Open sessions keep the settings that they began with. Those that cannot commit are closed one by one as they
        // fail.
        await administrator.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1',
          ['fiducia'],
        )
        await untilItAnswers(database)
        await database.requireCommits()
        const cannot = { name: 'Unavailable', message: `the store does not commit (PostgreSQL ${why})` }
        await assert.rejects(store.note([jti(why)], why), cannot)
        await assert.rejects(database.requireCommits(), cannot)
        await database.read('SELECT 1', [])
        await administrator.query(end)
        for (let tries = 0; tries < limits.connections; tries += 1)
          await database.requireCommits().catch(() => undefined)
        await database.requireCommits()
        assert.equal(await store.note([jti(why)], why), 'noted')
      }
      const { rows } = await administrator.query('SELECT count(*)::int AS claims FROM notes.used')
      assert.equal(rows[0].claims, 2, 'the claims of failed verbs must be rolled back')
    } finally {
      await administrator.end()
    }
  })
})

test('GEN-27 postgres: a server whose commits wait for a standby that is gone is reported', limited, async () => {
  await withStore(
    async (database, url) => {
      const store = noteStore(database)
      const administrator = new pg.Client({ connectionString: url })
      await administrator.connect()
      const requireStandby = async (change: string): Promise<void> => {
        await administrator.query(`ALTER SYSTEM ${change}`)
        await administrator.query('SELECT pg_reload_conf()')
      }
      /** Writes until the server, which reads its new settings in its own time, confirms no write. */
      const untilUnconfirmed = async (): Promise<void> => {
        for (let n = 0; ; n += 1) assert.equal(await store.note([jti(`${n}`)], `${n}`), 'noted')
      }
      try {
        await requireStandby("SET synchronous_standby_names = 'nobody'")
        await assert.rejects(untilUnconfirmed(), Unavailable)
        await assert.rejects(database.requireCommits(), Unavailable)
        await database.read('SELECT 1', [])
        const stuck = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
        assert.equal((await administrator.query(stuck)).rows[0].n, 2)
        await assert.rejects(database.requireCommits(), Unavailable)
        assert.equal(
          (await administrator.query(stuck)).rows[0].n,
          2,
          'a probe without an answer is not repeated at once',
        )
      } finally {
        await requireStandby('RESET synchronous_standby_names')
        await administrator.end()
      }
    },
    { statementMilliseconds: 100 },
  )
})
