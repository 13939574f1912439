/** The register of issued credentials on the embedded database: entries and changes of their status. */
import type { Lost } from '../../base/index.ts'
import type {
  CredentialChange,
  CredentialStatus,
  IssuedCredential,
  PidProviderStores,
} from '../../pid-provider/index.ts'
import {
  changesOnRegistration,
  credentialMayBecome,
  supersededChange,
} from '../../pid-provider/register/issued-credential.ts'
import { credentialColumns, credentialOf, credentialValues } from '../pid-provider-rows.ts'
import { credentialVerbs } from '../pid-provider-verbs.ts'
import { Undone } from './claims.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import { createWatchedLists, watchList } from './watched-lists.ts'

/** Creates the store of issued credentials on the embedded database. */
export function createIssuedCredentials(database: SqliteDatabase): PidProviderStores['issuedCredentials'] {
  return {
    register: ({ claims, credential }) =>
      database.claim(
        claims,
        (session): 'registered' | Undone<'grant_revoked' | 'withdrawn' | 'too_many' | Lost<'status_index'>> => {
          const grant = session
            .prepare('SELECT 1 FROM authorization_grant WHERE token_id = ? AND revoked_at IS NULL')
            .get(credential.tokenId)
          if (grant === undefined) return new Undone('grant_revoked')
          const changed = changesOnRegistration(credential, notSuperseded(session, credential))
          if (typeof changed === 'string') return new Undone(changed)
          const { changes } = session
            .prepare(
              `INSERT INTO issued_credential (${credentialColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT DO NOTHING`,
            )
            .run(...credentialValues(credential))
          if (changes === 0) return new Undone({ lost: 'status_index' })
          for (const change of changed) changeStatus(session, change)
          watchList(session, credential)
          return 'registered'
        },
      ),
    ...credentialVerbs(database.statements, 'rowid'),
    ...createWatchedLists(database),
    changeStatus: (change) => database.write((session) => changeStatus(session, change)),
  }
}

/** Returns the credentials of the same client and token that no other credential superseded. */
function notSuperseded(session: Session, { clientId, tokenId }: IssuedCredential): readonly IssuedCredential[] {
  const { status, actor, reason } = supersededChange
  return session
    .prepare(
      `SELECT * FROM issued_credential AS earlier WHERE client_id = ? AND token_id = ? AND NOT (status = ? AND EXISTS (
         SELECT 1 FROM credential_change AS change
         WHERE credential_id = earlier.id AND change.status = earlier.status AND actor = ? AND reason = ?))`,
    )
    .all(clientId, tokenId, status, actor, reason)
    .map(credentialOf)
}

function changeStatus(session: Session, change: CredentialChange): 'changed' | 'unchanged' | 'final' | 'unknown' {
  const row = session.prepare('SELECT status FROM issued_credential WHERE id = ?').get(change.credentialId)
  if (row === undefined) return 'unknown'
  const from = row.status as CredentialStatus
  if (from === change.status) return 'unchanged'
  if (!credentialMayBecome(from, change.status)) return 'final'
  session.prepare('UPDATE issued_credential SET status = ? WHERE id = ?').run(change.status, change.credentialId)
  session
    .prepare('INSERT INTO credential_change VALUES (?, ?, ?, ?, ?)')
    .run(change.credentialId, change.status, change.at, change.actor, change.reason)
  return 'changed'
}
