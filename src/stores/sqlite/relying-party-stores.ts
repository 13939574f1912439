/**
 * The Relying Party's stores on the embedded database. The body of a session is JSON. SQL reads members of it here and
 * in `erasure-tasks.ts`.
 */
import type {
  PresentationAudit,
  PresentationAuditEntry,
  PresentationLookups,
  PresentationOrders,
  PresentationSession,
  PresentationTransitions,
  RelyingPartyStores,
} from '../../relying-party/index.ts'
import { isOpen, presentationMayBecome, renewed } from '../../relying-party/session/presentation-session.ts'
import { createSqliteErasures } from '../erasure-tasks.ts'
import { createSqliteApplications } from '../registered-applications.ts'
import { Undone } from './claims.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import { createRecentRecords, type RecentRecords } from './recent-records.ts'

/**
 * Number of waiting pages that may each read their session every second. Sessions with presented claims are not kept in
 * memory.
 */
const waitingPages = 4000
/** Maximum number of sessions in memory. The most recently read half is always kept. */
const keptSessions = 2 * waitingPages

/**
 * Creates the stores of a Relying Party. The database must have been opened with `relyingPartyMigrations`. Create them
 * once for each database, because they keep recent records in memory.
 */
export function createSqliteRelyingPartyStores(database: SqliteDatabase): RelyingPartyStores {
  const recent = createRecentRecords<PresentationSession>(database, keptSessions, ({ result }) => result === undefined)
  return {
    presentationSessions: {
      ...lookupsOf(database, recent),
      ...transitionsOf(database, recent),
      ...ordersOf(database, recent),
    },
    presentationAudit: auditOf(database),
    applications: createSqliteApplications(database),
    erasures: createSqliteErasures(database, insertAudit, recent.forget),
  }
}

type Recent = RecentRecords<PresentationSession>

const lookupsOf = (database: SqliteDatabase, recent: Recent): PresentationLookups => ({
  find: (id) => database.read((session) => recent.find(id, () => findBy(session, 'id', id))),
  findByState: (state) => database.read((session) => findBy(session, 'state', state)),
  findByResponseCode: (code) => database.read((session) => findBy(session, 'response_code', code)),
  findByReference: (reference) => database.read((session) => findBy(session, 'reference', reference)),
})

const transitionsOf = (database: SqliteDatabase, recent: Recent): PresentationTransitions => ({
  begin: (record) => database.write((session) => insert(session, record)),
  recordFetch: ({ id, claims, expiresAt, responseMode, attestedLevel, attestedKey, now }) =>
    database.claim(claims, (session) => {
      const record = findOpen(session, id, 'completed', now)
      if (record === undefined) return new Undone('over' as const)
      update(session, recent, {
        ...record,
        status: 'fetched',
        ...(record.status === 'issued' && { expiresAt, responseMode }),
        ...(attestedLevel !== undefined && { attestedLevel }),
        ...(attestedKey !== undefined && { attestedKey }),
      })
      return 'fetched' as const
    }),
  complete: ({ id, result, responseCode, now }) =>
    database.write((session) => {
      const record = findOpen(session, id, 'completed', now)
      if (record === undefined) return 'over'
      update(session, recent, { ...record, status: 'completed', result, responseCode, completedAt: now })
      return 'completed'
    }),
  reject: ({ id, rejection, responseCode, now }) =>
    database.write((session) => {
      const record = findOpen(session, id, 'rejected', now)
      if (record === undefined) return 'over'
      const coded = responseCode === undefined ? {} : { responseCode }
      update(session, recent, { ...record, status: 'rejected', rejection, ...coded })
      return 'rejected'
    }),
  renewCookie: ({ id, from, to, returnedAt }) =>
    database.write((session) => {
      const record = findBy(session, 'id', id)
      if (record?.cookie !== from && record?.cookie !== to) return 'lost'
      update(session, recent, { ...record, ...renewed(record, to, returnedAt) })
      return 'renewed'
    }),
  showElsewhere: ({ id, now }) =>
    database.write((session) => {
      const record = findBy(session, 'id', id)
      if (record === undefined || record.shownElsewhereAt !== undefined) return 'again'
      update(session, recent, { ...record, shownElsewhereAt: now })
      return 'first'
    }),
  prune: (createdBefore, end) =>
    database
      .forget({ table: 'presentation_session', key: 'id', column: 'created_at' }, createdBefore, end)
      .finally(recent.forgetAll),
})

/** Only an order that no browser has opened has no cookie. */
const unbegunOrders = { table: 'presentation_session', key: 'id', column: 'created_at', where: "cookie = ''" } as const

const redeemedResults = {
  ...{ table: 'presentation_session', key: 'id', column: "json_extract(body, '$.redeemedAt')" },
  where: "reference IS NOT NULL AND json_type(body, '$.result') IS NOT NULL",
  set: "body = json_remove(body, '$.result')",
} as const

const ordersOf = (database: SqliteDatabase, recent: Recent): PresentationOrders => ({
  order: ({ session: record }) => database.write((session) => insert(session, record)),
  open: ({ id, becomes, cookie, expiresAt, now, audit }) =>
    database.write((session) => {
      const record = findBy(session, 'id', id)
      if (record?.status !== 'ordered' || now >= record.expiresAt) return 'over'
      update(session, recent, { ...(becomes ?? record), status: 'issued', cookie, expiresAt })
      insertAudit(session, audit)
      return 'opened'
    }),
  forgetUnbegun: (createdBefore, end) => database.forget(unbegunOrders, createdBefore, end).finally(recent.forgetAll),
  refer: ({ id, renewCookie: { from, to }, returnedAt, reference, expiresAt }) =>
    database.write((session) => {
      const record = findBy(session, 'id', id)
      if (record?.cookie !== from && record?.cookie !== to) return 'lost'
      const { redeemedAt, referenceExpiresAt = expiresAt } = record
      const until = redeemedAt === undefined ? expiresAt : referenceExpiresAt
      const referred = { reference, referenceExpiresAt: until }
      update(session, recent, { ...record, ...renewed(record, to, returnedAt), ...referred })
      return 'referred'
    }),
  redeemReference: ({ id, reference, now, audit }) =>
    database.write((session) => {
      const record = findBy(session, 'id', id)
      if (record?.reference !== reference) return 'gone'
      if (record.redeemedAt !== undefined) return record
      update(session, recent, { ...record, redeemedAt: now })
      insertAudit(session, audit)
      return record
    }),
  forgetRedeemed: (until, end) => database.forget(redeemedResults, until + 1, end),
  eraseOrder: ({ id, application, audit }) =>
    database.write((session) => {
      if (findBy(session, 'id', id)?.order?.application !== application) return 'unknown'
      remove(session, recent, id)
      insertAudit(session, audit)
      return 'erased'
    }),
})

const auditOf = (database: SqliteDatabase): PresentationAudit => ({
  list: ({ application, since, limit }) =>
    database.read((session) =>
      session
        .prepare(
          `SELECT at, application, presentation, event, outcome FROM presentation_audit
           WHERE application = ? AND at >= ? ORDER BY at, rowid LIMIT ?`,
        )
        .all(application, since, limit)
        .map(auditEntryOf),
    ),
  prune: (before, end) => database.forget({ table: 'presentation_audit', key: 'rowid', column: 'at' }, before, end),
})

const auditEntryOf = ({ outcome, ...entry }: Record<string, unknown>): PresentationAuditEntry =>
  ({ ...entry, ...(outcome !== null && { outcome }) }) as PresentationAuditEntry

const insert = (session: Session, record: PresentationSession): void =>
  void session
    .prepare('INSERT INTO presentation_session (id, state, cookie, created_at, body) VALUES (?, ?, ?, ?, ?)')
    .run(record.id, record.state, record.cookie, record.createdAt, JSON.stringify(record))

const insertAudit = (
  session: Session,
  { at, application, presentation, event, outcome }: PresentationAuditEntry,
): void =>
  void session
    .prepare('INSERT INTO presentation_audit (at, application, presentation, event, outcome) VALUES (?, ?, ?, ?, ?)')
    .run(at, application, presentation, event, outcome ?? null)

function findBy(session: Session, column: 'id' | 'state' | 'response_code' | 'reference', value: string) {
  const row = session.prepare(`SELECT body FROM presentation_session WHERE ${column} = ?`).get(value)
  return row && (JSON.parse(row.body as string) as PresentationSession)
}

/** Returns the session if it is open and may change to this status. */
function findOpen(
  session: Session,
  id: string,
  to: PresentationSession['status'],
  now: number,
): PresentationSession | undefined {
  const record = findBy(session, 'id', id)
  return record && isOpen(record, now) && presentationMayBecome(record.status, to) ? record : undefined
}

function update(session: Session, recent: Recent, record: PresentationSession): void {
  recent.forget(record.id)
  session
    .prepare('UPDATE presentation_session SET body = ?, cookie = ?, response_code = ?, reference = ? WHERE id = ?')
    .run(JSON.stringify(record), record.cookie, record.responseCode ?? null, record.reference ?? null, record.id)
}

function remove(session: Session, recent: Recent, id: string): void {
  recent.forget(id)
  session.prepare('DELETE FROM presentation_session WHERE id = ?').run(id)
}
