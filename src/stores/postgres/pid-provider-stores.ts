/**
 * The PID Provider's stores on PostgreSQL. They keep bearer values (codes, session identifiers, request URIs) as
 * digests: a reader of the database cannot use them.
 */
import type { AuthorizationSession, PidProviderStores } from '../../pid-provider/index.ts'
import { grantOf } from '../pid-provider-rows.ts'
import { pushedRequestVerbs, revokeByCode } from '../pid-provider-verbs.ts'
import { valueDigest } from '../stored-values.ts'
import type { PostgresDatabase } from './database.ts'
import { createIssuedCredentials } from './issued-credentials.ts'
import { withoutWaiting } from './schema.ts'

/**
 * Creates the stores of a PID Provider. The database must have been opened with `pidProviderSchema`. Replicas may share
 * it.
 */
export function createPostgresPidProviderStores(database: PostgresDatabase): PidProviderStores {
  return {
    pushedRequests: createPushedRequests(database),
    authorizationSessions: createSessions(database),
    grants: createGrants(database),
    issuedCredentials: createIssuedCredentials(database),
  }
}

const createPushedRequests = (database: PostgresDatabase): PidProviderStores['pushedRequests'] => ({
  push: ({ claims, pushed }) =>
    database.claim(claims, 'push_request', [
      valueDigest(pushed.requestUri),
      JSON.stringify({ ...pushed, requestUri: '' }),
      pushed.expiresAt,
    ]),
  ...pushedRequestVerbs(database),
})

const createSessions = (database: PostgresDatabase): PidProviderStores['authorizationSessions'] => ({
  begin: async ({ login, ...record }) => {
    await database.write(
      `INSERT INTO authorization_session (digest, body, login, expires_at)
       SELECT $1::bytea, $2::text, $3::text, $4::bigint WHERE ${withoutWaiting}`,
      [valueDigest(record.id), JSON.stringify({ ...record, id: '' }), login && JSON.stringify(login), record.expiresAt],
    )
  },
  find: async (id, now) => {
    const [row] = await database.read(
      'SELECT body, login FROM authorization_session WHERE digest = $1 AND expires_at > $2',
      [valueDigest(id), now],
    )
    if (row === undefined) return undefined
    const record = JSON.parse(row.body as string) as AuthorizationSession
    return { ...record, id, ...(row.login === null ? {} : { login: JSON.parse(row.login as string) }) }
  },
  takeLoginAnswer: ({ id, claims }) => database.claim(claims, 'take_login_answer', [valueDigest(id)]),
  recordLogin: async ({ id, newId, login }) => {
    const { count } = await database.write(
      'UPDATE authorization_session SET digest = $2, login = $3 WHERE digest = $1',
      [valueDigest(id), valueDigest(newId), JSON.stringify(login)],
    )
    return count === 0 ? 'gone' : 'recorded'
  },
  end: ({ id, requestUri, claims, grant, refused }) => {
    const sessionValues = [valueDigest(id), valueDigest(requestUri)]
    if (refused)
      return database.claim(claims, 'refuse_session', [
        ...sessionValues,
        valueDigest(refused.id),
        JSON.stringify({ ...refused, id: '' }),
        refused.expiresAt,
      ])
    return database.claim(claims, 'end_session', [
      ...sessionValues,
      grant && valueDigest(grant.code),
      grant && JSON.stringify({ ...grant, code: '' }),
      grant?.codeExpiresAt,
    ])
  },
})

const createGrants = (database: PostgresDatabase): PidProviderStores['grants'] => ({
  findByCode: async (code) => {
    const [row] = await database.read(
      'SELECT body, token, revoked_at FROM authorization_grant WHERE code_digest = $1',
      [valueDigest(code)],
    )
    return grantOf(row, code)
  },
  redeem: ({ code, claims, token }) =>
    database.claim(claims, 'redeem_grant', [valueDigest(code), token.jti, JSON.stringify(token), token.expiresAt]),
  findByToken: async (tokenId) => {
    const [row] = await database.read('SELECT body, token, revoked_at FROM authorization_grant WHERE token_id = $1', [
      tokenId,
    ])
    return grantOf(row)
  },
  revokeByCode: (code, now) => revokeByCode(database, code, now),
  prune: (now, end) => database.prune(now, end),
})
