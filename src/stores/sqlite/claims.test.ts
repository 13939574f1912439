import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { type ClaimStore, testClaims } from '../../../test/contract/claims.ts'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { Unavailable } from '../../base/index.ts'
import { claimDigest } from '../stored-values.ts'
import { claimsInOrderOfArrival } from './claims.ts'
import type { Session } from './commit.ts'
import { openSqlite } from './database.ts'

const migrations = [claimsInOrderOfArrival, 'CREATE TABLE note (name TEXT NOT NULL) STRICT']
const place = (): string => join(freshDirectory(), 'store.sqlite')
const names = (session: Session): string[] =>
  session
    .prepare('SELECT name FROM note ORDER BY rowid')
    .all()
    .map(({ name }) => String(name))

function openStore(path: string): ClaimStore {
  const database = openSqlite(path, migrations, { busyMilliseconds: 100 })
  return {
    note: (claims, name, fault) =>
      database.claim(claims, (session) => {
        session.prepare('INSERT INTO note VALUES (?)').run(name)
        if (fault) throw fault
        return 'noted' as const
      }),
    noted: () => database.read(names),
    prune: (now) => database.prune(now),
    close: () => database.close(),
  }
}

testClaims('sqlite in memory', () => openStore(':memory:'), { undoes: true })
testClaims('sqlite on disk', () => openStore(place()), { undoes: true })

test('sqlite: a resolved write is on disk, even if the process is killed', { timeout: 20_000 }, async () => {
  const path = place()
  const program = join(import.meta.dirname, '../../../test/support/sqlite-claims-child.ts')
  const child = spawn(process.execPath, ['--conditions=fiducia-source', program, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
    if (said.split('\n').length > 50) child.kill('SIGKILL')
  })
  const signal = await new Promise((resolve) => child.on('close', (_, reason) => resolve(reason)))
  assert.equal(signal, 'SIGKILL')
  const promised = said.split('\n').slice(0, -1)
  assert.ok(promised.length >= 50)
  const store = openStore(path)
  assert.deepEqual((await store.noted()).slice(0, promised.length), promised)
  const lost = { name: 'jti', value: promised.at(-1) ?? '', expiresAt: 100 }
  assert.deepEqual(await store.note([lost], 'again'), { lost: 'jti' })
  await store.close()
})

test('sqlite: close commits the queue and refuses later writes and reads', async () => {
  const path = place()
  const store = openStore(path)
  const queued = store.note([], 'queued')
  await store.close()
  assert.equal(await queued, 'noted')
  await assert.rejects(store.note([], 'late'), Unavailable)
  await assert.rejects(store.noted(), Unavailable)
  await store.close()
  const again = openStore(path)
  assert.deepEqual(await again.noted(), ['queued'])
  await again.close()
})

test('sqlite: two connections commit a claim once, and a file that is not a database is refused', async () => {
  const path = place()
  const [one, other] = [openStore(path), openStore(path)]
  const claim = { name: 'jti', value: 'same', expiresAt: 100 }
  const results = await Promise.all([one.note([claim], 'one'), other.note([claim], 'other')])
  assert.equal(results.filter((result) => result === 'noted').length, 1)
  await Promise.all([one.close(), other.close()])
  const broken = place()
  writeFileSync(broken, 'this is no database at all, '.repeat(100))
  const unusable = { name: 'DatabaseFault', message: `The store ${broken} cannot be used: file is not a database.` }
  assert.throws(() => openStore(broken), unusable)
  const directory = dirname(broken)
  const nowhere = {
    name: 'DatabaseFault',
    message: `The store ${directory} cannot be used: unable to open database file.`,
  }
  assert.throws(() => openStore(directory), nowhere)
})

test('GEN-27 sqlite: a store that cannot commit is unavailable, and a file of a newer version is refused', async () => {
  const path = place()
  const store = openStore(path)
  const holder = new DatabaseSync(path)
  holder.exec('BEGIN EXCLUSIVE')
  await assert.rejects(store.note([], 'blocked'), Unavailable)
  holder.exec('ROLLBACK; PRAGMA user_version = 99')
  holder.close()
  assert.deepEqual(await store.noted(), [])
  await store.close()
  assert.throws(() => openStore(path), /newer version/)
})

/** Errors that SQLite throws if the disk is full. They undo the whole transaction. */
const diskIsFull = () => Object.assign(new Error('full'), { errcode: 13, errstr: 'database or disk is full' })

test('sqlite: a claim that another process committed is lost, also after a round of pruning', async () => {
  const path = place()
  const [one, other] = [openStore(path), openStore(path)]
  const claim = (value: string, expiresAt = 100) => ({ name: 'jti', value, expiresAt })
  assert.equal(await one.note([claim('a')], 'a'), 'noted')
  assert.equal(await other.note([claim('b'), claim('c', 50)], 'b and c'), 'noted')
  assert.deepEqual(await one.note([claim('b')], 'b again'), { lost: 'jti' })
  assert.deepEqual(await other.note([claim('a')], 'a again'), { lost: 'jti' })
  assert.equal(await one.note([claim('d', 50)], 'd'), 'noted')
  await other.prune(60)
  assert.equal(await other.note([claim('e')], 'e'), 'noted')
  assert.deepEqual(await one.note([claim('e')], 'e again'), { lost: 'jti' })
  assert.equal(await other.note([claim('d')], 'd again, which has expired'), 'noted')
  await Promise.all([one.close(), other.close()])
  const third = openStore(path)
  for (const value of ['a', 'b', 'd', 'e']) assert.deepEqual(await third.note([claim(value)], value), { lost: 'jti' })
  await third.close()
})

test('sqlite: a value that was used before the migration remains used', async () => {
  const path = place()
  const claim = { name: 'jti', value: 'a', expiresAt: 100 }
  const former = openSqlite(path, [])
  await former.write((session) =>
    session.prepare('INSERT INTO used (digest, expires_at) VALUES (?, ?)').run(claimDigest(claim), claim.expiresAt),
  )
  await former.close()
  const store = openStore(path)
  assert.deepEqual(await store.note([claim], 'a'), { lost: 'jti' })
  assert.equal(await store.note([{ ...claim, value: 'b' }], 'b'), 'noted')
  await store.close()
})

test('sqlite: a transaction that fails uses no claim, and earlier claims remain used', async () => {
  const store = openStore(place())
  const claim = (value: string) => ({ name: 'jti', value, expiresAt: 100 })
  assert.equal(await store.note([claim('earlier')], 'earlier'), 'noted')
  const failing = [store.note([claim('a')], 'a'), store.note([claim('b')], 'b', diskIsFull())]
  for (const result of await Promise.allSettled(failing)) assert.equal(result.status, 'rejected')
  assert.deepEqual(await store.note([claim('earlier')], 'earlier again'), { lost: 'jti' })
  assert.equal(await store.note([claim('a')], 'a'), 'noted')
  assert.equal(await store.note([claim('b')], 'b'), 'noted')
  assert.deepEqual(await store.noted(), ['earlier', 'a', 'b'])
  await store.close()
})

test('sqlite: random histories of two processes use each value once', async () => {
  for (let history = 0; history < 40; history += 1) {
    const random = seededRandom(`claims ${history}`)
    const below = (limit: number): number => (random.bytes(1)[0] ?? 0) % limit
    const path = place()
    const stores = [openStore(path), openStore(path)]
    /** Times of expiry of used values. */
    const used = new Map<string, number>()
    for (let step = 0; step < 60; step += 1) {
      const at = below(2)
      const store = stores[at] as ClaimStore
      const claims = Array.from({ length: 1 + below(3) }, () => ({
        ...{ name: 'jti', value: String(below(24)), expiresAt: 10 * below(4) },
      }))
      const isLost =
        claims.some(({ value }) => used.has(value)) || new Set(claims.map(({ value }) => value)).size < claims.length
      const action = below(8)
      if (action === 0) {
        const now = 10 * below(4)
        // Both prune, because each process keeps an expired claim in memory until it prunes itself.
        for (const each of stores) await each.prune(now)
        for (const [value, expiresAt] of used) if (expiresAt < now) used.delete(value)
      } else if (action === 1) {
        await store.close()
        stores[at] = openStore(path)
      } else if (action === 2 || action === 3) {
        const fault = action === 2 ? new Error('half way') : diskIsFull()
        const result = await Promise.allSettled([store.note(claims, 'failing', fault)])
        assert.equal(result[0].status, isLost ? 'fulfilled' : 'rejected', `history ${history}, step ${step}`)
      } else {
        const result = await store.note(claims, 'note')
        assert.deepEqual(result, isLost ? { lost: 'jti' } : 'noted', `history ${history}, step ${step}`)
        if (!isLost) for (const { value, expiresAt } of claims) used.set(value, expiresAt)
      }
    }
    await Promise.all(stores.map((store) => store.close()))
  }
})
