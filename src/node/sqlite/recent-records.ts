/**
 * What was read last, ready to be read again: a page that waits asks for the same row every second. A verb that writes a
 * row forgets it here; a write of another process forgets all.
 */
import { createRecent } from '../../base/index.ts'
import type { SqliteDatabase } from './database.ts'

export interface RecentRecords<T> {
  /** The record as it is in the database; `read` is asked for one that is not known, or not known any more. */
  find(id: string, read: () => T | undefined): T | undefined
  forget(id: string): void
  forgetAll(): void
}

/** Keeps `capacity` records at most, those read last among them. */
export function createRecentRecords<T>(
  database: Pick<SqliteDatabase, 'foreignWrites'>,
  capacity = 1000,
): RecentRecords<T> {
  const records = createRecent<T>(capacity)
  let seen = -1
  return {
    find: (id, read) => {
      const writes = database.foreignWrites()
      if (writes !== seen) records.clear()
      seen = writes
      const known = records.get(id)
      if (known !== undefined) return known
      const record = read()
      if (record !== undefined) records.set(id, record)
      return record
    },
    forget: records.delete,
    forgetAll: records.clear,
  }
}
