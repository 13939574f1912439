/**
 * The Relying Party's stores on the embedded database.
 */
import type { PresentationAuditEntry, PresentationSession, RelyingPartyStores } from '../../relying-party/index.ts'
import { isOpen, presentationMayBecome } from '../../relying-party/presentation-session.ts'
import type { Migrations } from '../migrations.ts'
import { type Session, type SqliteDatabase, Undone } from './database.ts'
import { keptTrustMarkTable } from './kept-trust-marks.ts'
import { dropIndexOfUsed } from './migrate.ts'
import { createRecentRecords } from './recent-records.ts'

export const relyingPartyMigrations: Migrations = [
  `CREATE TABLE presentation_session (
     id TEXT PRIMARY KEY, state TEXT NOT NULL UNIQUE, cookie TEXT NOT NULL, created_at INTEGER NOT NULL, body TEXT NOT NULL
   ) STRICT;
   CREATE INDEX presentation_session_by_age ON presentation_session (created_at)`,
  `ALTER TABLE presentation_session ADD COLUMN response_code TEXT;
   CREATE UNIQUE INDEX presentation_session_by_response_code ON presentation_session (response_code)
     WHERE response_code IS NOT NULL`,
  `ALTER TABLE presentation_session ADD COLUMN reference TEXT;
   CREATE UNIQUE INDEX presentation_session_by_reference ON presentation_session (reference) WHERE reference IS NOT NULL;
   CREATE TABLE presentation_audit (
     at INTEGER NOT NULL, application TEXT NOT NULL, presentation TEXT NOT NULL, event TEXT NOT NULL, outcome TEXT
   ) STRICT;
   CREATE INDEX presentation_audit_by_application ON presentation_audit (application, at);
   CREATE INDEX presentation_audit_by_age ON presentation_audit (at)`,
  dropIndexOfUsed,
  keptTrustMarkTable,
]

/** So many pages may wait, each asking every second. What was presented is kept by the database alone. */
const waitingPages = 4000

export function createSqliteRelyingPartyStores(database: SqliteDatabase): RelyingPartyStores {
  const recent = createRecentRecords<PresentationSession>(database, waitingPages, ({ result }) => result === undefined)
  const save = (session: Session, record: PresentationSession): void => {
    recent.forget(record.id)
    update(session, record)
  }
  const remove = (session: Session, id: string): void => {
    recent.forget(id)
    session.prepare('DELETE FROM presentation_session WHERE id = ?').run(id)
  }
  return {
    presentationSessions: {
      begin: (record) => database.write((session) => insert(session, record)),
      find: (id) => database.read((session) => recent.find(id, () => findBy(session, 'id', id))),
      findByState: (state) => database.read((session) => findBy(session, 'state', state)),
      findByResponseCode: (code) => database.read((session) => findBy(session, 'response_code', code)),
      recordFetch: ({ id, claims, expiresAt, responseMode, attestedLevel, now }) =>
        database.claim(claims, (session) => {
          const record = findOpen(session, id, 'completed', now)
          if (record === undefined) return new Undone('over' as const)
          save(session, {
            ...record,
            status: 'fetched',
            ...(record.status === 'issued' && { expiresAt, responseMode }),
            ...(attestedLevel !== undefined && { attestedLevel }),
          })
          return 'fetched' as const
        }),
      complete: ({ id, result, responseCode, now }) =>
        database.write((session) => {
          const record = findOpen(session, id, 'completed', now)
          if (record === undefined) return 'over'
          save(session, { ...record, status: 'completed', result, responseCode, completedAt: now })
          return 'completed'
        }),
      reject: ({ id, rejection, responseCode, now }) =>
        database.write((session) => {
          const record = findOpen(session, id, 'rejected', now)
          if (record === undefined) return 'over'
          save(session, {
            ...record,
            status: 'rejected',
            rejection,
            ...(responseCode !== undefined && { responseCode }),
          })
          return 'rejected'
        }),
      renewCookie: ({ id, from, to }) =>
        database.write((session) => {
          const record = findBy(session, 'id', id)
          if (record?.cookie !== from) return 'lost'
          save(session, { ...record, cookie: to, cookieRenewed: true })
          return 'renewed'
        }),
      redeemResponseCode: ({ id, claims, renewCookie: { from, to } }) =>
        database.claim(claims, (session) => {
          const record = findBy(session, 'id', id)
          if (record?.cookie !== from) return new Undone('lost' as const)
          const { result = {}, ...rest } = record
          save(session, { ...rest, cookie: to, cookieRenewed: true })
          return { result }
        }),
      order: ({ session: record, audit }) =>
        database.write((session) => {
          insert(session, record)
          insertAudit(session, audit)
        }),
      open: ({ id, cookie, expiresAt, now }) =>
        database.write((session) => {
          const record = findBy(session, 'id', id)
          if (record?.status !== 'ordered' || now >= record.expiresAt) return 'over'
          save(session, { ...record, status: 'issued', cookie, expiresAt })
          return 'opened'
        }),
      refer: ({ id, claims, renewCookie: { from, to }, reference, expiresAt }) =>
        database.claim(claims, (session) => {
          const record = findBy(session, 'id', id)
          if (record?.cookie !== from || record.redeemedAt !== undefined) return new Undone('lost' as const)
          save(session, { ...record, cookie: to, cookieRenewed: true, reference, referenceExpiresAt: expiresAt })
          return 'referred' as const
        }),
      findByReference: (reference) => database.read((session) => findBy(session, 'reference', reference)),
      redeemReference: ({ id, reference, keepResult, now, audit }) =>
        database.write((session) => {
          const record = findBy(session, 'id', id)
          if (record?.reference !== reference || record.redeemedAt !== undefined) return 'used'
          const { result, ...rest } = record
          save(session, { ...rest, redeemedAt: now, ...(keepResult && result !== undefined && { result }) })
          insertAudit(session, audit)
          return record
        }),
      eraseOrder: ({ id, application, audit }) =>
        database.write((session) => {
          if (findBy(session, 'id', id)?.order?.application !== application) return 'unknown'
          remove(session, id)
          insertAudit(session, audit)
          return 'erased'
        }),
      prune: (createdBefore) =>
        database
          .forget({ table: 'presentation_session', key: 'id', column: 'created_at' }, createdBefore)
          .finally(recent.forgetAll),
    },
    presentationAudit: {
      list: ({ application, since, limit }) =>
        database.read((session) =>
          session
            .prepare(
              `SELECT at, application, presentation, event, outcome FROM presentation_audit
               WHERE application = ? AND at >= ? ORDER BY at, rowid LIMIT ?`,
            )
            .all(application, since, limit)
            .map(
              ({ outcome, ...entry }) => ({ ...entry, ...(outcome !== null && { outcome }) }) as PresentationAuditEntry,
            ),
        ),
      prune: (before) => database.forget({ table: 'presentation_audit', key: 'rowid', column: 'at' }, before),
    },
  }
}

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

function findOpen(
  session: Session,
  id: string,
  to: PresentationSession['status'],
  now: number,
): PresentationSession | undefined {
  const record = findBy(session, 'id', id)
  return record && isOpen(record, now) && presentationMayBecome(record.status, to) ? record : undefined
}

const update = (session: Session, record: PresentationSession): void =>
  void session
    .prepare('UPDATE presentation_session SET body = ?, cookie = ?, response_code = ?, reference = ? WHERE id = ?')
    .run(JSON.stringify(record), record.cookie, record.responseCode ?? null, record.reference ?? null, record.id)
