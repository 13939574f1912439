/** The back-up command of docs/guides/operations.md while another process writes to the store all the time. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freshDirectory } from '../support/fresh-directory.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/operations.md'), 'utf8')
const [, backUp = ''] = /^npx node -e "(.*backup.*)"$/m.exec(guide) ?? []
const store = 'wallet-provider/data/wallet-provider.sqlite'

/** Writes until it is killed. Begins with 4 MB, which a copy in small steps would begin again after each write. */
const writer = `
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync('${store}')
database.exec('PRAGMA page_size=2048; PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; CREATE TABLE record (body BLOB)')
database.exec('BEGIN')
const write = database.prepare('INSERT INTO record VALUES (randomblob(1000))')
for (let count = 0; count < 4000; count += 1) write.run()
database.exec('COMMIT')
console.log('written')
setInterval(() => write.run(), 1)`

test('the back-up command of the guide copies a store that is written all the time', { timeout: 60_000 }, async () => {
  const directory = freshDirectory()
  mkdirSync(join(directory, 'wallet-provider/data'), { recursive: true })
  const writing = spawn(process.execPath, ['-e', writer], { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(writing.stdout, 'data')
    await promisify(execFile)(process.execPath, ['-e', backUp], { cwd: directory, timeout: 20_000 })
  } finally {
    writing.kill('SIGKILL')
    await once(writing, 'close')
  }
  const copy = new DatabaseSync(join(directory, 'wallet-provider.backup'), { readOnly: true })
  assert.equal(copy.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
  assert.ok(Number(copy.prepare('SELECT count(*) AS records FROM record').get()?.records) >= 4000)
  copy.close()
})
