/**
 * Checks the structure of an embedded store's file: its pages, and whether rows satisfy the constraints NOT NULL and
 * CHECK of their tables. Does not check that indexes fit the tables, or that contents are as they were written: SQLite
 * keeps no checksums.
 */
import { DatabaseSync } from 'node:sqlite'
import { isDamage } from './failures.ts'

/**
 * Returns the first fault in SQLite's words. Returns `undefined` if no fault is found. Reads the whole file and changes
 * nothing. Throws SQLite's error if the file cannot be opened or read for another reason than damage.
 */
export function sqliteDamage(path: string): string | undefined {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const { quick_check: finding } = database.prepare('PRAGMA quick_check(1)').get() ?? {}
    return finding === 'ok' ? undefined : String(finding).replace(/\s+/g, ' ')
  } catch (thrown) {
    if (isDamage(thrown)) return (thrown as { readonly errstr?: string }).errstr
    throw thrown
  } finally {
    database.close()
  }
}
