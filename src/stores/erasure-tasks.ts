/** Deletions of presented claims that people requested, in a table of the Relying Party's store. */
import type { Erasures, ErasureTask, PresentationAuditEntry } from '../relying-party/index.ts'
import type { PostgresDatabase } from './postgres/database.ts'
import type { Session } from './sqlite/commit.ts'
import type { SqliteDatabase } from './sqlite/database.ts'
import type { Statements } from './statements.ts'
import { type Row, valueDigest } from './stored-values.ts'

const taskOf = (row: Row): ErasureTask => ({
  id: row.id as string,
  receipt: row.receipt as string,
  application: row.application as string,
  holder: row.holder as string,
  attempts: row.attempts as number,
})

/** Creates the store of erasures. `differing` are the methods that differ between the databases. */
const createErasures = ({ read, write }: Statements, differing: Pick<Erasures, 'eraseHeld' | 'prune'>): Erasures => ({
  ...differing,
  add: async ({ id, receipt, application, holder }, now) => {
    await write(
      `INSERT INTO erasure_task (id, receipt, application, holder, attempts, due_at, created_at)
       VALUES ($1, $2, $3, $4, 0, $5, $5)`,
      [id, receipt, application, holder, now],
    )
  },
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
})

const rows = { table: 'erasure_task', column: 'created_at' } as const

/** Erasures on the embedded database. The database must have been opened with `relyingPartyMigrations`. */
export const createSqliteErasures = (
  { statements, write, forget }: SqliteDatabase,
  insertAudit: (session: Session, entry: PresentationAuditEntry) => void,
): Erasures =>
  createErasures(statements, {
    eraseHeld: ({ text, audit }) =>
      write((session) => {
        const erased = session
          .prepare(
            `DELETE FROM presentation_session WHERE instr(json_extract(body, '$.result'), $1) > 0
             RETURNING id, json_extract(body, '$.order.application') AS application`,
          )
          .all(text)
        insertAudit(session, audit)
        for (const { id, application } of erased)
          if (application !== null)
            insertAudit(session, { ...audit, application: application as string, presentation: id as string })
        return erased.length
      }),
    prune: (before) => forget({ ...rows, key: 'id' }, before),
  })

/**
 * Body of a session as jsonb. That type refuses the escapes of U+0000 and of lone surrogates, so such escapes are
 * replaced. Only ids are read from the result, and ids contain no such escape.
 */
const readableBody = String.raw`regexp_replace(body, '\\u(0000|[dD][89a-fA-F]..)', '\\ufffd', 'g')::jsonb`

/** Erasures on PostgreSQL. The database must have been opened with `relyingPartySchema`. */
export const createPostgresErasures = (database: PostgresDatabase): Erasures =>
  createErasures(database, {
    eraseHeld: async ({ text, audit }) => {
      const { count } = await database.write(
        `WITH erased AS (
           DELETE FROM presentation_session WHERE position($1 IN result) > 0 RETURNING application, ${readableBody} AS body
         ), own AS (
           INSERT INTO presentation_audit (at, application, entry) VALUES ($2, $3, $4)
         ), orders AS (
           INSERT INTO presentation_audit (at, application, entry)
           SELECT $2, application, ($4::jsonb || jsonb_build_object(
             'application', body #> '{order,application}', 'presentation', body -> 'id'))::text
           FROM erased WHERE application IS NOT NULL
         )
         SELECT FROM erased`,
        [text, audit.at, valueDigest(audit.application), JSON.stringify(audit)],
      )
      return count
    },
    prune: (before) => database.forget(rows, before),
  })
