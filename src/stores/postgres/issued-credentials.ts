/** The register of issued credentials on PostgreSQL: entries and changes of their status. */
import type { CredentialStatus, PidProviderStores } from '../../pid-provider/index.ts'
import {
  credentialMayBecome,
  maximumCredentialsPerToken,
  supersededChange,
} from '../../pid-provider/register/issued-credential.ts'
import { credentialValues } from '../pid-provider-rows.ts'
import { credentialVerbs } from '../pid-provider-verbs.ts'
import type { PostgresDatabase } from './database.ts'
import { createWatchedLists } from './watched-lists.ts'

const statuses: readonly CredentialStatus[] = ['valid', 'suspended', 'revoked']
const statusesBefore = (to: CredentialStatus): readonly CredentialStatus[] =>
  statuses.filter((from) => credentialMayBecome(from, to))

export function createIssuedCredentials(database: PostgresDatabase): PidProviderStores['issuedCredentials'] {
  return {
    register: ({ claims, credential }) =>
      database.claim(claims, 'register_credential', [
        ...credentialValues(credential),
        statusesBefore(supersededChange.status),
        supersededChange.actor,
        supersededChange.reason,
        maximumCredentialsPerToken,
      ]),
    ...credentialVerbs(database, 'sequence'),
    ...createWatchedLists(database),
    changeStatus: ({ credentialId, status, at, actor, reason }) =>
      database.call('change_credential', [credentialId, status, at, actor, reason, statusesBefore(status)]),
  }
}
