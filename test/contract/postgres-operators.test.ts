/** Unexpected settings of a database. The store reports each in one sentence, or works in spite of it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { Unavailable } from '../../src/base/index.ts'
import { DatabaseFault, migratePostgres, openPostgres, postgresStatus } from '../../src/stores/index.ts'
import { administer, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { noteStore, notes } from '../support/postgres-notes.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres({ own: true })
})
after(() => server?.stop())

const changed = (url: string, change: (address: URL) => void): string => {
  const address = new URL(url)
  change(address)
  return address.href
}

const faults = (sentence: RegExp) => (thrown: unknown) => {
  assert.ok(thrown instanceof DatabaseFault, String(thrown))
  assert.match(thrown.message, sentence)
  return true
}

test('postgres: the error for a missing right names it, and does not say that tables are pending', async () => {
  const url = await server.createDatabase()
  await migratePostgres(url, notes)
  await administer(url, 'CREATE ROLE lesser LOGIN')
  const lesser = changed(url, (address) => {
    address.username = 'lesser'
  })
  const noUse = faults(/^The user of the database may not use its schema "notes": GRANT USAGE ON SCHEMA notes\.$/)
  await assert.rejects(postgresStatus(lesser, notes), noUse)
  await assert.rejects(openPostgres(lesser, { store: notes }), noUse)
  await administer(url, 'GRANT USAGE ON SCHEMA notes TO lesser')
  const lacks = (what: string) =>
    faults(
      new RegExp(
        `^The user of the database lacks a right \\(permission denied for ${what}\\): .* of the user who owns the tables`,
      ),
    )
  await assert.rejects(postgresStatus(lesser, notes), lacks('table migration'))
  await assert.rejects(migratePostgres(lesser, notes), lacks('database \\w+'))
  await administer(url, 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA notes TO lesser')
  const database = await openPostgres(lesser, { store: notes })
  try {
    assert.equal(await noteStore(database).note([], 'allowed'), 'noted')
    await administer(url, 'REVOKE INSERT ON notes.note FROM lesser')
    await assert.rejects(noteStore(database).note([], 'forbidden'), (thrown: unknown) => {
      assert.ok(thrown instanceof Unavailable, String(thrown))
      assert.match(thrown.message, /42501: its user lacks a right/)
      return true
    })
    await administer(url, 'GRANT INSERT ON notes.note TO lesser')
    assert.equal(await noteStore(database).note([], 'allowed again'), 'noted')
  } finally {
    await database.close()
  }
})

test('postgres: a database with a limited encoding is refused, and nothing is created in it', async () => {
  const url = await server.createDatabase()
  await administer(url, "CREATE DATABASE narrow ENCODING 'LATIN1' TEMPLATE template0")
  const narrow = changed(url, (address) => {
    address.pathname = '/narrow'
  })
  const refused = faults(/^The encoding of the database is LATIN1, .*: create a database with ENCODING 'UTF8'\.$/)
  await assert.rejects(migratePostgres(narrow, notes), refused)
  await assert.rejects(openPostgres(narrow, { store: notes }), refused)
  await administer(narrow, 'CREATE SCHEMA notes')
})

test('postgres: a pooler that drops the settings of a connection is reported, and no table is created in another schema', async () => {
  const url = await server.createDatabase()
  await using pooler = await startForgetfulPooler(Number(new URL(url).port))
  const through = changed(url, (address) => {
    address.port = String(pooler.port)
  })
  const refused = faults(/^A pooler before the database drops the settings of a connection .*: name the server itself/)
  await assert.rejects(migratePostgres(through, notes), refused)
  await assert.rejects(postgresStatus(through, notes), refused)
  await migratePostgres(url, notes)
  await administer(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = notes`)
  assert.deepEqual(
    (await postgresStatus(through, notes)).map(({ pending }) => pending),
    [0, 0],
  )
})

test('postgres: defaults of the administrator neither end a migration nor change what a verb sees', async () => {
  const url = await server.createDatabase()
  const name = new URL(url).pathname.slice(1)
  await administer(
    url,
    ...[
      `statement_timeout = '20ms'`,
      `lock_timeout = '20ms'`,
      `default_transaction_isolation = 'serializable'`,
      `search_path = pg_catalog`,
    ].map((setting) => `ALTER DATABASE ${name} SET ${setting}`),
  )
  const slow = { ...notes, migrations: [...notes.migrations, 'SELECT pg_sleep(0.2)'] }
  const database = await openPostgres(url, { store: slow, migrate: true })
  try {
    const [settings] = await database.read(
      `SELECT current_setting('transaction_isolation') AS isolation, current_setting('search_path') AS path`,
      [],
    )
    assert.deepEqual(settings, { isolation: 'read committed', path: 'notes' })
  } finally {
    await database.close()
  }
})

test('postgres: the error for an unusable address names the fault', async () => {
  for (const [address, sentence] of [
    [
      'postgresql://a:5432,b:5432/x?target_session_attrs=read-write',
      /one host and one port, .* in percent-encoding of UTF-8\.$/,
    ],
    ['postgresql://a,b/x', /one host and one port, .* in percent-encoding of UTF-8\.$/],
    ['postgresql://u@/x?host=a,b', /one host and one port, .* in percent-encoding of UTF-8\.$/],
    ['postgresql://u:p@/x', /one host and one port, .* in percent-encoding of UTF-8\.$/],
    ['postgresql://u:p@127.0.0.1#w/ord@127.0.0.1/x', /one host and one port, .* in percent-encoding of UTF-8\.$/],
    ['postgresql://u:p#w@127.0.0.1/x', /one host and one port, .* in percent-encoding of UTF-8\.$/],
    [
      'postgresql://127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/nowhere.pem',
      /^A file that the address of the database names cannot be read: .*\/nowhere\.pem/,
    ],
    ['postgresql://u:perch%E8@127.0.0.1:1/x', /one host and one port, .* in percent-encoding of UTF-8\.$/],
    [
      'postgresql://127.0.0.1:1/x?sslmode=verify-ca&uselibpqcompat=true',
      /^The address of the database has a setting that cannot be used: .*sslmode=verify-ca requires/,
    ],
    [
      'postgresql://127.0.0.1:1/x?sslnegotiation=sometimes',
      /^The address of the database has a setting that cannot be used: Invalid sslnegotiation value: "sometimes"/,
    ],
  ] as const) {
    await assert.rejects(postgresStatus(address, notes), faults(sentence))
    await assert.rejects(openPostgres(address, { store: notes, migrate: true }), faults(sentence))
  }
})

test('D-1081 postgres: an address may have its host as parameter, and a bare % in its password', async () => {
  const { hostname, port, pathname } = new URL(await server.createDatabase())
  for (const address of [
    `postgresql://fiducia:secret@${pathname}?host=${hostname}&port=${port}`,
    `postgres://fiducia@${pathname}?port=${port}&host=${hostname}`,
    `postgresql://fiducia:100%s@${hostname}:${port}${pathname}`,
  ]) {
    const database = await openPostgres(address, { store: notes, migrate: true })
    try {
      const [user] = await database.read('SELECT current_user AS name', [])
      assert.deepEqual(user, { name: 'fiducia' }, address)
    } finally {
      await database.close()
    }
  }
})

test('GEN-27 postgres: a migration that changes the result of a statement does not stop open connections', async () => {
  const url = await server.createDatabase()
  const database = await openPostgres(url, { store: notes, migrate: true, connections: 4 })
  const readAll = () => Promise.all(Array.from({ length: 8 }, () => database.read('SELECT * FROM note', [])))
  try {
    const statement = `INSERT INTO note (name) VALUES ('a') RETURNING note.*`
    await database.write(statement, [])
    await readAll()
    await administer(url, 'ALTER TABLE notes.note ADD COLUMN length integer NOT NULL DEFAULT 1')
    for (const rows of await readAll()) assert.deepEqual(rows, [{ sequence: 1, name: 'a', length: 1 }])
    const { rows } = await database.write(statement, [])
    assert.deepEqual(rows, [{ sequence: 2, name: 'a', length: 1 }])
  } finally {
    await database.close()
  }
})

/** Behaves as PgBouncer with `ignore_startup_parameters = options`. */
async function startForgetfulPooler(to: number) {
  const pooler = createServer((client) => {
    const upstream = connect(to, '127.0.0.1')
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.once('data', (startup: Buffer) => {
      const words = startup.subarray(8).toString().split('\0')
      const at = words.indexOf('options')
      const kept = Buffer.from(words.toSpliced(at, 2).join('\0'))
      const head = Buffer.from(startup.subarray(0, 8))
      head.writeInt32BE(8 + kept.length)
      upstream.write(Buffer.concat([head, kept]))
      client.pipe(upstream).pipe(client)
    })
  })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const address = pooler.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    [Symbol.asyncDispose]: async () => void pooler.close(),
  }
}
