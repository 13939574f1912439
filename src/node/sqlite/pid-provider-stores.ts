import type { AuthorizationSession, Grant, PidProviderStores, PushedRequest } from '../../pid-provider/index.ts'
import type { Migrations } from '../migrations.ts'
import { valueDigest } from '../stored-values.ts'
import { type ExpiringRows, type Session, type SqliteDatabase, Undone } from './database.ts'
import { createIssuedCredentials } from './issued-credentials.ts'

/**
 * A table whose rows lie as they came, and not by their random keys: neighbours are written together, and a body that is
 * longer than a quarter of a page needs no pages of its own.
 */
const inOrderOfArrival = (table: string): string =>
  `CREATE TABLE moved (digest BLOB NOT NULL UNIQUE, body TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
   INSERT INTO moved SELECT digest, body, expires_at FROM ${table};
   DROP TABLE ${table};
   ALTER TABLE moved RENAME TO ${table};
   CREATE INDEX ${table}_by_expiry ON ${table} (expires_at)`

export const pidProviderMigrations: Migrations = [
  `CREATE TABLE pushed_request (digest BLOB PRIMARY KEY, body TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE authorization_session (digest BLOB PRIMARY KEY, body TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE authorization_grant (
     code_digest BLOB PRIMARY KEY, body TEXT NOT NULL, token_id TEXT UNIQUE, token TEXT,
     expires_at INTEGER NOT NULL, revoked_at INTEGER
   ) STRICT;
   CREATE TABLE issued_credential (
     id TEXT PRIMARY KEY, format TEXT NOT NULL, holder_thumbprint TEXT NOT NULL, subject TEXT NOT NULL,
     client_id TEXT NOT NULL, wallet_provider TEXT NOT NULL, token_id TEXT NOT NULL,
     status_list INTEGER NOT NULL, status_index INTEGER NOT NULL,
     issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, status TEXT NOT NULL,
     UNIQUE (status_list, status_index)
   ) STRICT;
   CREATE INDEX issued_credential_by_holder ON issued_credential (holder_thumbprint);
   CREATE INDEX issued_credential_by_token ON issued_credential (token_id);
   CREATE INDEX issued_credential_by_subject ON issued_credential (subject);
   CREATE INDEX issued_credential_exceptions ON issued_credential (status_list) WHERE status <> 'valid';
   CREATE TABLE credential_change (
     credential_id TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL, reason TEXT NOT NULL
   ) STRICT;
   CREATE INDEX credential_change_by_credential ON credential_change (credential_id)`,
  `CREATE INDEX pushed_request_by_expiry ON pushed_request (expires_at);
   CREATE INDEX authorization_session_by_expiry ON authorization_session (expires_at);
   CREATE INDEX authorization_grant_by_expiry ON authorization_grant (expires_at)`,
  `ALTER TABLE issued_credential ADD COLUMN attestation_list TEXT;
   ALTER TABLE issued_credential ADD COLUMN attestation_index INTEGER;
   ALTER TABLE issued_credential ADD COLUMN attestation_until INTEGER;
   CREATE INDEX issued_credential_by_client ON issued_credential (client_id);
   CREATE INDEX issued_credential_by_issue ON issued_credential (issued_at);
   CREATE INDEX issued_credential_watched ON issued_credential (id)
     WHERE attestation_until IS NOT NULL AND status <> 'revoked'`,
  ['pushed_request', 'authorization_session'].map(inOrderOfArrival).join(';'),
]

const expiring: readonly ExpiringRows[] = [
  { table: 'authorization_grant', key: 'code_digest', column: 'expires_at' },
  { table: 'authorization_session', key: 'digest', column: 'expires_at' },
  { table: 'pushed_request', key: 'digest', column: 'expires_at' },
]

const bodyOf = <T>(row: Record<string, unknown> | undefined): T | undefined =>
  row && (JSON.parse(row.body as string) as T)

export function createSqlitePidProviderStores(database: SqliteDatabase): PidProviderStores {
  return {
    pushedRequests: {
      push: ({ claims, pushed }) =>
        database.claim(claims, (session) => {
          session
            .prepare('INSERT INTO pushed_request (digest, body, expires_at) VALUES (?, ?, ?)')
            .run(valueDigest(pushed.requestUri), JSON.stringify({ ...pushed, requestUri: '' }), pushed.expiresAt)
          return 'pushed' as const
        }),
      find: (requestUri, now) =>
        database.read((session) => {
          const body = bodyOf<PushedRequest>(
            session
              .prepare('SELECT body FROM pushed_request WHERE digest = ? AND expires_at > ?')
              .get(valueDigest(requestUri), now),
          )
          return body && { ...body, requestUri }
        }),
    },
    authorizationSessions: createSessions(database),
    grants: createGrants(database),
    issuedCredentials: createIssuedCredentials(database),
  }
}

function createSessions(database: SqliteDatabase): PidProviderStores['authorizationSessions'] {
  const find = (session: Session, id: string): AuthorizationSession | undefined => {
    const body = bodyOf<AuthorizationSession>(
      session.prepare('SELECT body FROM authorization_session WHERE digest = ?').get(valueDigest(id)),
    )
    return body && { ...body, id }
  }
  return {
    begin: (record) =>
      database.write((session) => {
        session
          .prepare('INSERT INTO authorization_session (digest, body, expires_at) VALUES (?, ?, ?)')
          .run(valueDigest(record.id), JSON.stringify({ ...record, id: '' }), record.expiresAt)
      }),
    find: (id, now) =>
      database.read((session) => {
        const record = find(session, id)
        return record && now < record.expiresAt ? record : undefined
      }),
    takeLoginAnswer: ({ id, claims }) =>
      database.claim(claims, (session) => {
        const row = session.prepare('SELECT 1 FROM authorization_session WHERE digest = ?').get(valueDigest(id))
        return row === undefined ? new Undone('gone' as const) : ('taken' as const)
      }),
    recordLogin: ({ id, login }) =>
      database.write((session) => {
        const record = find(session, id)
        if (record === undefined) return 'gone'
        session
          .prepare('UPDATE authorization_session SET body = ? WHERE digest = ?')
          .run(JSON.stringify({ ...record, id: '', login }), valueDigest(id))
        return 'recorded'
      }),
    end: ({ id, requestUri, claims, grant }) =>
      database.claim(claims, (session) => {
        const { changes } = session.prepare('DELETE FROM authorization_session WHERE digest = ?').run(valueDigest(id))
        if (changes === 0) return new Undone('gone' as const)
        session.prepare('DELETE FROM pushed_request WHERE digest = ?').run(valueDigest(requestUri))
        if (grant)
          session
            .prepare('INSERT INTO authorization_grant (code_digest, body, expires_at) VALUES (?, ?, ?)')
            .run(valueDigest(grant.code), JSON.stringify({ ...grant, code: '' }), grant.codeExpiresAt)
        return 'ended' as const
      }),
  }
}

function createGrants(database: SqliteDatabase): PidProviderStores['grants'] {
  const grantOf = (row: Record<string, unknown> | undefined, code: string): Grant | undefined => {
    const body = bodyOf<Grant>(row)
    return (
      body && {
        ...body,
        code,
        ...(typeof row?.token === 'string' ? { token: JSON.parse(row.token) as NonNullable<Grant['token']> } : {}),
        ...(typeof row?.revoked_at === 'number' ? { revokedAt: row.revoked_at } : {}),
      }
    )
  }
  return {
    findByCode: (code) =>
      database.read((session) =>
        grantOf(
          session.prepare('SELECT * FROM authorization_grant WHERE code_digest = ?').get(valueDigest(code)),
          code,
        ),
      ),
    redeem: ({ code, claims, token }) =>
      database.claim(claims, (session) => {
        const { changes } = session
          .prepare(
            `UPDATE authorization_grant SET token_id = ?, token = ?, expires_at = max(expires_at, ?)
             WHERE code_digest = ? AND token_id IS NULL`,
          )
          .run(token.jti, JSON.stringify(token), token.expiresAt, valueDigest(code))
        if (changes > 0) return 'redeemed' as const
        const row = session.prepare('SELECT 1 FROM authorization_grant WHERE code_digest = ?').get(valueDigest(code))
        return new Undone(row === undefined ? ('gone' as const) : { lost: 'code' as const })
      }),
    findByToken: (tokenId) =>
      database.read((session) =>
        grantOf(session.prepare('SELECT * FROM authorization_grant WHERE token_id = ?').get(tokenId), ''),
      ),
    revokeByCode: (code, now) =>
      database.write((session) => {
        session
          .prepare('UPDATE authorization_grant SET revoked_at = ? WHERE code_digest = ? AND revoked_at IS NULL')
          .run(now, valueDigest(code))
      }),
    prune: async (now) => {
      for (const rows of expiring) await database.forget(rows, now)
    },
  }
}
