/**
 * The sessions and grants that were written last, ready for the next step of their flow: a wallet asks for its token a
 * moment after the consent, and for its credential a moment after that. What is good once is decided by the database alone;
 * a verb that changes a record forgets it here. Pruning forgets all, so that no personal data outlives the rows by it.
 */
import type { AuthorizationSession, Grant } from '../../pid-provider/index.ts'
import type { SqliteDatabase } from './database.ts'
import { createRecentRecords, type RecentRecords } from './recent-records.ts'

export interface RecentIssuances {
  readonly sessions: RecentRecords<AuthorizationSession>
  readonly grantsByCode: RecentRecords<Grant>
  readonly grantsByToken: RecentRecords<Grant>
  forgetAll(): void
}

/** Half as many flows may be under way before some are read from the database again. */
const capacity = 5000

export function createRecentIssuances(database: Pick<SqliteDatabase, 'foreignWrites'>): RecentIssuances {
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
