/** Forgets rows that are over, in steps that each take less than a turn of the event loop should: other writes come in between. */
import { setImmediate } from 'node:timers/promises'
import type { Session } from './commit.ts'
import type { Write } from './write-queue.ts'

/** Rows of a table that are over when their time is past. */
export interface ExpiringRows {
  readonly table: string
  /** Its primary key; several columns are separated by commas. */
  readonly key: string
  /** Whole seconds, with an index. */
  readonly column: string
}

/** Rows in one step. */
const step = 500

/** Deletes the rows of a table whose time is before. */
export async function forgetRows(write: Write, { table, key, column }: ExpiringRows, before: number): Promise<void> {
  const over = `SELECT ${key} FROM ${table} WHERE ${column} < ? LIMIT ${step}`
  const remove = (session: Session) => session.prepare(`DELETE FROM ${table} WHERE (${key}) IN (${over})`).run(before)
  while ((await write(remove)).changes === step) await setImmediate()
}

/** Deletes claims that are over, from one digest to the next: there is no index of their ends. */
export const forgetUsed = (write: Write, before: number): Promise<void> =>
  walk(write, { table: 'used', column: 'digest', start: new Uint8Array() }, before)

/**
 * Deletes rows that are over from the oldest on: there is no index of their ends. The rows lie in the order in which they
 * came, and nearly all rows of a table live equally long.
 */
export const forgetArrived = (write: Write, table: string, before: number): Promise<void> =>
  walk(write, { table, column: 'rowid', start: 0 }, before)

type Position = Uint8Array | number

interface Walk {
  readonly table: string
  /** The rows are walked in the order of this column. */
  readonly column: string
  readonly start: Position
}

async function walk(write: Write, { table, column, start }: Walk, before: number): Promise<void> {
  for (let from: Position | undefined = start; from !== undefined; ) {
    const after: Position = from
    from = await write((session) => {
      const to = session
        .prepare(`SELECT ${column} AS last FROM ${table} WHERE ${column} > ? ORDER BY ${column} LIMIT 1 OFFSET ${step}`)
        .get(after)?.last as Position | undefined
      const behind = `DELETE FROM ${table} WHERE ${column} > ? AND expires_at < ?`
      if (to === undefined) session.prepare(behind).run(after, before)
      else session.prepare(`${behind} AND ${column} <= ?`).run(after, before, to)
      return to
    })
    await setImmediate()
  }
}
