/**
 * A ring of keys in a table of the embedded database: an entity's federation keys, a Wallet Provider's attestation keys.
 * The private halves stand elsewhere.
 */
import type { PublicJwk } from '../../base/index.ts'
import type { FederationKeyRecord, FederationKeyStore, KeyRevocationReason } from '../../federation/index.ts'
import type { Session, SqliteDatabase } from './database.ts'

const keyOf = (row: Readonly<Record<string, unknown>>): FederationKeyRecord => ({
  kid: row.kid as string,
  jwk: JSON.parse(row.jwk as string) as PublicJwk,
  state: row.state as FederationKeyRecord['state'],
  createdAt: row.created_at as number,
  ...(row.retired_at === null ? {} : { retiredAt: row.retired_at as number }),
  ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at as number }),
  ...(row.reason === null ? {} : { reason: row.reason as KeyRevocationReason }),
})

/** The table is one that a role's migrations have made. */
export function createSqliteKeyStore(
  database: SqliteDatabase,
  table: 'federation_key' | 'attestation_key',
): FederationKeyStore {
  const stateOf = (session: Session, kid: string) =>
    session.prepare(`SELECT state FROM ${table} WHERE kid = ?`).get(kid)?.state
  return {
    list: () => database.read((session) => session.prepare(`SELECT * FROM ${table} ORDER BY id`).all().map(keyOf)),
    add: ({ kid, jwk, createdAt }) =>
      database.write((session) => {
        const { changes } = session
          .prepare(
            `INSERT INTO ${table} (kid, jwk, state, created_at) VALUES (?, ?, 'pending', ?) ON CONFLICT DO NOTHING`,
          )
          .run(kid, JSON.stringify(jwk), createdAt)
        return changes === 0 ? 'known' : 'added'
      }),
    activate: ({ kid, retiredAt }) =>
      database.write((session) => {
        if (stateOf(session, kid) !== 'pending') return 'not_pending'
        session.prepare(`UPDATE ${table} SET state = 'retiring', retired_at = ? WHERE state = 'active'`).run(retiredAt)
        session.prepare(`UPDATE ${table} SET state = 'active' WHERE kid = ?`).run(kid)
        return 'active'
      }),
    revoke: ({ kid, reason, now }) =>
      database.write((session) => {
        const state = stateOf(session, kid)
        if (state === undefined) return 'unknown'
        if (state === 'active') return 'signing'
        session
          .prepare(
            `UPDATE ${table} SET state = 'revoked', revoked_at = ?, reason = ? WHERE kid = ? AND state <> 'revoked'`,
          )
          .run(now, reason, kid)
        return 'revoked'
      }),
  }
}
