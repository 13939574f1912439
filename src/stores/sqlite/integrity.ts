/**
 * Whether the file of an embedded store is whole: its pages hang together, and what stands in them is laid out as its
 * tables say. Not whether it says what was once written: SQLite keeps no checksums.
 */
import { DatabaseSync } from 'node:sqlite'
import { isDamage } from './failures.ts'

/** What is wrong first, in SQLite's words; `undefined` where nothing is. Reads the whole file, and changes nothing. */
export function sqliteDamage(path: string): string | undefined {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const { quick_check: told } = database.prepare('PRAGMA quick_check(1)').get() ?? {}
    return told === 'ok' ? undefined : String(told).replace(/\s+/g, ' ')
  } catch (thrown) {
    if (isDamage(thrown)) return (thrown as { readonly errstr?: string }).errstr
    throw thrown
  } finally {
    database.close()
  }
}
