/** Pushed requests and the browser sessions that begin with them, on the embedded database. */
import type { AuthorizationSession, PidProviderStores } from '../../pid-provider/index.ts'
import { pushedRequestVerbs } from '../pid-provider-verbs.ts'
import { valueDigest } from '../stored-values.ts'
import { Undone } from './claims.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import { forgetArrived } from './forget.ts'
import type { RecentIssuances } from './pid-provider-recents.ts'

export const createPushedRequests = (database: SqliteDatabase): PidProviderStores['pushedRequests'] => ({
  push: ({ claims, pushed }) =>
    database.claim(claims, (session) => {
      session
        .prepare('INSERT INTO pushed_request (digest, body, expires_at) VALUES (?, ?, ?)')
        .run(valueDigest(pushed.requestUri), JSON.stringify({ ...pushed, requestUri: '' }), pushed.expiresAt)
      return 'pushed' as const
    }),
  ...pushedRequestVerbs(database.statements),
})

export function createSessions(
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

/** Deletes expired sessions and pushed requests. */
export async function forgetAuthorizations({ write }: SqliteDatabase, now: number): Promise<void> {
  for (const table of ['authorization_session', 'pushed_request']) await forgetArrived(write, table, now)
}
