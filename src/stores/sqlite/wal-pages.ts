/** What SQLite says of a write-ahead log (https://sqlite.org/pragma.html#pragma_wal_checkpoint). */
import type { DatabaseSync } from 'node:sqlite'

interface WalPages {
  readonly log: number
  /** Of these, how many were written back. */
  readonly checkpointed: number
}

export type Prepares = Pick<DatabaseSync, 'prepare'>

/** Nothing where the file does not let it: the next commit meets the same, and its writer is told. */
function checkpoint(database: Prepares, mode: 'NOOP' | 'PASSIVE' | 'TRUNCATE'): WalPages | undefined {
  try {
    return database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as unknown as WalPages
  } catch {
    return undefined
  }
}

/** Only looks. From SQLite 3.51 on: what is older would write back. */
export const countPages = (database: Prepares): WalPages | undefined => checkpoint(database, 'NOOP')

/** As many as can be without waiting for anybody. */
export const writeBackPages = (database: Prepares): WalPages | undefined => checkpoint(database, 'PASSIVE')

/** What is left of them, and then the log has no length: when nobody reads or writes meanwhile. */
export const cutOff = (database: Prepares): WalPages | undefined => checkpoint(database, 'TRUNCATE')
