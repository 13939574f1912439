/**
 * A ring of keys in the embedded database: an entity's federation keys, or a Wallet Provider's attestation keys.
 * Private keys are not in the database.
 */
import type { KeyRingStore, RingKeyRecord } from '../../federation/index.ts'
import { type FederationKeyTable, keyOf } from '../key-rows.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import { createRecentRecords } from './recent-records.ts'

type KeyTable = FederationKeyTable | 'attestation_key'

/** Returns the first migration of a ring: the table. */
export const keyTable = (table: KeyTable): string => `
  CREATE TABLE ${table} (
    id INTEGER PRIMARY KEY,
    kid TEXT NOT NULL UNIQUE,
    jwk TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    retired_at INTEGER,
    revoked_at INTEGER,
    reason TEXT
  ) STRICT`

/** Returns the second migration of a ring: the actors and times of changes. */
export const keyActors = (table: KeyTable): string =>
  ['created_by TEXT', 'activated_at INTEGER', 'activated_by TEXT', 'revoked_by TEXT']
    .map((column) => `ALTER TABLE ${table} ADD COLUMN ${column}`)
    .join(';\n')

/** Returns the third migration of a ring: the reason for which a key was created. */
export const keyReasons = (table: KeyTable): string => `ALTER TABLE ${table} ADD COLUMN created_reason TEXT`

/**
 * Creates the store of a ring whose table a role's migrations have created. Keeps the last list in memory, since each
 * signed document reads it. Create only one store for each ring in a process: a store sees the changes of other
 * processes, but not those of a second store in its own process.
 */
export function createSqliteKeyStore(database: SqliteDatabase, table: KeyTable): KeyRingStore {
  const stateOf = (session: Session, kid: string) =>
    session.prepare(`SELECT state FROM ${table} WHERE kid = ?`).get(kid)?.state
  const recent = createRecentRecords<readonly RingKeyRecord[]>(database, 1)
  const change = <T>(verb: (session: Session) => T): Promise<T> =>
    database.write((session) => {
      recent.forget(table)
      return verb(session)
    })
  const listAll = (session: Session) => session.prepare(`SELECT * FROM ${table} ORDER BY id`).all().map(keyOf)
  return {
    list: () => database.read((session) => recent.find(table, () => listAll(session))),
    add: ({ kid, jwk, createdAt, createdBy, createdReason = null }) =>
      change((session) => {
        const { changes } = session
          .prepare(
            `INSERT INTO ${table} (kid, jwk, state, created_at, created_by, created_reason)
             VALUES (?, ?, 'pending', ?, ?, ?) ON CONFLICT DO NOTHING`,
          )
          .run(kid, JSON.stringify(jwk), createdAt, createdBy, createdReason)
        return changes === 0 ? 'known' : 'added'
      }),
    activate: ({ kid, retiredAt, now, actor }) =>
      change((session) => {
        if (stateOf(session, kid) !== 'pending') return 'not_pending'
        session.prepare(`UPDATE ${table} SET state = 'retiring', retired_at = ? WHERE state = 'active'`).run(retiredAt)
        session
          .prepare(`UPDATE ${table} SET state = 'active', activated_at = ?, activated_by = ? WHERE kid = ?`)
          .run(now, actor, kid)
        return 'active'
      }),
    revoke: ({ kid, reason, now, actor }) =>
      change((session) => {
        const state = stateOf(session, kid)
        if (state === undefined) return 'unknown'
        if (state === 'active') return 'signing'
        session
          .prepare(
            `UPDATE ${table} SET state = 'revoked', revoked_at = ?, revoked_by = ?, reason = ?
             WHERE kid = ? AND state <> 'revoked'`,
          )
          .run(now, actor, reason, kid)
        if (reason === 'compromised')
          session.prepare(`UPDATE ${table} SET reason = 'compromised' WHERE kid = ?`).run(kid) // FED-121
        return 'revoked'
      }),
  }
}
