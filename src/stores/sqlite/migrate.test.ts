import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import type { Migrations } from '../migrations.ts'
import { openSqlite } from './database.ts'
import { openSqliteStores } from './open-stores.ts'
import { pidProviderMigrations } from './pid-provider-schema.ts'
import { relyingPartyMigrations } from './relying-party-schema.ts'
import { trustAnchorMigrations } from './trust-anchor-schema.ts'
import { walletProviderMigrations } from './wallet-provider-schema.ts'

/** Opens a database. Returns its tables, its version, and the number of migrations that ran. */
async function open(t: TestContext, migrations: Migrations, path = ':memory:') {
  const { mock } = t.mock.method(DatabaseSync.prototype, 'exec')
  const database = openSqlite(path, migrations)
  const ran = mock.calls.filter(({ arguments: [sql] }) => migrations.includes(sql)).length
  mock.restore()
  const all = (sql: string) => database.statements.read(sql, [])
  // SQLite keeps the table of its sequences, empty, after the last table with a sequence was dropped.
  const tables = await all(
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name <> 'sqlite_sequence' ORDER BY type, name",
  )
  const version = await all('PRAGMA user_version')
  const rows = await all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'entry'")
  const entries = rows.length === 0 ? [] : await all('SELECT * FROM entry')
  await database.close()
  return { ran, left: { tables, version, entries } }
}

for (const [role, shared] of Object.entries({
  'pid-provider': pidProviderMigrations,
  'relying-party': relyingPartyMigrations,
  'trust-anchor': trustAnchorMigrations,
  'wallet-provider': walletProviderMigrations,
}))
  test(`${role}: a further new database of a process gets the same tables without the migrations`, async (t) => {
    const migrations = [...shared]
    const first = await open(t, migrations)
    const second = await open(t, migrations)
    assert.deepEqual([first.ran, second.ran], [migrations.length, 0])
    assert.deepEqual(second.left, first.left)
  })

test('migrations that write rows run in every new database', async (t) => {
  const migrations = ['CREATE TABLE entry (name TEXT)', "INSERT INTO entry VALUES ('first')"]
  const first = await open(t, migrations)
  const second = await open(t, migrations)
  assert.deepEqual([first.ran, second.ran], [2, 2])
  assert.deepEqual(second.left.entries.map(Object.values), [['first']])
  assert.deepEqual(second.left, first.left)
})

test('a file with tables gets all migrations, and no other database gets its tables', async (t) => {
  const path = (name: string): string => join(directory, name)
  const directory = freshDirectory()
  for (const name of ['first', 'second']) {
    const file = new DatabaseSync(path(name))
    file.exec(`CREATE TABLE entry (name TEXT); INSERT INTO entry VALUES ('${name}')`)
    file.close()
  }
  const migrations = ['CREATE TABLE other (name TEXT)']
  assert.equal((await open(t, migrations, path('first'))).ran, 1)
  const fresh = await open(t, migrations)
  assert.deepEqual([fresh.ran, fresh.left.entries], [1, []])
  const second = await open(t, migrations, path('second'))
  assert.deepEqual([second.ran, second.left.entries.map(Object.values)], [1, [['second']]])
})

const roles = ['pid-provider', 'relying-party', 'trust-anchor', 'wallet-provider'] as const

for (const role of roles)
  test(`a store of a ${role} is refused as that of another role, and is unchanged`, async () => {
    const path = join(freshDirectory(), 'store.sqlite')
    await openSqliteStores(role, path).database.close()
    for (const other of roles.filter((name) => name !== role))
      assert.throws(() => openSqliteStores(other, path), {
        name: 'DatabaseFault',
        message: /belongs to another role: it has no table \w+\.$/,
      })
    await openSqliteStores(role, path).database.close()
  })
