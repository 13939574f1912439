/** Certificates and key announcements of a Trust Anchor or intermediate on the embedded database. */
import type { NumericDate } from '../../base/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import type { CertificateRevocationReason, IssuedCertificates, KeyAnnouncements } from '../../trust-anchor/index.ts'
import {
  announcementValues,
  announcementVerbs,
  certificateValues,
  certificateVerbs,
  insertCertificate,
  upsertAnnouncement,
} from '../certificate-verbs.ts'
import { eventOf } from '../trust-anchor-verbs.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'

/** Profile of an entity, and the function that writes to its log. */
interface EntityRows {
  readonly profile: ProfileName
  readonly log: (session: Session, entityId: string, event: string) => void
}

interface CertifiedSubject {
  readonly profile: ProfileName
  readonly subject: string
}

function increment(session: Session, profile: ProfileName, name: string): number {
  const text = `INSERT INTO certificate_counter AS known (profile, name, value) VALUES (?, ?, 1)
    ON CONFLICT DO UPDATE SET value = known.value + 1 RETURNING value`
  return session.prepare(text).get(profile, name)?.value as number
}

/**
 * Raises the counter of revocations if rows have changed, so that the next request gets a new certificate revocation
 * list.
 */
const countRevocations = (session: Session, profile: ProfileName, changes: number | bigint): void => {
  if (changes > 0) increment(session, profile, 'revocations')
}

/**
 * Puts the unrevoked certificates of a subject on hold from this time. Null ends the hold. Raises the counter of
 * revocations if there are any. Does not raise the subject's revision, and adds no row to the log.
 */
export function holdCertificates(
  session: Session,
  { profile, subject }: CertifiedSubject,
  at: NumericDate | null,
): void {
  const { changes } = session
    .prepare('UPDATE certificate SET held_at = ? WHERE profile = ? AND subject = ? AND revoked_at IS NULL')
    .run(at, profile, subject)
  countRevocations(session, profile, changes)
}

/** Puts one certificate on hold from this time, and raises the counter of revocations. */
function holdCertificate(session: Session, profile: ProfileName, serial: string, at: NumericDate): void {
  session.prepare('UPDATE certificate SET held_at = ? WHERE profile = ? AND serial = ?').run(at, profile, serial)
  increment(session, profile, 'revocations')
}

/**
 * Revokes the unrevoked certificates of a subject, except those of the kept keys, and ends their hold. Raises the
 * counter of revocations if there are any. Does not raise the subject's revision, and adds no row to the log.
 */
export function withdrawCertificates(
  session: Session,
  { profile, subject }: CertifiedSubject,
  kept: readonly string[],
  reason: CertificateRevocationReason,
  at: NumericDate,
): void {
  const { changes } = session
    .prepare(
      `UPDATE certificate SET revoked_at = ?, reason = ?, held_at = NULL WHERE profile = ? AND subject = ?
       AND revoked_at IS NULL AND kid NOT IN (SELECT value FROM json_each(?))`,
    )
    .run(at, reason, profile, subject, JSON.stringify(kept))
  countRevocations(session, profile, changes)
}

/**
 * Creates the store of certificates. Calls `changed`, before the commit, with each subject whose record gets a new
 * revision.
 */
export function createSqliteIssuedCertificates(
  database: SqliteDatabase,
  { profile, log, changed }: EntityRows & { readonly changed: (entityId: string) => void },
): IssuedCertificates {
  const raiseRevision = (session: Session, subject: string): void => {
    changed(subject)
    session
      .prepare('UPDATE subordinate SET revision = revision + 1 WHERE profile = ? AND entity_id = ?')
      .run(profile, subject)
  }
  return {
    ...certificateVerbs(database.statements, profile, (name) =>
      database.write((session) => increment(session, profile, name)),
    ),
    add: (certificate, act) =>
      database.write((session) => {
        const { serial, subject } = certificate
        const { changes } = session
          .prepare(`INSERT ${insertCertificate}`)
          .run(...certificateValues(profile, certificate))
        if (changes === 0) return 'outdated'
        const member = session
          .prepare('SELECT status FROM subordinate WHERE profile = ? AND entity_id = ?')
          .get(profile, subject)
        const isOwn = certificate.kid === certificate.issuerKid
        if (member?.status === 'suspended') holdCertificate(session, profile, serial, act.at)
        if (member === undefined && !isOwn)
          withdrawCertificates(session, { profile, subject }, [], 'cessationOfOperation', act.at)
        raiseRevision(session, subject)
        log(session, subject, eventOf(subject, 'certificate_issued', act, { serial }))
        return 'added'
      }),
    revoke: ({ serial, subject }, reason, act) =>
      database.write((session) => {
        const row = session
          .prepare('SELECT revoked_at, reason FROM certificate WHERE profile = ? AND serial = ? AND subject = ?')
          .get(profile, serial, subject)
        if (row === undefined) return 'unknown'
        if (row.revoked_at !== null && (reason !== 'keyCompromise' || row.reason === reason)) return 'revoked' // FED-121
        session
          .prepare(
            `UPDATE certificate SET revoked_at = coalesce(revoked_at, ?), reason = ?, held_at = NULL
             WHERE profile = ? AND serial = ?`,
          )
          .run(act.at, reason, profile, serial)
        increment(session, profile, 'revocations')
        raiseRevision(session, subject)
        log(session, subject, eventOf(subject, 'certificate_revoked', act, { serial }))
        return 'revoked'
      }),
  }
}

/** Creates the store of key announcements. */
export const createSqliteKeyAnnouncements = (
  database: SqliteDatabase,
  { profile, log }: EntityRows,
): KeyAnnouncements => ({
  ...announcementVerbs(database.statements, profile),
  keep: (announcement, act) =>
    database.write((session) => {
      const { changes } = session
        .prepare(`INSERT ${upsertAnnouncement}`)
        .run(...announcementValues(profile, announcement))
      if (changes === 0) return 'outdated'
      log(session, announcement.entityId, eventOf(announcement.entityId, 'keys_announced', act))
      return 'kept'
    }),
})
