/** Erasures that persons asked for, in a table of the Relying Party's store. */
import type { Erasures, ErasureTask } from '../relying-party/index.ts'
import type { PostgresDatabase } from './postgres/database.ts'
import type { SqliteDatabase } from './sqlite/database.ts'
import type { Statements } from './statements.ts'
import type { Row } from './stored-values.ts'

const taskOf = (row: Row): ErasureTask => ({
  id: row.id as string,
  receipt: row.receipt as string,
  application: row.application as string,
  holder: row.holder as string,
  attempts: row.attempts as number,
})

/** Creates the store of erasures. `holds` is the condition for sessions with a result that contains the text `$1`. */
const createErasures = (
  { read, write }: Statements,
  holds: string,
  prune: (before: number) => Promise<void>,
): Erasures => ({
  add: async ({ id, receipt, application, holder }, now) => {
    await write(
      `INSERT INTO erasure_task (id, receipt, application, holder, attempts, due_at, created_at)
       VALUES ($1, $2, $3, $4, 0, $5, $5)`,
      [id, receipt, application, holder, now],
    )
  },
  eraseHeld: async (text) => (await write(`DELETE FROM presentation_session WHERE ${holds}`, [text])).count,
  due: async (now, limit) => {
    const rows = await read(
      `SELECT id, receipt, application, holder, attempts FROM erasure_task
       WHERE holder IS NOT NULL AND due_at <= $1 ORDER BY due_at LIMIT $2`,
      [now, limit],
    )
    return rows.map(taskOf)
  },
  postpone: async (id, until) => {
    await write('UPDATE erasure_task SET attempts = attempts + 1, due_at = $2 WHERE id = $1 AND holder IS NOT NULL', [
      id,
      until,
    ])
  },
  settle: async (id, now) => {
    await write('UPDATE erasure_task SET holder = NULL, due_at = $2 WHERE id = $1', [id, now])
  },
  prune,
})

const rows = { table: 'erasure_task', column: 'created_at' } as const

/** Erasures on the embedded database. It must have been opened with `relyingPartyMigrations`. */
export const createSqliteErasures = ({ statements, forget }: SqliteDatabase): Erasures =>
  createErasures(statements, "instr(json_extract(body, '$.result'), $1) > 0", (before) =>
    forget({ ...rows, key: 'id' }, before),
  )

/** Erasures on PostgreSQL. The database must have been opened with `relyingPartySchema`. */
export const createPostgresErasures = (database: PostgresDatabase): Erasures =>
  createErasures(database, 'position($1 IN result) > 0', (before) => database.forget(rows, before))
