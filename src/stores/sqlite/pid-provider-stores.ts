/** The PID Provider's stores on the embedded database. */
import { runInTurn } from '../../base/index.ts'
import type { AuthorizationSession, Grant, PidProviderStores } from '../../pid-provider/index.ts'
import { grantOf } from '../pid-provider-rows.ts'
import { pushedRequestVerbs, revokeByCode } from '../pid-provider-verbs.ts'
import { valueDigest } from '../stored-values.ts'
import { Undone } from './claims.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import { type ExpiringRows, forgetArrived } from './forget.ts'
import { createIssuedCredentials } from './issued-credentials.ts'
import { createRecentRecords, type RecentRecords } from './recent-records.ts'
import { expiringLists } from './watched-lists.ts'

/**
 * Creates the stores of a PID Provider. The database must have been opened with `pidProviderMigrations`. Create them
 * once for each database, because they keep recent records in memory.
 */
export function createSqlitePidProviderStores(database: SqliteDatabase): PidProviderStores {
  const recent = createRecentIssuances(database)
  return {
    pushedRequests: createPushedRequests(database),
    authorizationSessions: createSessions(database, recent),
    grants: createGrants(database, recent),
    issuedCredentials: createIssuedCredentials(database),
  }
}

const createPushedRequests = (database: SqliteDatabase): PidProviderStores['pushedRequests'] => ({
  push: ({ claims, pushed }) =>
    database.claim(claims, (session) => {
      session
        .prepare('INSERT INTO pushed_request (digest, body, expires_at) VALUES (?, ?, ?)')
        .run(valueDigest(pushed.requestUri), JSON.stringify({ ...pushed, requestUri: '' }), pushed.expiresAt)
      return 'pushed' as const
    }),
  ...pushedRequestVerbs(database.statements),
})

function createSessions(
  database: SqliteDatabase,
  { sessions: recent, grantsByCode }: RecentIssuances,
): PidProviderStores['authorizationSessions'] {
  const find = (session: Session, id: string): AuthorizationSession | undefined => {
    const row = session.prepare('SELECT body FROM authorization_session WHERE digest = ?').get(valueDigest(id))
    return row && { ...(JSON.parse(row.body as string) as AuthorizationSession), id }
  }
  const insert = (session: Session, record: AuthorizationSession): void => {
    session
      .prepare('INSERT INTO authorization_session (digest, body, expires_at) VALUES (?, ?, ?)')
      .run(valueDigest(record.id), JSON.stringify({ ...record, id: '' }), record.expiresAt)
  }
  return {
    begin: (record) => database.write((session) => insert(session, record)),
    find: (id, now) =>
      database.read((session) => {
        const record = recent.find(id, () => find(session, id))
        return record && now < record.expiresAt ? record : undefined
      }),
    takeLoginAnswer: ({ id, claims }) =>
      database.claim(claims, (session) => {
        const row = session.prepare('SELECT 1 FROM authorization_session WHERE digest = ?').get(valueDigest(id))
        return row === undefined ? new Undone('gone' as const) : ('taken' as const)
      }),
    recordLogin: ({ id, newId, login }) =>
      database
        .write((session) => {
          const record = find(session, id)
          if (record === undefined) return 'gone'
          session
            .prepare('UPDATE authorization_session SET digest = ?, body = ? WHERE digest = ?')
            .run(valueDigest(newId), JSON.stringify({ ...record, id: '', login }), valueDigest(id))
          return 'recorded'
        })
        .finally(() => recent.forget(id)),
    end: async ({ id, requestUri, claims, grant, refused }) => {
      const outcome = await database
        .claim(claims, (session) => {
          const { changes } = session.prepare('DELETE FROM authorization_session WHERE digest = ?').run(valueDigest(id))
          if (changes === 0) return new Undone('gone' as const)
          session.prepare('DELETE FROM pushed_request WHERE digest = ?').run(valueDigest(requestUri))
          if (grant)
            session
              .prepare('INSERT INTO authorization_grant (code_digest, body, expires_at) VALUES (?, ?, ?)')
              .run(valueDigest(grant.code), JSON.stringify({ ...grant, code: '' }), grant.codeExpiresAt)
          if (refused) insert(session, refused)
          return 'ended' as const
        })
        .finally(() => recent.forget(id))
      if (grant && outcome === 'ended') grantsByCode.keep(grant.code, grant)
      return outcome
    },
  }
}

const expiringGrants: ExpiringRows = { table: 'authorization_grant', key: 'code_digest', column: 'expires_at' }

function createGrants(database: SqliteDatabase, recent: RecentIssuances): PidProviderStores['grants'] {
  const { grantsByCode, grantsByToken } = recent
  const isRedeemed = (session: Session, code: string): boolean =>
    session
      .prepare('SELECT 1 FROM authorization_grant WHERE code_digest = ? AND token_id IS NOT NULL')
      .get(valueDigest(code)) !== undefined
  return {
    findByCode: (code) =>
      database.read((session) =>
        grantsByCode.find(code, () =>
          grantOf(
            session.prepare('SELECT * FROM authorization_grant WHERE code_digest = ?').get(valueDigest(code)),
            code,
          ),
        ),
      ),
    // `token_id` in the row of the grant shows that the code was redeemed.
    redeem: async ({ code, claims, token }) => {
      const cachedGrant = grantsByCode.find(code, () => undefined)
      const outcome = await database
        .claim(claims, (session) => {
          const { changes } = session
            .prepare(
              `UPDATE authorization_grant SET token_id = ?, token = ?, expires_at = max(expires_at, ?)
               WHERE code_digest = ? AND token_id IS NULL`,
            )
            .run(token.jti, JSON.stringify(token), token.expiresAt, valueDigest(code))
          if (changes > 0) return 'redeemed' as const
          return new Undone(isRedeemed(session, code) ? { lost: 'code' as const } : ('gone' as const))
        })
        .finally(() => grantsByCode.forget(code))
      if (outcome === 'redeemed' && cachedGrant) grantsByToken.keep(token.jti, { ...cachedGrant, code: '', token })
      return outcome
    },
    findByToken: (tokenId) =>
      database.read((session) =>
        grantsByToken.find(tokenId, () =>
          grantOf(session.prepare('SELECT * FROM authorization_grant WHERE token_id = ?').get(tokenId)),
        ),
      ),
    revokeByCode: (code, now) => revokeByCode(database.statements, code, now).finally(recent.forgetAll),
    prune: async (now, end) => {
      try {
        await runInTurn(
          [
            ...[expiringGrants, expiringLists].map((rows) => () => database.forget(rows, now, end)),
            ...['authorization_session', 'pushed_request'].map(
              (table) => () => forgetArrived(database.write, table, now, end),
            ),
          ],
          end,
        )
      } finally {
        recent.forgetAll()
      }
    },
  }
}

/**
 * Keeps recent sessions and grants in memory for the next step of their flow: a wallet requests its token soon after
 * the consent, and its credential soon after that. Only the database decides single use. A store method that changes a
 * record removes the record from memory. Pruning removes all records, so that no personal data outlives its rows.
 */
interface RecentIssuances {
  readonly sessions: RecentRecords<AuthorizationSession>
  readonly grantsByCode: RecentRecords<Grant>
  readonly grantsByToken: RecentRecords<Grant>
  forgetAll(): void
}

/**
 * Maximum number of records of each kind. Only the most recent half is certain to be kept. With more than 2500 flows
 * under way, some records are read from the database again.
 */
const capacity = 5000

function createRecentIssuances(database: Pick<SqliteDatabase, 'foreignWrites'>): RecentIssuances {
  const sessions = createRecentRecords<AuthorizationSession>(database, capacity)
  const grantsByCode = createRecentRecords<Grant>(database, capacity)
  const grantsByToken = createRecentRecords<Grant>(database, capacity)
  return {
    sessions,
    grantsByCode,
    grantsByToken,
    forgetAll: () => {
      for (const records of [sessions, grantsByCode, grantsByToken]) records.forgetAll()
    },
  }
}
