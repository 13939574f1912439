import assert from 'node:assert/strict'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { Unavailable } from '../base/index.ts'
import { ConfigError } from '../node/index.ts'
import { sqliteStatus, walletProviderMigrations } from '../stores/index.ts'
import { describeStoreFault, openStores } from './open-stores.ts'

const at = (path: string) => openStores('wallet-provider', { url: `sqlite:${path}`, poolSize: 1, migrate: true })

const refuses = (path: string, reason: RegExp) =>
  assert.rejects(at(path), (thrown) => thrown instanceof ConfigError && reason.test(thrown.message))

test('only one process at a time serves an embedded store, and the lock file of an ended process does not prevent a start', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  const first = await at(path)
  await refuses(path, /another process serves it: stop that one, or name another file/)
  await first.close()
  const second = await at(path)
  await second.close()
  assert.deepEqual(readdirSync(join(path, '..')).toSorted(), ['store.sqlite', 'store.sqlite.lock'])
})

test('a symbolic link to a store that another process serves is refused', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  const serving = await at(path)
  symlinkSync(path, `${path}.link`)
  await refuses(`${path}.link`, /another process serves it/)
  await serving.close()
})

test('the status and an online copy of a served store need no lock', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  const serving = await at(path)
  assert.equal(sqliteStatus(path, 'wallet-provider', walletProviderMigrations).pending, 0)
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec(`VACUUM INTO '${path}.copy'`)
  reader.close()
  await serving.close()
})

test('a directory in place of the file is refused as one', async () => {
  await refuses(freshDirectory(), /\(it is a directory: name a file in it\)/)
})

test('a file that cannot be created or written is refused with what to change', async () => {
  const file = join(freshDirectory(), 'file')
  writeFileSync(file, '')
  await refuses(join(file, 'data', 'store.sqlite'), /cannot be opened \(ENOTDIR\): a part of its path is a file/)
  for (const [message, expected] of [
    ['attempt to write a readonly database', /database\): give the user of this process the right to write the file/],
    ['unable to open database file', /file\): give the user of this process the right to write the file/],
    ['database or disk is full\nat all', /^\(database or disk is full\): free space on the disk$/],
    ['another reason', /^\(another reason\)$/],
  ] as const)
    assert.match(describeStoreFault(new Error(message)), expected)
})

test('a damaged file is refused at the start, with SQLite’s message', async () => {
  const path = join(freshDirectory(), 'store.sqlite')
  await (await at(path)).close()
  const file = openSync(path, 'r+')
  const page = 2048
  for (let index = 4; index < 12; index += 1) writeSync(file, Buffer.alloc(page, 7), 0, page, index * page)
  closeSync(file)
  await refuses(path, /it is damaged: .+: restore a backup of the file/)
})

/** Starts a PostgreSQL that ends each connection with an error of this SQLSTATE. */
async function answering(state: string) {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0Mno\0\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  const server = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields]))),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test('a database out of reach at the start is reported with the name of its setting and without its password', async () => {
  for (const [state, reason] of [
    [
      '28P01',
      /^database\.url \(DATABASE_URL, --database\): PostgreSQL .* \(28P01: it rejects the user or the password in the address: correct them there\)$/,
    ],
    ['3D000', /^database\.url .*3D000: it has no such database/],
  ] as const) {
    const { port, close } = await answering(state)
    const url = `postgresql://service:secret-word@127.0.0.1:${port}/fiducia?sslmode=disable`
    await assert.rejects(openStores('wallet-provider', { url, poolSize: 1, migrate: false }), (thrown) => {
      assert.ok(thrown instanceof Unavailable, String(thrown))
      assert.match(thrown.message, reason)
      assert.doesNotMatch(thrown.message, /secret-word/)
      return true
    })
    close()
  }
})
