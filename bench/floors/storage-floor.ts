/** Floor of storage: one single-use claim and one row, durable before the answer, in a transaction with others. */
import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Returns a function that writes a number of pairs in one durable transaction. */
export function openStorageFloor(directory: string): (pairs: number) => void {
  const database = new DatabaseSync(join(directory, 'floor.sqlite'))
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
  database.exec(`CREATE TABLE IF NOT EXISTS used (digest BLOB PRIMARY KEY, expires_at INTEGER) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT`)
  const claim = database.prepare('INSERT INTO used VALUES (?, ?)')
  const insert = database.prepare('INSERT INTO session VALUES (?, ?, ?)')
  const body = 'x'.repeat(600)
  const digest = Buffer.alloc(32)
  return (pairs) => {
    database.exec('BEGIN IMMEDIATE')
    for (let index = 0; index < pairs; index += 1) {
      randomFillSync(digest)
      claim.run(digest, 1)
      insert.run(digest.toString('base64url'), body, 1)
    }
    database.exec('COMMIT')
  }
}
