/**
 * Locks that the operating system holds for a process, through an empty SQLite file. The system releases them when the
 * process ends, even after a crash. The path of a lock must not change, because an older version that still runs would
 * lock the old path.
 */
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** A lock that this process holds. */
export interface FileLock {
  /** Releases the lock. A second call has no effect. */
  release(): void
}

/** SQLITE_BUSY (https://sqlite.org/rescode.html). */
const sqliteBusy = 5

/**
 * Locks a file. Creates a missing file, for its owner only. Returns `undefined` if any process, including this one,
 * holds the lock. Throws if the file cannot be opened or is not a lock file.
 */
export function lockFile(path: string): FileLock | undefined {
  makeFile(path)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY') // keeps the journal in memory, so that there is no second file
    database.exec('BEGIN EXCLUSIVE') // never committed: https://sqlite.org/lockingv3.html
    return { release: () => void (database.isOpen && database.close()) }
  } catch (thrown) {
    database.close()
    if ((thrown as { readonly errcode?: number }).errcode === sqliteBusy) return undefined
    throw thrown
  }
}

/** Locks the file of an embedded store, so that one process uses it. Returns `undefined` as `lockFile` does. */
export const lockStore = (path: string): FileLock | undefined =>
  lockFile(`${existsSync(path) ? realpathSync(path) : path}.lock`)

/**
 * Creates the file. Does not open an existing file: closing any descriptor of a file releases the locks of the process
 * on it (fcntl).
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  }
}
