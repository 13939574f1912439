/**
 * The stores of a Trust Anchor or intermediate on the embedded database. Each profile entity (the authority's entity
 * for one version of the formats) has its own rows.
 */
import { setImmediate } from 'node:timers/promises'
import { clocksApartSeconds } from '../../base/index.ts'
import type { Act } from '../../member/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import type { Subordinate, Subordinates, TrustMarkGrants } from '../../trust-anchor/index.ts'
import { applyChange } from '../../trust-anchor/stores.ts'
import { federationKeyTables } from '../key-rows.ts'
import type { TrustAnchorStores } from '../role-stores.ts'
import type { Row } from '../stored-values.ts'
import { eventOf, grantVerbs, listRevisionVerb, logVerbs, noMarks } from '../trust-anchor-verbs.ts'
import {
  createSqliteIssuedCertificates,
  createSqliteKeyAnnouncements,
  holdCertificates,
  withdrawCertificates,
} from './certificates.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import { createSqliteKeyStore } from './key-store.ts'
import { createRecentRecords, type RecentRecords } from './recent-records.ts'

const subordinateOf = (row: Row): Subordinate => ({
  ...JSON.parse(row.entry as string),
  status: row.status as Subordinate['status'],
  revision: row.revision as number,
})

const unpinnedQuery = `SELECT entity_id FROM subordinate
  WHERE profile = ? AND status = 'active' AND pin_due IS NOT NULL AND (pin_due <= ? OR pin_due > ?) ORDER BY pin_due`

/** Maximum number of subordinates in memory. Each issued Subordinate Statement reads the record of its subject. */
const keptSubordinates = 1000

/** Returns a function that adds an event to the log of a profile entity. */
const logOf =
  (profile: ProfileName) =>
  (session: Session, entityId: string, event: string): void => {
    const insert = session.prepare('INSERT INTO subordinate_event (profile, entity_id, event) VALUES (?, ?, ?)')
    insert.run(profile, entityId, event)
  }

/** Grants a mark and adds the event. Returns `known` and changes nothing if there is a grant that is not revoked. */
function grantMark(session: Session, profile: ProfileName, trustMarkType: string, holder: string, act: Act) {
  const { changes } = session
    .prepare(
      `INSERT INTO trust_mark_grant (profile, trust_mark_type, holder, granted_at) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET granted_at = excluded.granted_at, revoked_at = NULL
       WHERE revoked_at IS NOT NULL`,
    )
    .run(profile, trustMarkType, holder, act.at)
  if (changes === 0) return 'known'
  logOf(profile)(session, holder, eventOf(holder, 'mark_granted', act, { trustMarkType }))
  return 'granted'
}

/** Revokes a mark and adds the event. Returns false and changes nothing if there is no grant to revoke. */
function revokeMark(session: Session, profile: ProfileName, trustMarkType: string, holder: string, act: Act): boolean {
  const { changes } = session
    .prepare(
      `UPDATE trust_mark_grant SET revoked_at = ?
       WHERE profile = ? AND trust_mark_type = ? AND holder = ? AND revoked_at IS NULL`,
    )
    .run(act.at, profile, trustMarkType, holder)
  if (changes === 0) return false
  logOf(profile)(session, holder, eventOf(holder, 'mark_revoked', act, { trustMarkType }))
  return true
}

/** Creates the store of the immediate subordinates and their log, on the embedded database. */
function createSqliteSubordinates(
  database: SqliteDatabase,
  profile: ProfileName,
  recent: RecentRecords<Subordinate>,
): Subordinates {
  const log = logOf(profile)
  const findRow = (session: Session, entityId: string): Subordinate | undefined => {
    const row = session.prepare('SELECT * FROM subordinate WHERE profile = ? AND entity_id = ?').get(profile, entityId)
    return row && subordinateOf(row)
  }
  const update = <T>(entityId: string, verb: (session: Session) => T): Promise<T> =>
    database.write((session) => {
      recent.forget(entityId)
      return verb(session)
    })
  const setStatus = <A extends 'suspended' | 'resumed'>(action: A, entityId: string, act: Act, expected?: number) =>
    update(entityId, (session) => {
      const status = action === 'resumed' ? 'active' : 'suspended'
      const record = findRow(session, entityId)
      if (record === undefined) return 'unknown'
      if (expected !== undefined && record.revision !== expected) return 'outdated'
      if (record.status === status) return action
      session
        .prepare('UPDATE subordinate SET status = ?, revision = revision + 1 WHERE profile = ? AND entity_id = ?')
        .run(status, profile, entityId)
      holdCertificates(session, { profile, subject: entityId }, action === 'suspended' ? act.at : null)
      log(session, entityId, eventOf(entityId, action, act))
      return action
    })
  return {
    find: (entityId) => database.read((session) => recent.find(entityId, () => findRow(session, entityId))),
    list: async ({ after = '', limit }) => {
      await setImmediate() // a list has many pages, and other requests run between them
      return database.read((session) =>
        session
          .prepare('SELECT * FROM subordinate WHERE profile = ? AND entity_id > ? ORDER BY entity_id LIMIT ?')
          .all(profile, after, limit)
          .map(subordinateOf),
      )
    },
    takeUnpinned: ({ now, nextDue, limit }) =>
      database.write((session) =>
        session
          .prepare(`${unpinnedQuery} LIMIT ?`)
          .all(profile, now, nextDue + clocksApartSeconds, limit)
          .map(({ entity_id }) => {
            session
              .prepare('UPDATE subordinate SET pin_due = ? WHERE profile = ? AND entity_id = ?')
              .run(nextDue, profile, entity_id as string)
            return entity_id as string
          }),
      ),
    add: (entry, act, marks = []) =>
      database.write((session) => {
        if (findRow(session, entry.entityId)) return 'known'
        for (const type of marks) grantMark(session, profile, type, entry.entityId, act)
        session
          .prepare(
            `INSERT INTO subordinate (profile, entity_id, entry, status, revision)
             SELECT ?1, ?2, ?3, 'active', 1 + count(*) FROM subordinate_event WHERE profile = ?1 AND entity_id = ?2`,
          )
          .run(profile, entry.entityId, JSON.stringify(entry))
        log(session, entry.entityId, eventOf(entry.entityId, 'added', act))
        return 'added'
      }),
    change: (entityId, change, act, expectedRevision, marks = noMarks) =>
      update(entityId, (session) => {
        const record = findRow(session, entityId)
        if (record === undefined) return 'unknown'
        if (expectedRevision !== undefined && record.revision !== expectedRevision) return 'outdated'
        const { status: _, revision: __, ...entry } = record
        session
          .prepare('UPDATE subordinate SET entry = ?, revision = revision + 1 WHERE profile = ? AND entity_id = ?')
          .run(JSON.stringify(applyChange(entry, change)), profile, entityId)
        if (change.keys) {
          const keptKids = change.keys.flatMap(({ kid }) => kid ?? [])
          withdrawCertificates(session, { profile, subject: entityId }, keptKids, 'superseded', act.at)
        }
        for (const type of marks.revoke) revokeMark(session, profile, type, entityId, act)
        for (const type of marks.grant) grantMark(session, profile, type, entityId, act)
        log(session, entityId, eventOf(entityId, 'changed', act, { members: Object.keys(change).sort() }))
        return 'changed'
      }),
    suspend: (...call) => setStatus('suspended', ...call),
    resume: (...call) => setStatus('resumed', ...call),
    remove: (entityId, act) =>
      update(entityId, (session) => {
        const { changes } = session
          .prepare('DELETE FROM subordinate WHERE profile = ? AND entity_id = ?')
          .run(profile, entityId)
        if (changes === 0) return 'unknown'
        withdrawCertificates(session, { profile, subject: entityId }, [], 'cessationOfOperation', act.at)
        session
          .prepare('UPDATE trust_mark_grant SET revoked_at = ? WHERE profile = ? AND holder = ? AND revoked_at IS NULL')
          .run(act.at, profile, entityId)
        log(session, entityId, eventOf(entityId, 'removed', act))
        return 'removed'
      }),
    ...logVerbs(database.statements, profile),
    ...listRevisionVerb(database.statements, profile),
  }
}

/** Creates the store of granted trust marks on the embedded database. The log of the subordinates has their events. */
function createSqliteTrustMarkGrants(database: SqliteDatabase, profile: ProfileName): TrustMarkGrants {
  const isKnown = (session: Session, trustMarkType: string, holder: string): boolean =>
    session
      .prepare('SELECT 1 FROM trust_mark_grant WHERE profile = ? AND trust_mark_type = ? AND holder = ?')
      .get(profile, trustMarkType, holder) !== undefined
  const verbs = grantVerbs(database.statements, profile)
  return {
    ...verbs,
    list: async (page) => {
      await setImmediate() // as for a list of subordinates
      return verbs.list(page)
    },
    grant: (trustMarkType, holder, act) =>
      database.write((session) => grantMark(session, profile, trustMarkType, holder, act)),
    revoke: (trustMarkType, holder, act) =>
      database.write((session) => {
        const isRevoked = revokeMark(session, profile, trustMarkType, holder, act)
        return isRevoked || isKnown(session, trustMarkType, holder) ? 'revoked' : 'unknown'
      }),
  }
}

/**
 * Creates all stores of a profile entity, on the embedded database, which must have been opened with
 * `trustAnchorMigrations`. `profile` defaults to `seed`. Create them once for each database and profile, because they
 * keep recent records in memory.
 */
export function createSqliteTrustAnchorStores(
  database: SqliteDatabase,
  profile: ProfileName = 'seed',
): TrustAnchorStores {
  const recent = createRecentRecords<Subordinate>(database, keptSubordinates)
  const log = logOf(profile)
  return {
    subordinates: createSqliteSubordinates(database, profile, recent),
    trustMarkGrants: createSqliteTrustMarkGrants(database, profile),
    federationKeys: createSqliteKeyStore(database, federationKeyTables[profile]),
    certificates: createSqliteIssuedCertificates(database, { profile, log, changed: recent.forget }),
    keyAnnouncements: createSqliteKeyAnnouncements(database, { profile, log }),
  }
}
