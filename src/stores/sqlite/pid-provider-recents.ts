/**
 * Keeps the last written sessions and grants in memory for the next step of their flow: a wallet requests its token
 * soon after the consent, and its credential soon after that. Only the database decides single use. A verb that changes
 * a record forgets it here. Pruning forgets all, so that no personal data outlives its rows.
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

/** Number of records. Half as many flows may be under way before some are read from the database again. */
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
