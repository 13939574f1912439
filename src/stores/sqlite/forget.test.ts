import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { forgetArrived, forgetRows } from './forget.ts'
import type { Write } from './write-queue.ts'

test('each step of a deletion takes at most 500 rows, with and without an index on the expiry', async () => {
  const deletions: Readonly<Record<string, (write: Write) => Promise<void>>> = {
    rows: (write) => forgetRows(write, { table: 'entry', key: 'id', column: 'expires_at' }, 2),
    changed: (write) =>
      forgetRows(write, { table: 'entry', key: 'id', column: 'expires_at', where: 'id > 0', set: 'expires_at = 2' }, 2),
    arrived: (write) => forgetArrived(write, 'entry', 2),
  }
  for (const [name, deletion] of Object.entries(deletions)) {
    const database = new DatabaseSync(':memory:')
    database.exec(`CREATE TABLE entry (id INTEGER PRIMARY KEY, expires_at INTEGER NOT NULL);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
      INSERT INTO entry SELECT i, 1 FROM n`)
    const left = () => Number(database.prepare('SELECT count(*) AS rows FROM entry WHERE expires_at < 2').get()?.rows)
    const steps: number[] = []
    await deletion(async (verb) => {
      const before = left()
      const result = verb(database)
      steps.push(before - left())
      return result
    })
    assert.deepEqual(steps, [500, 500, 200], name)
    database.close()
  }
})
