import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { openSqlite } from './database.ts'
import { createRecentRecords } from './recent-records.ts'

const migrations = ['CREATE TABLE thing (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT']

test('a record is read again only after it is forgotten or evicted', async () => {
  const recent = createRecentRecords<string>({ foreignWrites: () => 1 }, 2)
  const reads: string[] = []
  const find = (id: string) =>
    recent.find(id, () => {
      reads.push(id)
      return id === 'none' ? undefined : `record ${id}`
    })
  assert.deepEqual(['a', 'a', 'none', 'none', 'b', 'a', 'c', 'a', 'b'].map(find).at(-1), 'record b')
  assert.deepEqual(reads, ['a', 'none', 'none', 'b', 'c', 'b'])
  recent.forget('b')
  recent.forget('unknown')
  find('b')
  recent.forgetAll()
  find('a')
  assert.deepEqual(reads.slice(6), ['b', 'a'])
})

test('a record that must not be kept in memory is read each time', () => {
  const recent = createRecentRecords<string>({ foreignWrites: () => 1 }, 2, (record) => record !== 'secret')
  let reads = 0
  const find = (record: string) =>
    recent.find(record, () => {
      reads += 1
      return record
    })
  for (const record of ['secret', 'secret', 'open', 'open']) assert.equal(find(record), record)
  assert.equal(reads, 3)
})

test('a write of another connection is seen in the next turn', async () => {
  const path = join(freshDirectory(), 'things.sqlite')
  const [own, other] = [openSqlite(path, migrations), openSqlite(path, migrations)]
  const recent = createRecentRecords<string>(own, 2)
  const find = () =>
    own.read((session) =>
      recent.find(
        'a',
        () => session.prepare('SELECT body FROM thing WHERE id = ?').get('a')?.body as string | undefined,
      ),
    )
  const put = (body: string) =>
    other.write((session) => void session.prepare('INSERT OR REPLACE INTO thing VALUES (?, ?)').run('a', body))
  assert.equal(await find(), undefined)
  await put('first')
  await setImmediate()
  assert.equal(await find(), 'first')
  await put('second')
  await setImmediate()
  assert.equal(await find(), 'second')
  await Promise.all([own.close(), other.close()])
})
