/**
 * One durable transaction of what was queued, and what it means when there is none: which of SQLite's codes say that the
 * store cannot, whatever was asked of it.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Unavailable } from '../../base/index.ts'

/** Prepared statements by their text: what a verb works with. */
export interface Session {
  prepare(sql: string): StatementSync
}

/** A verb that waits for its transaction, and who waits for the verb. */
export interface Queued {
  readonly verb: (session: Session) => unknown
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

/** SQLITE_BUSY: another connection holds the write lock. */
const sqliteBusy = 5

/** Begins the transaction of the next batch. Returns true where it cannot, since another connection holds the write lock. */
export function isLocked(session: Session): boolean {
  try {
    session.prepare('BEGIN IMMEDIATE').run()
    return false
  } catch (thrown) {
    return codeOf(thrown) === sqliteBusy // `commitBatch` meets any other error again, and reports it
  }
}

/** Runs the verbs in one transaction, which may have begun, and settles them. Returns why nothing was committed. */
export function commitBatch(
  database: DatabaseSync,
  session: Session,
  batch: readonly Queued[],
): Unavailable | undefined {
  const settle: (() => void)[] = []
  try {
    if (!database.isTransaction) session.prepare('BEGIN IMMEDIATE').run()
    for (const { verb, resolve, reject } of batch) {
      session.prepare('SAVEPOINT verb').run()
      try {
        const value = verb(session)
        settle.push(() => resolve(value as never))
      } catch (thrown) {
        if (!database.isTransaction || isOutage(thrown)) throw thrown
        session.prepare('ROLLBACK TO verb').run()
        settle.push(() => reject(thrown))
      }
      session.prepare('RELEASE verb').run()
    }
    session.prepare('COMMIT').run()
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK')
    // One each: whoever answers a failure remembers by its object in which request it was met.
    for (const { reject } of batch) reject(asTrouble('commit', thrown))
    return asTrouble('commit', thrown)
  }
  for (const answer of settle) answer()
  return undefined
}

/** What is committed to see whether that goes: more than what a verb writes, since a full disk has room for a page. */
const probeBytes = 131_072

/** Says why nothing can be committed. What it writes is a claim that is over, and is taken away again. */
export function tryToCommit(database: DatabaseSync, session: Session): Unavailable | undefined {
  try {
    session.prepare('INSERT OR REPLACE INTO used (digest, expires_at) VALUES (zeroblob(?), 0)').run(probeBytes)
    session.prepare('DELETE FROM used WHERE digest = zeroblob(?)').run(probeBytes)
    return undefined
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK')
    return asTrouble('commit', thrown)
  }
}

/**
 * SQLITE_BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL and NOTADB: whatever a verb asked
 * for, the store cannot. Some statements undo the transaction with themselves then, others themselves only.
 */
const outages: ReadonlySet<number> = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26])

/** The primary result code is the lowest byte (https://sqlite.org/rescode.html). 0 for what SQLite did not throw. */
const codeOf = (thrown: unknown): number =>
  thrown instanceof Error ? ((thrown as { readonly errcode?: number }).errcode ?? 0) & 0xff : 0

export const isOutage = (thrown: unknown): boolean => outages.has(codeOf(thrown))

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
export const isDamage = (thrown: unknown): boolean => [11, 26].includes(codeOf(thrown))

/** SQLite's own sentence for its code: "database or disk is full". */
export function asTrouble(lacking: 'commit' | 'read', thrown: unknown): Unavailable {
  const { errstr = 'unknown' } = thrown as { readonly errstr?: string }
  return new Unavailable(`the store does not ${lacking} (${errstr})`, 5, { cause: thrown })
}
