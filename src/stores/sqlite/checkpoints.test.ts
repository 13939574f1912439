import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { session } from '../../store-contracts/pid-provider-records.ts'
import { createCheckpoints } from './checkpoints.ts'
import { claimsInOrderOfArrival } from './claims.ts'
import { openSqlite } from './database.ts'
import { openSqliteStores } from './open-stores.ts'
import { countPages } from './wal-pages.ts'

/** Inserts a row that is large enough for a checkpoint. */
const row = 'INSERT INTO entry VALUES (zeroblob(100000))'

function openFile() {
  const path = join(freshDirectory(), 'store.sqlite')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA page_size=2048; PRAGMA journal_mode=WAL; CREATE TABLE entry (content BLOB)')
  return { path, database, sizeOf: (suffix = '') => statSync(`${path}${suffix}`).size }
}

test('another thread writes committed pages back, and the log restarts', async () => {
  const { path, database, sizeOf } = openFile()
  const checkpoints = createCheckpoints(database, path, 40)
  database.exec(row)
  assert.ok(sizeOf() < 100_000, 'nothing is written back within a commit')
  checkpoints.committed()
  await checkpoints.currentRun()
  assert.ok(sizeOf() > 100_000)
  const length = sizeOf('-wal')
  database.exec(row)
  assert.equal(sizeOf('-wal'), length)
  database.close()
})

test('fewer pages than the limit are not written back', () => {
  const { path, database } = openFile()
  const checkpoints = createCheckpoints(database, path, 60)
  database.exec(row)
  checkpoints.committed()
  assert.equal(checkpoints.currentRun(), undefined)
  database.close()
})

test('writes wait while the rest of a long log is written back, so the log restarts under continuous writes', async () => {
  const { path, database } = openFile()
  const asked: string[] = []
  const prepare = (sql: string) => {
    asked.push(sql)
    return database.prepare(sql)
  }
  const checkpoints = createCheckpoints({ prepare }, path, 40)
  const pages: number[] = []
  let held = 0
  while (held < 3) {
    if (checkpoints.writePause()) held += 1
    await checkpoints.writePause()
    database.exec(row)
    pages.push(countPages(database)?.log ?? 0)
    checkpoints.committed()
    await setImmediate()
  }
  assert.ok(pages.filter((log, index) => log < (pages[index - 1] ?? 0)).length >= 2, `${pages}`)
  assert.deepEqual(
    asked.filter((sql) => sql.includes('PASSIVE')),
    [],
    'the thread that answers requests does not write pages back',
  )
  database.close()
})

test('the log with deleted rows is truncated under continuous writes', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  const database = openSqlite(path, [claimsInOrderOfArrival, 'CREATE TABLE entry (content BLOB) STRICT'])
  const write = () => database.write((session) => session.prepare('INSERT INTO entry VALUES (zeroblob(100))').run())
  let pruned = false
  const pruning = database.prune(1).then(() => {
    pruned = true
  })
  const sizes = new Set<number>()
  while (!pruned) {
    await write()
    sizes.add(statSync(`${path}-wal`).size)
  }
  await pruning
  const lengths = [...sizes]
  assert.ok(
    lengths.some((size, index) => size < (lengths[index - 1] ?? 0)),
    `${lengths}`,
  )
  await database.close()
})

test('personal data that a round deletes is neither in the file nor in its log after the round', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  const { stores, database, prune } = openSqliteStores('pid-provider', path)
  const begin = (_: unknown, index: number) =>
    stores.authorizationSessions.begin({ ...session(`session-${index}`), pendingLogin: { state: 'state-of-ada' } })
  await Promise.all(Array.from({ length: 3000 }, begin))
  const containing = () => [path, `${path}-wal`].filter((file) => readFileSync(file).includes('state-of-ada'))
  assert.notDeepEqual(containing(), [])
  await prune(5000)
  assert.deepEqual(containing(), [])
  await database.close()
})

test('a checkpoint does not create a deleted file again', async () => {
  const { path, database } = openFile()
  const checkpoints = createCheckpoints(database, path, 40)
  database.exec(row)
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`)
  checkpoints.committed()
  await checkpoints.currentRun()
  assert.equal(existsSync(path), false)
})

test('a database that is closed during a checkpoint leaves one complete file', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  const tables = ['CREATE TABLE entry (content BLOB) STRICT']
  const database = openSqlite(path, tables)
  const write = (bytes: number) =>
    database.write((session) => session.prepare('INSERT INTO entry VALUES (zeroblob(?))').run(bytes))
  const { size } = statSync(path)
  await write(40_000_000)
  // Waits until the other thread writes.
  while (statSync(path).size === size) await setTimeout(1)
  await database.close()
  assert.equal(existsSync(`${path}-wal`), false)
  const again = openSqlite(path, tables)
  const found = await again.read((session) => session.prepare('SELECT sum(length(content)) AS n FROM entry').get())
  assert.equal(found?.n, 40_000_000)
  await again.close()
})

const faultOfThreads = 'import { isMainThread } from "node:worker_threads"; if (!isMainThread) throw new Error("ended")'

for (const [name, options, NODE_OPTIONS] of [
  ['a process ends while the other thread waits for work', [], undefined],
  [
    'a process that must not start threads makes its checkpoints itself',
    ['--permission', '--allow-fs-read=*', '--allow-fs-write=*'],
    undefined,
  ],
  [
    'a process whose other thread has failed makes its checkpoints itself',
    [],
    `--import="data:text/javascript,${encodeURIComponent(faultOfThreads)}"`,
  ],
] as const)
  test(name, () => {
    const url = new URL('./database.ts', import.meta.url)
    const path = join(freshDirectory(), 'store.sqlite')
    const program = `import { openSqlite } from '${url}'
    import { statSync } from 'node:fs'
    import { setImmediate, setTimeout } from 'node:timers/promises'
    const database = openSqlite('${path}', ['CREATE TABLE entry (content BLOB) STRICT'])
    const write = (bytes) =>
      database.write((session) => session.prepare('INSERT INTO entry VALUES (zeroblob(?))').run(bytes))
    await write(20_000_000)
    while (statSync('${path}').size < 20_000_000) {
      await setTimeout(10)
      await write(1)
    }
    await database.close()`
    const { status, signal, stderr } = spawnSync(
      process.execPath,
      ['--conditions=fiducia-source', ...options, '--input-type=module', '--eval', program],
      {
        cwd: fileURLToPath(new URL('.', import.meta.url)),
        timeout: 20_000,
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS },
      },
    )
    assert.deepEqual({ status, signal, stderr }, { status: 0, signal: null, stderr: '' })
  })
