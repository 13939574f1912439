/** Records of the OpenID Provider for applications, in a table of the Relying Party's store. */
import type { OpenIdRecord, OpenIdRecordKey, OpenIdRecords } from '../relying-party/index.ts'
import type { PostgresDatabase } from './postgres/database.ts'
import type { SqliteDatabase } from './sqlite/database.ts'
import type { Statements, StatementValue } from './statements.ts'
import { valueDigest } from './stored-values.ts'

const digestOf = ({ kind, id }: OpenIdRecordKey): Uint8Array => valueDigest(`${kind}\0${id}`)

const insertion = `INSERT INTO openid_record (digest, body, grant_digest, expires_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (digest) DO`

const valuesOf = (record: OpenIdRecord): readonly StatementValue[] => [
  digestOf(record),
  record.body,
  record.grant === undefined ? undefined : valueDigest(record.grant),
  record.expiresAt,
]

/** Creates the store of records. `prune` deletes the rows that expired before a time. */
const createOpenIdRecords = ({ read, write }: Statements, prune: OpenIdRecords['prune']): OpenIdRecords => ({
  save: async (record) => {
    await write(
      `${insertion} UPDATE SET body = excluded.body, grant_digest = excluded.grant_digest, expires_at = excluded.expires_at`,
      valuesOf(record),
    )
  },
  add: async (record) => {
    const { count } = await write(`${insertion} NOTHING`, valuesOf(record))
    return count === 0 ? 'known' : 'added'
  },
  find: async (key, now) => {
    const [row] = await read('SELECT body, consumed_at FROM openid_record WHERE digest = $1 AND expires_at > $2', [
      digestOf(key),
      now,
    ])
    if (row === undefined) return undefined
    return { body: row.body as string, ...(row.consumed_at !== null && { consumedAt: row.consumed_at as number }) }
  },
  consume: async (key, now) => {
    const { count } = await write(
      'UPDATE openid_record SET consumed_at = $2 WHERE digest = $1 AND consumed_at IS NULL AND expires_at > $2',
      [digestOf(key), now],
    )
    return count === 0 ? 'over' : 'consumed'
  },
  remove: async (key) => {
    await write('DELETE FROM openid_record WHERE digest = $1', [digestOf(key)])
  },
  removeGrant: async (grant) => {
    await write('DELETE FROM openid_record WHERE grant_digest = $1', [valueDigest(grant)])
  },
  prune,
})

const expiringRecords = { table: 'openid_record', column: 'expires_at' } as const

/** Creates the store of records on the embedded database, which must have been opened with `relyingPartyMigrations`. */
export const createSqliteOpenIdRecords = ({ statements, forget }: SqliteDatabase): OpenIdRecords =>
  createOpenIdRecords(statements, (before, end) => forget({ ...expiringRecords, key: 'digest' }, before, end))

/**
 * Creates the store of records on PostgreSQL. The database must have been opened with `relyingPartySchema`. Replicas
 * may share it.
 */
export const createPostgresOpenIdRecords = (database: PostgresDatabase): OpenIdRecords =>
  createOpenIdRecords(database, (before, end) => database.forget(expiringRecords, before, end))
