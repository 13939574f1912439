/** The trust marks that a service was given last, in a table of its embedded database. */
import type { KeptTrustMarks } from '../../federation/index.ts'
import type { SqliteDatabase } from './database.ts'

/** Of a migration. */
export const keptTrustMarkTable = `
  CREATE TABLE kept_trust_mark (trust_mark_type TEXT PRIMARY KEY, trust_mark TEXT NOT NULL) STRICT, WITHOUT ROWID`

/** Kept trust marks on the embedded database. */
export const createSqliteKeptTrustMarks = (database: SqliteDatabase): KeptTrustMarks => ({
  find: (trustMarkType) =>
    database.read(
      (session) =>
        session.prepare('SELECT trust_mark FROM kept_trust_mark WHERE trust_mark_type = ?').get(trustMarkType)
          ?.trust_mark as string | undefined,
    ),
  keep: (trustMarkType, trustMark) =>
    database.write(
      (session) =>
        void session
          .prepare(
            `INSERT INTO kept_trust_mark (trust_mark_type, trust_mark) VALUES (?, ?)
             ON CONFLICT DO UPDATE SET trust_mark = excluded.trust_mark`,
          )
          .run(trustMarkType, trustMark),
    ),
  forget: (trustMarkType) =>
    database.write(
      (session) => void session.prepare('DELETE FROM kept_trust_mark WHERE trust_mark_type = ?').run(trustMarkType),
    ),
})
