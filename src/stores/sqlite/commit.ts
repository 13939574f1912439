/**
 * Runs the queued verbs (store methods) in one durable transaction. Each verb has a savepoint, so that its failure
 * undoes only itself.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Unavailable } from '../../base/index.ts'
import { asUnavailable, isBusy, isOutage } from './failures.ts'

/** Prepares statements and caches them by their text. `$1` and `?1` both name the first parameter. */
export interface Session {
  prepare(sql: string): StatementSync
}

/** A verb that waits for its transaction, and the promise to settle. */
export interface Queued {
  readonly verb: (session: Session) => unknown
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Begins the transaction of the next batch and leaves it open. Returns false if another connection holds the write
 * lock. Returns true after any other error, which `commitBatch` meets again and reports.
 */
export function beginUnlessLocked(session: Session): boolean {
  try {
    session.prepare('BEGIN IMMEDIATE').run()
    return true
  } catch (thrown) {
    return !isBusy(thrown)
  }
}

/**
 * Runs the verbs in one transaction, which may have begun, and settles them after the commit. A verb that throws undoes
 * only itself. If the transaction fails, rejects every verb and returns the reason.
 */
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
    // Each verb gets its own error object, which identifies the request that met the failure.
    for (const { reject } of batch) reject(asUnavailable('commit', thrown))
    return asUnavailable('commit', thrown)
  }
  for (const answer of settle) answer()
  return undefined
}

/**
 * Size in bytes of the row that probes for a commit. It is larger than the rows of a verb, because a full disk may
 * still have room for a page.
 */
const probeBytes = 131_072

/** Writes an expired claim and deletes it. Returns the reason if that does not commit. */
export function tryToCommit(database: DatabaseSync, session: Session): Unavailable | undefined {
  try {
    const probe = session.prepare('INSERT INTO used (digest, expires_at) VALUES (zeroblob(?), 0)').run(probeBytes)
    session.prepare('DELETE FROM used WHERE rowid = ?').run(probe.lastInsertRowid)
    return undefined
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK')
    return asUnavailable('commit', thrown)
  }
}
