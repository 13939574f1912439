/** Pages of a write-ahead log (https://sqlite.org/pragma.html#pragma_wal_checkpoint). */
import type { DatabaseSync } from 'node:sqlite'

interface WalPages {
  /** Number of pages in the log. */
  readonly log: number
  /** Number of those pages that are written back. */
  readonly checkpointed: number
}

/** A connection that prepares statements. */
export type Prepares = Pick<DatabaseSync, 'prepare'>

/** Runs a checkpoint. Returns `undefined` if it fails: the next commit meets the same error and reports it. */
function checkpoint(database: Prepares, mode: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): WalPages | undefined {
  try {
    return database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as unknown as WalPages
  } catch {
    return undefined
  }
}

/** Counts the pages. Needs SQLite 3.51: an older version would write pages back. */
export const countPages = (database: Prepares): WalPages | undefined => checkpoint(database, 'NOOP')

/** Writes back the pages that need no waiting for readers or writers. */
export const writeBackPages = (database: Prepares): WalPages | undefined => checkpoint(database, 'PASSIVE')

/** Writes back the rest and truncates the log, if no connection reads or writes at the same time. */
export const truncateLog = (database: Prepares): WalPages | undefined => checkpoint(database, 'TRUNCATE')
