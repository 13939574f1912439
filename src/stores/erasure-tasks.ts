/**
 * Deletions of presented claims that people requested. Sessions are deleted at once. The deletions that applications
 * must confirm are tasks in a table of the Relying Party's store.
 */
import type { Erasures, ErasureTask, PresentationAuditEntry, PresentationSession } from '../relying-party/index.ts'
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
const createErasures = (
  { read, write }: Statements,
  differing: Pick<Erasures, 'erase' | 'endUnconfirmed' | 'prune'>,
): Erasures => ({
  ...differing,
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

const endedOf = (row: Row): Pick<ErasureTask, 'application' | 'receipt'> => ({
  application: row.application as string,
  receipt: row.receipt as string,
})

const unconfirmed = 'erasure_unconfirmed'

const expiringTasks = { table: 'erasure_task', column: 'created_at' } as const

/**
 * Deletes the sessions with a presented claim that is the value `$1` (JSON) or contains it. Reads only sessions with a
 * response code, because the others have no result and anybody can begin many of them. Parses only sessions that
 * contain the text of `$1`. Here and in `hasText`, the path to the claims has the names of `resultToJson`.
 */
const deletionByText = `DELETE FROM presentation_session INDEXED BY presentation_session_by_response_code
  WHERE response_code IS NOT NULL AND instr(body, $1) > 0 AND json_extract($1, '$') IN
    (SELECT atom FROM json_tree(body, '$.result.credentials') WHERE fullkey LIKE '%.selected[%].value%')
  RETURNING id, json_extract(body, '$.order.application') AS application`

const deletionOfReplaced = `DELETE FROM erasure_task INDEXED BY erasure_task_by_holder
  WHERE holder IS NOT NULL AND holder = $1 AND application IN (SELECT value FROM json_each($2))`

const taskInsertion = `INSERT INTO erasure_task (id, receipt, application, holder, attempts, due_at, created_at)
  VALUES ($1, $2, $3, $4, 0, $5, $5)`

const lateDeletion = `DELETE FROM erasure_task WHERE id IN (
    SELECT id FROM erasure_task INDEXED BY erasure_task_by_age
    WHERE holder IS NOT NULL AND created_at < $1 ORDER BY created_at LIMIT $2)
  RETURNING application, receipt`

/**
 * Creates the store of erasures on the embedded database. The database must have been opened with
 * `relyingPartyMigrations`. `forgetRecent` removes a session from memory. It is called only for the session that the
 * request of the erasure names. The other deleted sessions have a result, and sessions with a result are never kept in
 * memory.
 */
export const createSqliteErasures = (
  { statements, write, forget }: SqliteDatabase,
  insertAudit: (session: Session, entry: PresentationAuditEntry) => void,
  forgetRecent: (id: string) => void,
): Erasures =>
  createErasures(statements, {
    erase: ({ session: id, texts, tasks, audit }) =>
      write((session) => {
        const own = session.prepare('DELETE FROM presentation_session WHERE id = $1 RETURNING id, body').get(id)
        if (own === undefined) return 'over'
        forgetRecent(id)
        insertAudit(session, audit)
        const { order } = JSON.parse(own.body as string) as PresentationSession
        const others = texts.flatMap((text) => session.prepare(deletionByText).all(text))
        for (const { id: presentation, application } of [{ id, application: order?.application }, ...others])
          if (application) insertAudit(session, { ...audit, application, presentation } as PresentationAuditEntry)
        for (const [holder, replacing] of Map.groupBy(tasks, (task) => task.holder))
          session.prepare(deletionOfReplaced).run(holder, JSON.stringify(replacing.map((task) => task.application)))
        for (const task of tasks)
          session.prepare(taskInsertion).run(task.id, task.receipt, task.application, task.holder, audit.at)
        return 'erased'
      }),
    endUnconfirmed: ({ before, now, limit }) =>
      write((session) => {
        const ended = session.prepare(lateDeletion).all(before, limit).map(endedOf)
        for (const { application, receipt } of ended)
          insertAudit(session, { at: now, application, presentation: receipt, event: unconfirmed })
        return ended
      }),
    prune: (before, end) => forget({ ...expiringTasks, key: 'id' }, before, end),
  })

/**
 * Returns an expression for the JSON of a column as jsonb. That type refuses the escapes of U+0000 and of lone
 * surrogates, so these are replaced. Text after an escaped backslash that only looks like such an escape is replaced
 * too.
 */
const jsonOf = (column: string): string =>
  String.raw`regexp_replace(${column}, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\ufffd', 'g')::jsonb`

/**
 * Condition that a claim of the result, or a part of one, is the given text. Parses only a result that contains the
 * text.
 */
const hasText = `position(given.text IN result) > 0 AND jsonb_path_exists(${jsonOf('result')},
  '$.credentials[*].selected[*].value.** ? (@ == $text)', jsonb_build_object('text', ${jsonOf('given.text')}))`

/**
 * Locks the sessions, then the tasks, each in order of their ids, so that two erasures cannot deadlock. Changes nothing
 * if another erasure has already deleted the session.
 */
const erasure = `
WITH held AS MATERIALIZED (
  SELECT id FROM presentation_session
  WHERE id = $1 OR (response_code_digest IS NOT NULL
    AND EXISTS (SELECT FROM unnest($2::text[]) AS given (text) WHERE ${hasText}))
  ORDER BY id FOR UPDATE
), own AS (
  SELECT FROM held WHERE id = $1
), erased AS (
  DELETE FROM presentation_session WHERE id IN (SELECT id FROM held) AND EXISTS (SELECT FROM own)
  RETURNING application, ${jsonOf('body')} AS body
), entries AS (
  INSERT INTO presentation_audit (at, application, entry)
  SELECT $3::bigint, $4::bytea, $5::text FROM own
  UNION ALL
  SELECT $3, application, ($5::jsonb || jsonb_build_object(
    'application', body #> '{order,application}', 'presentation', body -> 'id'))::text
  FROM erased WHERE application IS NOT NULL
), replaced AS MATERIALIZED (
  SELECT id FROM erasure_task
  WHERE EXISTS (SELECT FROM own) AND holder IS NOT NULL
    AND (application, holder) IN (SELECT * FROM unnest($8::text[], $9::text[]))
  ORDER BY id FOR UPDATE
), gone AS (
  DELETE FROM erasure_task WHERE id IN (SELECT id FROM replaced)
), tasks AS (
  INSERT INTO erasure_task (id, receipt, application, holder, attempts, due_at, created_at)
  SELECT task.*, 0, $3, $3 FROM own, unnest($6::text[], $7::text[], $8::text[], $9::text[]) AS task
)
SELECT FROM own`

/**
 * Deletes the tasks that no application confirmed in time, and adds an audit entry for each. Computes the digest of the
 * application as `valueDigest` does.
 */
const lateEnding = `
WITH late AS MATERIALIZED (
  SELECT id FROM erasure_task WHERE holder IS NOT NULL AND created_at < $1
  ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
), ended AS (
  DELETE FROM erasure_task WHERE id IN (SELECT id FROM late) RETURNING application, receipt
), entries AS (
  INSERT INTO presentation_audit (at, application, entry)
  SELECT $3::bigint, sha256(convert_to(application, 'UTF8')), jsonb_build_object(
    'at', $3::bigint, 'application', application, 'presentation', receipt, 'event', $4::text)::text
  FROM ended
)
SELECT application, receipt FROM ended`

/** Creates the store of erasures on PostgreSQL. The database must have been opened with `relyingPartySchema`. */
export const createPostgresErasures = (database: PostgresDatabase): Erasures =>
  createErasures(database, {
    erase: async ({ session, texts, tasks, audit }) => {
      const columns = (['id', 'receipt', 'application', 'holder'] as const).map((name) =>
        tasks.map((task) => task[name]),
      )
      const { count } = await database.write(erasure, [
        ...[valueDigest(session), texts, audit.at, valueDigest(audit.application), JSON.stringify(audit)],
        ...columns,
      ])
      return count === 0 ? 'over' : 'erased'
    },
    endUnconfirmed: async ({ before, now, limit }) => {
      const { rows: ended } = await database.write(lateEnding, [before, limit, now, unconfirmed])
      return ended.map(endedOf)
    },
    prune: (before, end) => database.forget(expiringTasks, before, end),
  })
