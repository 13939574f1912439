/** The PID Provider's stores on the embedded database. */
import type { PidProviderStores } from '../../pid-provider/index.ts'
import type { SqliteDatabase } from './database.ts'
import { createIssuedCredentials } from './issued-credentials.ts'
import { createPushedRequests, createSessions } from './pid-provider-authorizations.ts'
import { createGrants } from './pid-provider-grants.ts'
import { createRecentIssuances } from './pid-provider-recents.ts'

/** The database must have been opened with `pidProviderMigrations`. */
export function createSqlitePidProviderStores(database: SqliteDatabase): PidProviderStores {
  const recent = createRecentIssuances(database)
  return {
    pushedRequests: createPushedRequests(database),
    authorizationSessions: createSessions(database, recent),
    grants: createGrants(database, recent),
    issuedCredentials: createIssuedCredentials(database),
  }
}
