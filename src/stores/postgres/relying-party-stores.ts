/**
 * The Relying Party's stores on PostgreSQL. The body of a session is the whole session as it began, in clear text,
 * including its id, its `state` and its private response key. Only `open` can replace it. Members that change are in
 * columns, so that a change is one statement. A column has precedence over the body (`sessionOf`). Sessions are found
 * by digests. `erasure-tasks.ts` reads members of `body` and `result` in SQL.
 *
 * The role passes cookies and references as digests only. A response code is stored in clear text, because nobody can
 * use it without the cookie.
 */
import type { JsonObject } from '../../base/index.ts'
import type {
  PresentationAudit,
  PresentationAuditEntry,
  PresentationLookups,
  PresentationOrders,
  PresentationSession,
  PresentationTransitions,
  RelyingPartyStores,
} from '../../relying-party/index.ts'
import { presentationMayBecome } from '../../relying-party/session/presentation-session.ts'
import { createPostgresErasures } from '../erasure-tasks.ts'
import { createPostgresApplications } from '../registered-applications.ts'
import { type Row, valueDigest } from '../stored-values.ts'
import type { PostgresDatabase } from './database.ts'
import { withoutWaiting } from './schema.ts'

/**
 * Creates the stores of a Relying Party. The database must have been opened with `relyingPartySchema`. Replicas may
 * share it.
 */
export const createPostgresRelyingPartyStores = (database: PostgresDatabase): RelyingPartyStores => ({
  presentationSessions: { ...lookupsOf(database), ...transitionsOf(database), ...ordersOf(database) },
  presentationAudit: auditOf(database),
  applications: createPostgresApplications(database),
  erasures: createPostgresErasures(database),
})

const columns = (table: string): string =>
  `body expires_at status response_mode cookie cookie_renewed attested_level attested_key rejection response_code result completed_at
   reference reference_expires_at redeemed_at returned_at shown_elsewhere_at`
    .split(/\s+/)
    .map((column) => `${table}.${column}`)
    .join(', ')

function lookupsOf(database: PostgresDatabase): PresentationLookups {
  const findBy = (column: 'id' | 'state' | 'response_code_digest' | 'reference_digest') => async (value: string) => {
    const [row] = await database.read(
      `SELECT ${columns('session')} FROM presentation_session AS session WHERE ${column} = $1`,
      [valueDigest(value)],
    )
    return row && sessionOf(row)
  }
  return {
    find: findBy('id'),
    findByState: findBy('state'),
    findByResponseCode: findBy('response_code_digest'),
    findByReference: findBy('reference_digest'),
  }
}

const begunStatuses: readonly PresentationSession['status'][] = ['issued', 'fetched', 'completed', 'rejected']
const statusesBefore = (to: PresentationSession['status']): readonly string[] =>
  begunStatuses.filter((from) => presentationMayBecome(from, to))

/**
 * The first eight values of both statements that insert a session. These statements do not wait for the disk, so a
 * crash of the server can lose a new session.
 */
const insertedValues = (session: PresentationSession) => [
  valueDigest(session.id),
  valueDigest(session.state),
  JSON.stringify(session),
  session.createdAt,
  session.expiresAt,
  session.status,
  session.responseMode,
  session.cookie,
]

const transitionsOf = (database: PostgresDatabase): PresentationTransitions => ({
  begin: async (session) => {
    await database.write(
      `INSERT INTO presentation_session (id, state, body, created_at, expires_at, status, response_mode, cookie)
       SELECT $1::bytea, $2::bytea, $3::text, $4::bigint, $5::bigint, $6::text, $7::text, $8::text
       WHERE ${withoutWaiting}`,
      insertedValues(session),
    )
  },
  recordFetch: ({ id, claims, expiresAt, responseMode, attestedLevel, attestedKey, now }) =>
    database.claim(claims, 'record_fetch', [
      valueDigest(id),
      expiresAt,
      responseMode,
      attestedLevel,
      attestedKey,
      now,
      statusesBefore('completed'), // Also `fetched`: a wallet may fetch again
    ]),
  complete: async ({ id, result, responseCode, now }) => {
    const { count } = await database.write(
      `UPDATE presentation_session SET status = 'completed', result = $2, response_code = $3,
         response_code_digest = $4, completed_at = $5
       WHERE id = $1 AND status = ANY ($6) AND expires_at > $5`,
      [
        valueDigest(id),
        JSON.stringify(result),
        responseCode,
        valueDigest(responseCode),
        now,
        statusesBefore('completed'),
      ],
    )
    return count === 0 ? 'over' : 'completed'
  },
  reject: async ({ id, rejection, responseCode, now }) => {
    const digest = responseCode === undefined ? undefined : valueDigest(responseCode)
    const { count } = await database.write(
      `UPDATE presentation_session SET status = 'rejected', rejection = $2, response_code = $5, response_code_digest = $6
       WHERE id = $1 AND status = ANY ($3) AND expires_at > $4`,
      [valueDigest(id), rejection, statusesBefore('rejected'), now, responseCode, digest],
    )
    return count === 0 ? 'over' : 'rejected'
  },
  renewCookie: async ({ id, from, to, returnedAt }) => {
    const { count } = await database.write(
      `UPDATE presentation_session SET cookie = $3, cookie_renewed = true, returned_at = coalesce(returned_at, $4)
       WHERE id = $1 AND cookie IN ($2, $3)`,
      [valueDigest(id), from, to, returnedAt],
    )
    return count === 0 ? 'lost' : 'renewed'
  },
  showElsewhere: async ({ id, now }) => {
    const { count } = await database.write(
      'UPDATE presentation_session SET shown_elsewhere_at = $2 WHERE id = $1 AND shown_elsewhere_at IS NULL',
      [valueDigest(id), now],
    )
    return count === 0 ? 'again' : 'first'
  },
  prune: (createdBefore, end) =>
    database.forget({ table: 'presentation_session', column: 'created_at' }, createdBefore, end),
})

/** The entry is stored as JSON, since a name in it may have characters that a text column refuses. */
const auditValues = (audit: PresentationAuditEntry): readonly [number, Uint8Array, string] => [
  audit.at,
  valueDigest(audit.application),
  JSON.stringify(audit),
]

const redeemedResults = {
  ...{ table: 'presentation_session', column: 'redeemed_at', where: 'result IS NOT NULL' },
  set: 'result = NULL',
} as const

const ordersOf = (database: PostgresDatabase): PresentationOrders => ({
  order: async ({ session }) => {
    await database.write(
      `INSERT INTO presentation_session (id, state, body, created_at, expires_at, status, response_mode, cookie, application)
       SELECT $1::bytea, $2::bytea, $3::text, $4::bigint, $5::bigint, $6::text, $7::text, $8::text, $9::bytea
       WHERE ${withoutWaiting}`,
      [...insertedValues(session), valueDigest(session.order?.application ?? '')],
    )
  },
  open: async ({ id, becomes, cookie, expiresAt, now, audit }) => {
    const { count } = await database.write(
      `WITH opened AS (
         UPDATE presentation_session SET status = 'issued', cookie = $2, expires_at = $3,
           body = coalesce($8, body), response_mode = coalesce($9, response_mode)
         WHERE id = $1 AND status = 'ordered' AND expires_at > $4 RETURNING 1)
       INSERT INTO presentation_audit (at, application, entry) SELECT $5::bigint, $6::bytea, $7::text FROM opened`,
      [
        ...[valueDigest(id), cookie, expiresAt, now, ...auditValues(audit)],
        ...[becomes && JSON.stringify(becomes), becomes?.responseMode],
      ],
    )
    return count === 0 ? 'over' : 'opened'
  },
  forgetUnbegun: (createdBefore, end) =>
    database.forget(
      { table: 'presentation_session', column: 'created_at', where: "status = 'ordered'" },
      createdBefore,
      end,
    ),
  refer: async ({ id, renewCookie: { from, to }, returnedAt, reference, expiresAt }) => {
    const { count } = await database.write(
      `UPDATE presentation_session SET cookie = $3, cookie_renewed = true, returned_at = coalesce(returned_at, $4),
         reference_digest = $5, reference = $6,
         reference_expires_at = CASE WHEN redeemed_at IS NULL THEN $7 ELSE reference_expires_at END
       WHERE id = $1 AND cookie IN ($2, $3)`,
      [valueDigest(id), from, to, returnedAt, valueDigest(reference), reference, expiresAt],
    )
    return count === 0 ? 'lost' : 'referred'
  },
  redeemReference: async ({ id, reference, now, audit }) => {
    const { rows } = await database.write(
      `WITH redeemed AS (
         UPDATE presentation_session AS session SET redeemed_at = coalesce(session.redeemed_at, $3)
         FROM (SELECT * FROM presentation_session
               WHERE id = $1 AND reference_digest = $2 FOR NO KEY UPDATE) AS earlier
         WHERE session.id = earlier.id RETURNING ${columns('earlier')}),
       audited AS (INSERT INTO presentation_audit (at, application, entry)
         SELECT $4::bigint, $5::bytea, $6::text FROM redeemed WHERE redeemed_at IS NULL)
       SELECT * FROM redeemed`,
      [valueDigest(id), valueDigest(reference), now, ...auditValues(audit)],
    )
    const [row] = rows
    return row === undefined ? 'gone' : sessionOf(row)
  },
  forgetRedeemed: (until, end) => database.forget(redeemedResults, until + 1, end),
  eraseOrder: async ({ id, application, audit }) => {
    const { count } = await database.write(
      `WITH erased AS (DELETE FROM presentation_session WHERE id = $1 AND application = $2 RETURNING 1)
       INSERT INTO presentation_audit (at, application, entry) SELECT $3::bigint, $4::bytea, $5::text FROM erased`,
      [valueDigest(id), valueDigest(application), ...auditValues(audit)],
    )
    return count === 0 ? 'unknown' : 'erased'
  },
})

const auditOf = (database: PostgresDatabase): PresentationAudit => ({
  list: async ({ application, since, limit }) => {
    const rows = await database.read(
      'SELECT entry FROM presentation_audit WHERE application = $1 AND at >= $2 ORDER BY at, sequence LIMIT $3',
      [valueDigest(application), since, limit],
    )
    return rows.map(({ entry }) => JSON.parse(entry as string) as PresentationAuditEntry)
  },
  prune: (earliest, end) => database.forget({ table: 'presentation_audit', column: 'at' }, earliest, end),
})

/** Returns a session without members for columns that are NULL. */
const sessionOf = (row: Row): PresentationSession => ({
  ...(JSON.parse(row.body as string) as PresentationSession),
  expiresAt: row.expires_at as number,
  status: row.status as PresentationSession['status'],
  responseMode: row.response_mode as PresentationSession['responseMode'],
  cookie: row.cookie as string,
  ...(row.cookie_renewed === true && { cookieRenewed: true }),
  ...(row.attested_level !== null && { attestedLevel: row.attested_level as string }),
  ...(row.attested_key !== null && { attestedKey: row.attested_key as string }),
  ...(row.rejection !== null && { rejection: row.rejection as string }),
  ...(row.response_code !== null && { responseCode: row.response_code as string }),
  ...(row.result !== null && { result: JSON.parse(row.result as string) as JsonObject }),
  ...(row.completed_at !== null && { completedAt: row.completed_at as number }),
  ...(row.reference !== null && { reference: row.reference as string }),
  ...(row.reference_expires_at !== null && { referenceExpiresAt: row.reference_expires_at as number }),
  ...(row.redeemed_at !== null && { redeemedAt: row.redeemed_at as number }),
  ...(row.returned_at !== null && { returnedAt: row.returned_at as number }),
  ...(row.shown_elsewhere_at !== null && { shownElsewhereAt: row.shown_elsewhere_at as number }),
})
