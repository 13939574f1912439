/**
 * Locks that the operating system holds for a process, by way of an empty SQLite file: however the process ends, its locks
 * are gone with it.
 */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** A lock that this process holds. */
export interface FileLock {
  /** Gives the lock back. Has no effect the second time. */
  release(): void
}

/** https://sqlite.org/rescode.html */
const sqliteBusy = 5

/**
 * Locks a file, which it creates for its owner alone. Returns `undefined` while another process, or this one, holds the lock.
 * Throws where the file cannot be opened or is something else.
 */
export function lockFile(path: string): FileLock | undefined {
  makeFile(path)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY') // no second file beside it
    database.exec('BEGIN EXCLUSIVE') // never ended: https://sqlite.org/lockingv3.html
    return { release: () => void (database.isOpen && database.close()) }
  } catch (thrown) {
    database.close()
    if ((thrown as { readonly errcode?: number }).errcode === sqliteBusy) return undefined
    throw thrown
  }
}

/**
 * A file that is there is not opened: a process that closes any descriptor of a file loses its locks on that file (fcntl).
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown
  }
}
