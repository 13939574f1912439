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
}

/** Number of rows in one step. */
const step = 500

/** Deletes the rows of a table whose time is earlier than `before`. */
export async function forgetRows(write: Write, { table, key, column }: ExpiringRows, before: number): Promise<void> {
  const expired = `SELECT ${key} FROM ${table} WHERE ${column} < ? LIMIT ${step}`
  const deletion = `DELETE FROM ${table} WHERE (${key}) IN (${expired})`
  const remove = (session: Session) => session.prepare(deletion).run(before)
  while ((await write(remove)).changes === step) await setImmediate()
}

/** Deletes expired single-use values (`Claim`) in the order of their digests, since their expiry has no index. */
export const forgetUsed = (write: Write, before: number): Promise<void> =>
  walk(write, { table: 'used', column: 'digest', start: new Uint8Array() }, before)

/**
 * Deletes expired rows in the order of their insertion, since their expiry has no index. The table must have a `rowid`
 * and a column `expires_at`.
 */
export const forgetArrived = (write: Write, table: string, before: number): Promise<void> =>
  walk(write, { table, column: 'rowid', start: 0 }, before)

type Position = Uint8Array | number

interface Walk {
  readonly table: string
  /** Column that orders the rows. */
  readonly column: string
  readonly start: Position
}

/** Deletes expired rows in steps through the whole table, in the order of `column`. */
async function walk(write: Write, { table, column, start }: Walk, before: number): Promise<void> {
  for (let from: Position | undefined = start; from !== undefined; ) {
    const after: Position = from
    from = await write((session) => {
      const to = session
        .prepare(
          `SELECT ${column} AS last FROM ${table} WHERE ${column} > ? ORDER BY ${column} LIMIT 1 OFFSET ${step - 1}`,
        )
        .get(after)?.last as Position | undefined
      const deletion = `DELETE FROM ${table} WHERE ${column} > ? AND expires_at < ?`
      if (to === undefined) session.prepare(deletion).run(after, before)
      else session.prepare(`${deletion} AND ${column} <= ?`).run(after, before, to)
      return to
    })
    await setImmediate()
  }
}
