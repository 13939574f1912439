/**
 * The PID Provider's stores on PostgreSQL. Bearer values (codes, session identifiers, request URIs) are kept as digests:
 * whoever reads the database cannot use what he finds.
 */
import type {
  AuthorizationSession,
  CredentialStatus,
  Grant,
  PidProviderStores,
  PushedRequest,
} from '../../pid-provider/index.ts'
import {
  credentialMayBecome,
  mostCredentialsPerToken,
  supersession,
} from '../../pid-provider/register/issued-credential.ts'
import { changeOf, credentialColumns, credentialOf, credentialValues, searchedColumns } from '../pid-provider-rows.ts'
import { valueDigest } from '../stored-values.ts'
import type { PostgresDatabase, Row } from './database.ts'
import { withoutWaiting } from './schema.ts'
import { createWatchedLists } from './watched-lists.ts'

/** The database must have been opened with `pidProviderSchema`. Replicas may share it. */
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
  keep: async ({ requestUri, until }) => {
    await database.write('UPDATE pushed_request SET expires_at = $2 WHERE digest = $1 AND expires_at < $2', [
      valueDigest(requestUri),
      until,
    ])
  },
  find: async (requestUri, now) => {
    const [row] = await database.read('SELECT body FROM pushed_request WHERE digest = $1 AND expires_at > $2', [
      valueDigest(requestUri),
      now,
    ])
    return row && { ...(JSON.parse(row.body as string) as PushedRequest), requestUri }
  },
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
    const ended = [valueDigest(id), valueDigest(requestUri)]
    if (refused)
      return database.claim(claims, 'refuse_session', [
        ...ended,
        valueDigest(refused.id),
        JSON.stringify({ ...refused, id: '' }),
        refused.expiresAt,
      ])
    return database.claim(claims, 'end_session', [
      ...ended,
      grant && valueDigest(grant.code),
      grant && JSON.stringify({ ...grant, code: '' }),
      grant?.codeExpiresAt,
    ])
  },
})

const grantOf = (row: Row | undefined, code: string): Grant | undefined =>
  row && {
    ...(JSON.parse(row.body as string) as Grant),
    code,
    ...(row.token === null ? {} : { token: JSON.parse(row.token as string) as NonNullable<Grant['token']> }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at as number }),
  }

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
    return grantOf(row, '')
  },
  revokeByCode: async (code, now) => {
    await database.write(
      'UPDATE authorization_grant SET revoked_at = $2 WHERE code_digest = $1 AND revoked_at IS NULL',
      [valueDigest(code), now],
    )
  },
  prune: (now) => database.prune(now),
})

const statuses: readonly CredentialStatus[] = ['valid', 'suspended', 'revoked']
const before = (to: CredentialStatus): readonly CredentialStatus[] =>
  statuses.filter((from) => credentialMayBecome(from, to))

function createIssuedCredentials(database: PostgresDatabase): PidProviderStores['issuedCredentials'] {
  return {
    register: ({ claims, credential }) =>
      database.claim(claims, 'register_credential', [
        ...credentialValues(credential),
        before(supersession.status),
        supersession.actor,
        supersession.reason,
        mostCredentialsPerToken,
      ]),
    find: async (id) => {
      const [row] = await database.read(`SELECT ${credentialColumns} FROM issued_credential WHERE id = $1`, [id])
      return row && credentialOf(row)
    },
    search: async (by) => {
      const said = searchedColumns(by)
      const where = said.map(([column], index) => `${column} = $${index + 2}`).join(' AND ') || 'true'
      const rows = await database.read(
        `SELECT ${credentialColumns} FROM issued_credential WHERE ${where} ORDER BY issued_at DESC LIMIT $1`,
        [by.limit ?? 1000, ...said.map(([, value]) => value)],
      )
      return rows.map(credentialOf)
    },
    ...createWatchedLists(database),
    changeStatus: ({ credentialId, status, at, actor, reason }) =>
      database.call('change_credential', [credentialId, status, at, actor, reason, before(status)]),
    exceptions: async (statusList) => {
      const rows = await database.read(
        `SELECT status_index, status FROM issued_credential WHERE status_list = $1 AND status <> 'valid'`,
        [statusList],
      )
      return rows.map((row) => ({ index: row.status_index as number, status: row.status as CredentialStatus }))
    },
    changes: async (credentialId) => {
      const rows = await database.read(
        'SELECT credential_id, status, at, actor, reason FROM credential_change WHERE credential_id = $1 ORDER BY sequence',
        [credentialId],
      )
      return rows.map(changeOf)
    },
  }
}
