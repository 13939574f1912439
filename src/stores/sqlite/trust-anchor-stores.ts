/**
 * The stores of a Trust Anchor or intermediate on the embedded database.
 */
import type { KeyRingStore } from '../../federation/index.ts'
import type { Act } from '../../member/index.ts'
import type { OperatorEvent, Subordinate, Subordinates, TrustMarkGrants } from '../../trust-anchor/index.ts'
import { changed } from '../../trust-anchor/stores.ts'
import type { Row } from '../stored-values.ts'
import { grantVerbs, logVerb } from '../trust-anchor-verbs.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import { createSqliteKeyStore } from './key-store.ts'
import { createRecentRecords } from './recent-records.ts'

const subordinateOf = (row: Row): Subordinate => ({
  ...JSON.parse(row.entry as string),
  status: row.status as Subordinate['status'],
  revision: row.revision as number,
})

const findRow = (session: Session, entityId: string): Subordinate | undefined => {
  const row = session.prepare('SELECT * FROM subordinate WHERE entity_id = ?').get(entityId)
  return row && subordinateOf(row)
}

function logEvent(session: Session, event: OperatorEvent): void {
  const insert = session.prepare('INSERT INTO subordinate_event (entity_id, event) VALUES (?, ?)')
  insert.run(event.entityId, JSON.stringify(event))
}

/** Number of subordinates in memory. Each statement about a subordinate reads it. */
const keptSubordinates = 1000

/** Creates the store of the immediate subordinates and their log, on the embedded database. */
export function createSqliteSubordinates(database: SqliteDatabase): Subordinates {
  const recent = createRecentRecords<Subordinate>(database, keptSubordinates)
  const update = <T>(entityId: string, verb: (session: Session) => T): Promise<T> =>
    database.write((session) => {
      recent.forget(entityId)
      return verb(session)
    })
  const turn = <A extends 'suspended' | 'resumed'>(action: A, entityId: string, act: Act, expected?: number) =>
    update(entityId, (session) => {
      const status = action === 'resumed' ? 'active' : 'suspended'
      const record = findRow(session, entityId)
      if (record === undefined) return 'unknown'
      if (expected !== undefined && record.revision !== expected) return 'outdated'
      if (record.status === status) return action
      session
        .prepare('UPDATE subordinate SET status = ?, revision = revision + 1 WHERE entity_id = ?')
        .run(status, entityId)
      logEvent(session, { entityId, action, ...act })
      return action
    })
  return {
    find: (entityId) => database.read((session) => recent.find(entityId, () => findRow(session, entityId))),
    list: () =>
      database.read((session) =>
        session.prepare('SELECT * FROM subordinate ORDER BY entity_id').all().map(subordinateOf),
      ),
    add: (entry, act) =>
      database.write((session) => {
        const { changes } = session
          .prepare(
            `INSERT INTO subordinate (entity_id, entry, status, revision)
             SELECT ?1, ?2, 'active', 1 + count(*) FROM subordinate_event WHERE entity_id = ?1 ON CONFLICT DO NOTHING`,
          )
          .run(entry.entityId, JSON.stringify(entry))
        if (changes === 0) return 'known'
        logEvent(session, { entityId: entry.entityId, action: 'added', ...act })
        return 'added'
      }),
    change: (entityId, change, act, expectedRevision) =>
      update(entityId, (session) => {
        const record = findRow(session, entityId)
        if (record === undefined) return 'unknown'
        if (expectedRevision !== undefined && record.revision !== expectedRevision) return 'outdated'
        const { status: _, revision: __, ...entry } = record
        session
          .prepare('UPDATE subordinate SET entry = ?, revision = revision + 1 WHERE entity_id = ?')
          .run(JSON.stringify(changed(entry, change)), entityId)
        logEvent(session, { entityId, action: 'changed', members: Object.keys(change).sort(), ...act })
        return 'changed'
      }),
    suspend: (...given) => turn('suspended', ...given),
    resume: (...given) => turn('resumed', ...given),
    remove: (entityId, act) =>
      update(entityId, (session) => {
        const { changes } = session.prepare('DELETE FROM subordinate WHERE entity_id = ?').run(entityId)
        if (changes === 0) return 'unknown'
        logEvent(session, { entityId, action: 'removed', ...act })
        return 'removed'
      }),
    ...logVerb(database.statements),
  }
}

const isKnown = (session: Session, trustMarkType: string, holder: string): boolean =>
  session
    .prepare('SELECT 1 FROM trust_mark_grant WHERE trust_mark_type = ? AND holder = ?')
    .get(trustMarkType, holder) !== undefined

/** Creates the store of granted trust marks with the same log, on the embedded database. */
export function createSqliteTrustMarkGrants(database: SqliteDatabase): TrustMarkGrants {
  return {
    ...grantVerbs(database.statements),
    grant: (trustMarkType, holder, act) =>
      database.write((session) => {
        const { changes } = session
          .prepare(
            `INSERT INTO trust_mark_grant (trust_mark_type, holder, granted_at) VALUES (?, ?, ?)
             ON CONFLICT DO UPDATE SET granted_at = excluded.granted_at, revoked_at = NULL
             WHERE revoked_at IS NOT NULL`,
          )
          .run(trustMarkType, holder, act.at)
        if (changes === 0) return 'known'
        logEvent(session, { entityId: holder, action: 'mark_granted', trustMarkType, ...act })
        return 'granted'
      }),
    revoke: (trustMarkType, holder, act) =>
      database.write((session) => {
        const { changes } = session
          .prepare(
            'UPDATE trust_mark_grant SET revoked_at = ? WHERE trust_mark_type = ? AND holder = ? AND revoked_at IS NULL',
          )
          .run(act.at, trustMarkType, holder)
        if (changes === 0) return isKnown(session, trustMarkType, holder) ? 'revoked' : 'unknown'
        logEvent(session, { entityId: holder, action: 'mark_revoked', trustMarkType, ...act })
        return 'revoked'
      }),
  }
}

/** The ring of federation keys, on the embedded database. */
export const createSqliteFederationKeyStore = (database: SqliteDatabase): KeyRingStore =>
  createSqliteKeyStore(database, 'federation_key')
