/**
 * Keeps recently used records in memory, because a waiting page reads the same row every second. A store method that
 * writes a row removes the record from memory. The first read in each turn of the event loop removes all records if
 * another process has written. A write through another cache on the same database is not noticed.
 */
import { createRecent } from '../../base/index.ts'
import type { SqliteDatabase } from './database.ts'

/** Records in memory, by id. */
export interface RecentRecords<T> {
  /** Returns the record as it is in the database. Calls `read` for a record that is not in memory. */
  find<R extends T | undefined>(id: string, read: () => R): T | R
  /** Keeps a record that was just committed in this form. */
  keep(id: string, record: T): void
  forget(id: string): void
  forgetAll(): void
}

/** Keeps at most `capacity` recently used records. Keeps a record that was read only if `keeps` returns true. */
export function createRecentRecords<T>(
  database: Pick<SqliteDatabase, 'foreignWrites'>,
  capacity: number,
  keeps: (record: T) => boolean = () => true,
): RecentRecords<T> {
  const records = createRecent<T>(capacity)
  let knownWrites = -1
  let hasChecked = false
  /** Checks for writes of other processes once in a turn of the event loop, because each check locks the file. */
  const forgetForeign = (): void => {
    if (hasChecked) return
    hasChecked = true
    setImmediate(() => {
      hasChecked = false
    })
    const writes = database.foreignWrites()
    if (writes !== knownWrites) records.clear()
    knownWrites = writes
  }
  return {
    find: (id, read) => {
      forgetForeign()
      const cached = records.get(id)
      if (cached !== undefined) return cached
      const record = read()
      if (record !== undefined && keeps(record)) records.set(id, record)
      return record
    },
    keep: records.set,
    forget: records.delete,
    forgetAll: records.clear,
  }
}
