/**
 * The PID Provider's stores on PostgreSQL. They keep bearer values (codes, session identifiers, request URIs) as
 * digests: a reader of the database cannot use them.
 */
import type { PidProviderStores } from '../../pid-provider/index.ts'
import type { PostgresDatabase } from './database.ts'
import { createIssuedCredentials } from './issued-credentials.ts'
import { createPushedRequests, createSessions } from './pid-provider-authorizations.ts'
import { createGrants } from './pid-provider-grants.ts'

/** The database must have been opened with `pidProviderSchema`. Replicas may share it. */
export function createPostgresPidProviderStores(database: PostgresDatabase): PidProviderStores {
  return {
    pushedRequests: createPushedRequests(database),
    authorizationSessions: createSessions(database),
    grants: createGrants(database),
    issuedCredentials: createIssuedCredentials(database),
  }
}
