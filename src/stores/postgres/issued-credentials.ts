/** The register of issued credentials on PostgreSQL: entries, their status with every change of it, and searches. */
import type { CredentialStatus, PidProviderStores } from '../../pid-provider/index.ts'
import {
  credentialMayBecome,
  mostCredentialsPerToken,
  supersession,
} from '../../pid-provider/register/issued-credential.ts'
import {
  changeOf,
  credentialColumns,
  credentialOf,
  credentialValues,
  exceptionOf,
  searchedColumns,
} from '../pid-provider-rows.ts'
import type { PostgresDatabase } from './database.ts'
import { createWatchedLists } from './watched-lists.ts'

const statuses: readonly CredentialStatus[] = ['valid', 'suspended', 'revoked']
const before = (to: CredentialStatus): readonly CredentialStatus[] =>
  statuses.filter((from) => credentialMayBecome(from, to))

export function createIssuedCredentials(database: PostgresDatabase): PidProviderStores['issuedCredentials'] {
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
      return rows.map(exceptionOf)
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
