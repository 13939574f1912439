import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { type ClaimStore, testClaims } from '../../../test/contract/claims.ts'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { Unavailable } from '../../base/index.ts'
import type { Session } from './commit.ts'
import { openSqlite } from './database.ts'

const migrations = ['CREATE TABLE note (name TEXT NOT NULL) STRICT']
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
