import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSqlite } from './database.ts'

const claim = (value: string) => ({ name: 'challenge' as const, value, expiresAt: 100 })
const open = () => openSqlite(':memory:', ['CREATE TABLE entry (name TEXT PRIMARY KEY) STRICT'])

test('of 100 racing claims one wins', async () => {
  const database = open()
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      database.claim([claim('same')], (session) => {
        session.prepare('INSERT INTO entry VALUES (?)').run(String(index))
        return 'done' as const
      }),
    ),
  )
  assert.equal(results.filter((result) => result === 'done').length, 1)
  const rows = await database.read((session) => session.prepare('SELECT count(*) AS n FROM entry').get())
  assert.equal(rows?.n, 1)
  await database.close()
})

test('a verb that fails half way leaves nothing and undoes nothing of its neighbours', async () => {
  const database = open()
  const insert = (name: string, fault?: Error) =>
    database.claim([claim(name)], (session) => {
      session.prepare('INSERT INTO entry VALUES (?)').run(name)
      if (fault) throw fault
      return name
    })
  const [before, failing, after] = await Promise.allSettled([
    insert('a'),
    insert('b', new Error('half way')),
    insert('c'),
  ])
  assert.deepEqual([before?.status, failing?.status, after?.status], ['fulfilled', 'rejected', 'fulfilled'])
  assert.equal(await insert('b'), 'b', 'the failed verb burned its claim')
  await database.close()
})
