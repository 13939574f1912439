/** Deletes expired rows in steps that are short enough for one turn of the event loop. Other writes run in between. */
import { setImmediate } from 'node:timers/promises'
import type { Session } from './commit.ts'
import type { Write } from './write-queue.ts'

/** Rows of a table that are deleted by their time. */
export interface ExpiringRows {
  readonly table: string
  /** Columns of the primary key, separated by commas. */
  readonly key: string
  /** Column with the compared time, in seconds: an expiry or a creation. It has an index. */
  readonly column: string
  /** Condition in SQL that the rows also meet. The index of `column` has the same condition. Absent for all rows. */
  readonly where?: string
  /** Assignment in SQL that changes the rows instead of deleting them. Changed rows no longer meet `where`. */
  readonly set?: string
}

/** Number of rows in one step. */
const step = 500

/**
 * Deletes or changes the rows of a table whose time is earlier than `before`. Begins no further step after `end`
 * aborts.
 */
export async function forgetRows(
  write: Write,
  { table, key, column, where = 'true', set }: ExpiringRows,
  before: number,
  end?: AbortSignal,
): Promise<void> {
  const expired = `SELECT ${key} FROM ${table} WHERE ${column} < ? AND ${where} LIMIT ${step}`
  const statement = `${set ? `UPDATE ${table} SET ${set}` : `DELETE FROM ${table}`} WHERE (${key}) IN (${expired})`
  const forgetStep = (session: Session) => session.prepare(statement).run(before)
  while (!end?.aborted && (await write(forgetStep)).changes === step) await setImmediate()
}

/**
 * Deletes expired rows in the order of their insertion, since their expiry has no index. The table must have a `rowid`
 * and a column `expires_at`. Begins no further step after `end` aborts.
 */
export async function forgetArrived(write: Write, table: string, before: number, end?: AbortSignal): Promise<void> {
  const lastOfStep = `SELECT rowid AS last FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT 1 OFFSET ${step - 1}`
  const deletion = `DELETE FROM ${table} WHERE rowid > ? AND rowid <= ? AND expires_at < ?`
  for (let from: number | undefined = 0; from !== undefined && !end?.aborted; ) {
    const after: number = from
    from = await write((session) => {
      const last = session.prepare(lastOfStep).get(after)?.last as number | undefined
      session.prepare(deletion).run(after, last ?? Number.MAX_SAFE_INTEGER, before)
      return last
    })
    await setImmediate()
  }
}
