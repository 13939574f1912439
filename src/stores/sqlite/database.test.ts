import assert from 'node:assert/strict'
import { chmodSync, closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { Unavailable } from '../../base/index.ts'
import { claimsInOrderOfArrival } from './claims.ts'
import { openSqlite } from './database.ts'

const tables = [claimsInOrderOfArrival, 'CREATE TABLE entry (name TEXT PRIMARY KEY) STRICT']
const open = () => openSqlite(':memory:', tables)

test('a new file has pages of 2 kB, and an existing file keeps its page size', async () => {
  const pagesOf = async (path: string): Promise<unknown> => {
    const database = openSqlite(path, [])
    const row = await database.read((session) => session.prepare('PRAGMA page_size').get())
    await database.close()
    return row?.page_size
  }
  const directory = freshDirectory()
  assert.equal(await pagesOf(join(directory, 'new.sqlite')), 2048)
  const earlier = new DatabaseSync(join(directory, 'earlier.sqlite'))
  earlier.exec('PRAGMA journal_mode=WAL; CREATE TABLE entry (name TEXT)')
  earlier.close()
  assert.equal(await pagesOf(join(directory, 'earlier.sqlite')), 4096)
})

test('only the owner can read a new store and its log, and an existing file keeps its mode', async () => {
  const directory = freshDirectory()
  const path = join(directory, 'store.sqlite')
  const modes = (): string[] =>
    readdirSync(directory).map((name) => `${name} ${(statSync(join(directory, name)).mode & 0o777).toString(8)}`)
  const database = openSqlite(path, [])
  assert.deepEqual(modes(), ['store.sqlite 600', 'store.sqlite-shm 600', 'store.sqlite-wal 600'])
  await database.close()
  chmodSync(path, 0o640)
  await openSqlite(path, []).close()
  assert.deepEqual(modes(), ['store.sqlite 640'])
})

test('all expired rows are deleted in steps, and other writes run in between', async () => {
  const database = open()
  await database.write((session) => {
    const insert = session.prepare('INSERT INTO used (digest, expires_at) VALUES (?, ?)')
    for (let n = 0; n < 1200; n += 1) insert.run(Uint8Array.of(n >> 8, n & 0xff), n)
  })
  let steps = 0
  const pruned = database.prune(1150)
  const counting = (async () => {
    for (let left = 1200; left > 50; steps += 1)
      left = await database.write((session) => Number(session.prepare('SELECT count(*) AS n FROM used').get()?.n))
  })()
  await Promise.all([pruned, counting])
  assert.ok(steps >= 3)
  const first = await database.read((session) => session.prepare('SELECT min(expires_at) AS first FROM used').get())
  assert.equal(first?.first, 1150)
  await database.close()
})

test('the deletion of expired rows ends after the step in which it is stopped', async () => {
  const database = open()
  await database.write((session) => {
    const insert = session.prepare('INSERT INTO used (digest, expires_at) VALUES (?, ?)')
    for (let n = 0; n < 1200; n += 1) insert.run(Uint8Array.of(n >> 8, n & 0xff), n)
  })
  const left = () => database.read((session) => session.prepare('SELECT count(*) AS n FROM used').get()?.n)
  const rows = { table: 'used', key: 'digest', column: 'expires_at' }
  for (const [remaining, remove] of [
    [700, (end) => database.forget(rows, 5000, end)],
    [200, (end) => database.prune(5000, end)],
  ] as const satisfies readonly [number, (end: AbortSignal) => Promise<void>][]) {
    const stop = new AbortController()
    const removed = remove(stop.signal)
    stop.abort()
    await removed
    assert.equal(await left(), remaining)
    await remove(stop.signal)
    assert.equal(await left(), remaining, 'no step begins after the stop')
  }
  await database.close()
})

test('GEN-27 a failed commit is reported with SQLite’s message until a commit succeeds', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  const database = openSqlite(path, tables, { busyMilliseconds: 1 })
  const insert = () => database.write((session) => session.prepare("INSERT INTO entry VALUES ('a')").run())
  const holder = new DatabaseSync(path)
  await database.requireCommits()
  holder.exec('BEGIN IMMEDIATE')
  await database.requireCommits() // no write has failed yet
  const cannot = { name: 'Unavailable', message: 'the store does not commit (database is locked)' }
  const reasons = await Promise.all([insert(), insert()].map((failing) => failing.catch((thrown: unknown) => thrown)))
  assert.notEqual(reasons[0], reasons[1], 'two requests share one error, and with it one trace')
  await assert.rejects(insert(), cannot)
  await assert.rejects(database.requireCommits(), cannot)
  await database.read((session) => session.prepare('SELECT 1').get()) // reads still work
  holder.exec('ROLLBACK')
  await database.requireCommits()
  await insert()
  holder.close()
  await database.close()
})

test('GEN-27 a write waits for another process’s lock without blocking its own process, and is committed afterwards', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  const database = openSqlite(path, tables)
  const holder = new DatabaseSync(path)
  holder.exec('BEGIN IMMEDIATE')
  const order: string[] = []
  const insert = (name: string) =>
    database
      .write((session) => session.prepare('INSERT INTO entry VALUES (?)').run(name))
      .then(() => order.push(`committed ${name}`))
  const first = insert('a')
  await new Promise((resolve) => setTimeout(resolve, 100))
  const second = insert('b')
  await database.read((session) => session.prepare('SELECT 1').get())
  await database.requireCommits()
  order.push('others were answered')
  holder.exec('ROLLBACK')
  await Promise.all([first, second])
  assert.deepEqual(order, ['others were answered', 'committed a', 'committed b'])
  holder.close()
  await database.close()
})

test('GEN-27 an error of SQLite that undoes the transaction is reported as an outage', async () => {
  const database = open()
  const undone = database.write((session) => {
    session.prepare("INSERT INTO entry VALUES ('a')").run()
    session.prepare("INSERT OR ROLLBACK INTO entry VALUES ('a')").run()
  })
  await assert.rejects(
    undone,
    (thrown) => thrown instanceof Unavailable && /\(constraint failed\)/.test(thrown.message),
  )
  await database.requireCommits()
  await database.close()
})

test('GEN-27 a failed commit leaves no rows, and the next write succeeds', async () => {
  const database = open()
  const insert = (name: string, then = () => {}) =>
    database.write((session) => {
      session.prepare('INSERT INTO entry VALUES (?)').run(name)
      then()
    })
  const fail = (): never => {
    throw Object.assign(new Error('disk I/O error'), { errcode: 10, errstr: 'disk I/O error' })
  }
  const reasons = await Promise.allSettled([insert('before'), insert('failing', fail), insert('behind')])
  for (const one of reasons) assert.ok(one.status === 'rejected' && one.reason instanceof Unavailable)
  await insert('after')
  const names = await database.read((session) => session.prepare('SELECT name FROM entry').all())
  assert.deepEqual(
    names.map(({ name }) => name),
    ['after'],
  )
  await database.close()
})

test('GEN-27 a full disk is reported as such, whether or not SQLite undoes the transaction', async () => {
  for (const statement of [
    'INSERT INTO entry VALUES (hex(zeroblob(100000)))',
    'INSERT INTO entry SELECT hex(zeroblob(100000)) UNION ALL SELECT hex(zeroblob(100000)) || name FROM entry',
  ]) {
    const database = open()
    const insert = (name: string) =>
      database.write((session) => session.prepare('INSERT INTO entry VALUES (?)').run(name))
    await insert('a')
    await database.write((session) => session.prepare('PRAGMA max_page_count = 8').get())
    const full = { name: 'Unavailable', message: 'the store does not commit (database or disk is full)' }
    await Promise.all([
      assert.rejects(insert('b'), full),
      assert.rejects(
        database.write((session) => session.prepare(statement).run()),
        full,
      ),
    ])
    await assert.rejects(database.requireCommits(), full)
    await database.write((session) => session.prepare('PRAGMA max_page_count = 1000').get())
    await database.requireCommits()
    await insert('b')
    await database.close()
  }
})

test('GEN-27 a read of a damaged file is an outage, too', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  const migrations = ['CREATE TABLE entry (name TEXT PRIMARY KEY) STRICT']
  const before = openSqlite(path, migrations)
  await before.write((session) => {
    const insert = session.prepare('INSERT INTO entry VALUES (?)')
    for (let count = 0; count < 1000; count += 1) insert.run(`${count}`.padStart(100, '0'))
  })
  await before.close()
  const file = openSync(path, 'r+')
  const page = 4096
  for (let at = 4 * page; at < 30 * page; at += page) writeSync(file, Buffer.alloc(page, 7), 0, page, at)
  closeSync(file)
  const database = openSqlite(path, migrations)
  await assert.rejects(
    database.read((session) => session.prepare('SELECT max(rowid), count(*) FROM entry').get()),
    { name: 'Unavailable', message: 'the store does not read (database disk image is malformed)' },
  )
  await assert.rejects(
    database.read((session) => session.prepare('SELECT 1 FROM nowhere').get()),
    { message: 'no such table: nowhere' },
  )
  await database.write((session) => session.prepare('CREATE TABLE whole (name TEXT)').run())
  await assert.rejects(database.requireCommits(), { message: /malformed/ }, 'the damage is still reported')
  await database.close()
})
