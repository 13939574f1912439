/**
 * What was read last, ready to be read again: a page that waits asks for the same row every second. A verb that writes a
 * row forgets it here; a write of another process forgets all.
 */
import type { SqliteDatabase } from './database.ts'

export interface RecentRecords<T> {
  /** The record as it is in the database; `read` is asked for one that is not known, or not known any more. */
  find(id: string, read: () => T | undefined): T | undefined
  forget(id: string): void
  forgetAll(): void
}

/** Keeps the `capacity` records read last. */
export function createRecentRecords<T>(
  database: Pick<SqliteDatabase, 'foreignWrites'>,
  capacity = 1000,
): RecentRecords<T> {
  const records = new Map<string, T>()
  let seen = -1
  return {
    find: (id, read) => {
      const writes = database.foreignWrites()
      if (writes !== seen) records.clear()
      seen = writes
      const record = records.get(id) ?? read()
      if (record === undefined) return undefined
      records.delete(id)
      records.set(id, record)
      if (records.size > capacity) records.delete(records.keys().next().value as string)
      return record
    },
    forget: (id) => void records.delete(id),
    forgetAll: () => records.clear(),
  }
}
