/**
 * The Relying Party's stores on the embedded database.
 */
import type { PresentationSession, RelyingPartyStores } from '../../relying-party/index.ts'
import { presentationMayBecome, visibleStatus } from '../../relying-party/index.ts'
import { type Migrations, type Session, type SqliteDatabase, Undone } from './database.ts'

export const relyingPartyMigrations: Migrations = [
  `CREATE TABLE presentation_session (
     id TEXT PRIMARY KEY, state TEXT NOT NULL UNIQUE, cookie TEXT NOT NULL, created_at INTEGER NOT NULL, body TEXT NOT NULL
   ) STRICT;
   CREATE INDEX presentation_session_by_age ON presentation_session (created_at)`,
]

export function createSqliteRelyingPartyStores(database: SqliteDatabase): RelyingPartyStores {
  return {
    presentationSessions: {
      begin: (record) =>
        database.write((session) => {
          session
            .prepare('INSERT INTO presentation_session (id, state, cookie, created_at, body) VALUES (?, ?, ?, ?, ?)')
            .run(record.id, record.state, record.cookie, record.createdAt, JSON.stringify(record))
        }),
      find: (id) => database.read((session) => find(session, id)),
      findByState: (state) =>
        database.read((session) =>
          recordOf(session.prepare('SELECT body, cookie FROM presentation_session WHERE state = ?').get(state)),
        ),
      recordFetch: ({ id, claims, attestedLevel, now }) =>
        database.claim(claims, (session) => {
          const record = findOpen(session, id, 'completed', now)
          if (record === undefined) return new Undone('over' as const)
          save(session, { ...record, status: 'fetched', ...(attestedLevel === undefined ? {} : { attestedLevel }) })
          return 'fetched' as const
        }),
      complete: ({ id, result, responseCode, now }) =>
        database.write((session) => {
          const record = findOpen(session, id, 'completed', now)
          if (record === undefined) return 'over'
          save(session, { ...record, status: 'completed', result, responseCode, completedAt: now })
          return 'completed'
        }),
      reject: ({ id, rejection, now }) =>
        database.write((session) => {
          const record = findOpen(session, id, 'rejected', now)
          if (record === undefined) return 'over'
          save(session, { ...record, status: 'rejected', rejection })
          return 'rejected'
        }),
      renewCookie: ({ id, from, to }) =>
        database.write((session) => {
          const { changes } = session
            .prepare('UPDATE presentation_session SET cookie = ? WHERE id = ? AND cookie = ?')
            .run(to, id, from)
          return changes === 0 ? 'lost' : 'renewed'
        }),
      redeemResponseCode: ({ claims }) => database.claim(claims, () => 'redeemed' as const),
      erase: (id) =>
        database.write((session) => void session.prepare('DELETE FROM presentation_session WHERE id = ?').run(id)),
      prune: (createdBefore) =>
        database.write(
          (session) => void session.prepare('DELETE FROM presentation_session WHERE created_at < ?').run(createdBefore),
        ),
    },
  }
}

const recordOf = (row: Record<string, unknown> | undefined): PresentationSession | undefined =>
  row && { ...(JSON.parse(row.body as string) as PresentationSession), cookie: row.cookie as string }

const find = (session: Session, id: string): PresentationSession | undefined =>
  recordOf(session.prepare('SELECT body, cookie FROM presentation_session WHERE id = ?').get(id))

function findOpen(
  session: Session,
  id: string,
  to: PresentationSession['status'],
  now: number,
): PresentationSession | undefined {
  const record = find(session, id)
  const isOpen = record && visibleStatus(record, now) !== 'expired' && presentationMayBecome(record.status, to)
  return isOpen ? record : undefined
}

const save = (session: Session, record: PresentationSession): void =>
  void session.prepare('UPDATE presentation_session SET body = ? WHERE id = ?').run(JSON.stringify(record), record.id)
