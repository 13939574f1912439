/** Classifies the result codes of SQLite (https://sqlite.org/rescode.html): outages, some of which are damage. */
import { Unavailable } from '../../base/index.ts'

/** SQLITE_BUSY: another connection holds the write lock. */
const busy = 5

/**
 * SQLITE_BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL and NOTADB: the store
 * fails, not the verb (store method). SQLite may have undone the whole transaction or only the statement:
 * `isTransaction` shows which.
 */
const outages: ReadonlySet<number> = new Set([busy, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26])

/** Returns the primary result code, which is the lowest byte; 0 for an error that is not SQLite's. */
const codeOf = (thrown: unknown): number =>
  thrown instanceof Error ? ((thrown as { readonly errcode?: number }).errcode ?? 0) & 0xff : 0

/** Returns true if another connection holds the write lock. */
export const isBusy = (thrown: unknown): boolean => codeOf(thrown) === busy

/**
 * Returns true for a failure of the store, whatever the verb. The failure may pass by itself, or affect only writes.
 */
export const isOutage = (thrown: unknown): boolean => outages.has(codeOf(thrown))

/** Returns true for SQLITE_CORRUPT and SQLITE_NOTADB. */
export const isDamage = (thrown: unknown): boolean => [11, 26].includes(codeOf(thrown))

/**
 * Wraps any error as an outage, with SQLite's own sentence for its code: "database or disk is full". The sentence is
 * `unknown` for an error that is not SQLite's. Does not check that the error is an outage (`isOutage`).
 */
export function asUnavailable(action: 'commit' | 'read', thrown: unknown): Unavailable {
  const { errstr = 'unknown' } = thrown as { readonly errstr?: string }
  return new Unavailable(`the store does not ${action} (${errstr})`, 5, { cause: thrown })
}
