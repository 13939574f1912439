/**
 * What was read last, ready to be read again: a page that waits asks for the same row every second. A verb that writes a
 * row forgets it here; a write of another process forgets all in the next turn
 * of the event loop.
 */
import { createRecent } from '../../base/index.ts'
import type { SqliteDatabase } from './database.ts'

export interface RecentRecords<T> {
  /** The record as it is in the database; `read` is asked for one that is not known, or not known any more. */
  find<R extends T | undefined>(id: string, read: () => R): T | R
  /** A record that was just committed as it stands. */
  keep(id: string, record: T): void
  forget(id: string): void
  forgetAll(): void
}

/** Keeps `capacity` records at most, those read last among them, and of what is read no others than `keeps` says. */
export function createRecentRecords<T>(
  database: Pick<SqliteDatabase, 'foreignWrites'>,
  capacity: number,
  keeps: (record: T) => boolean = () => true,
): RecentRecords<T> {
  const records = createRecent<T>(capacity)
  let seen = -1
  let looked = false
  /** Once in a turn of the event loop: to look takes a lock on the file. */
  const forgetForeign = (): void => {
    if (looked) return
    looked = true
    setImmediate(() => {
      looked = false
    })
    const writes = database.foreignWrites()
    if (writes !== seen) records.clear()
    seen = writes
  }
  return {
    find: (id, read) => {
      forgetForeign()
      const known = records.get(id)
      if (known !== undefined) return known
      const record = read()
      if (record !== undefined && keeps(record)) records.set(id, record)
      return record
    },
    keep: records.set,
    forget: records.delete,
    forgetAll: records.clear,
  }
}
