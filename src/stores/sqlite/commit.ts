/** One durable transaction of the verbs that were queued. Each verb has a savepoint, so that its failure undoes only itself. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Unavailable } from '../../base/index.ts'
import { asUnavailable, isBusy, isOutage } from './failures.ts'

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

/** Begins the transaction of the next batch. Returns true where it cannot, since another connection holds the write lock. */
export function isLocked(session: Session): boolean {
  try {
    session.prepare('BEGIN IMMEDIATE').run()
    return false
  } catch (thrown) {
    return isBusy(thrown) // `commitBatch` meets any other error again, and reports it
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
    // An object for each verb: the object identifies the request that met the failure.
    for (const { reject } of batch) reject(asUnavailable('commit', thrown))
    return asUnavailable('commit', thrown)
  }
  for (const answer of settle) answer()
  return undefined
}

/** Size of the row that probes for a commit. It is more than a verb writes, since a full disk has room for a page. */
const probeBytes = 131_072

/** Returns why nothing can be committed. Writes a claim that is over, and deletes it. */
export function tryToCommit(database: DatabaseSync, session: Session): Unavailable | undefined {
  try {
    session.prepare('INSERT OR REPLACE INTO used (digest, expires_at) VALUES (zeroblob(?), 0)').run(probeBytes)
    session.prepare('DELETE FROM used WHERE digest = zeroblob(?)').run(probeBytes)
    return undefined
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK')
    return asUnavailable('commit', thrown)
  }
}
