/** Applications that administrators registered, in two tables of the Relying Party's store. */
import { decodeBase64url } from '../base/index.ts'
import type { Application, RegisteredApplications } from '../relying-party/index.ts'
import type { PostgresDatabase } from './postgres/database.ts'
import type { SqliteDatabase } from './sqlite/database.ts'
import type { Statements } from './statements.ts'
import type { Row } from './stored-values.ts'

/** Migration: the tables in the embedded database. */
export const applicationTables = `
  CREATE TABLE application (id TEXT PRIMARY KEY, body TEXT NOT NULL, erases INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX application_erasing ON application (id) WHERE erases = 1;
  CREATE TABLE application_key (digest BLOB PRIMARY KEY, application TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX application_key_by_application ON application_key (application)`

/** Migration: the tables in PostgreSQL, and the function that writes an application into both tables. */
export const postgresApplicationTables = `
CREATE TABLE application (id text COLLATE "C" PRIMARY KEY, body text NOT NULL, erases smallint NOT NULL);
CREATE INDEX application_erasing ON application (id) WHERE erases = 1;
CREATE TABLE application_key (
  digest bytea PRIMARY KEY, application text COLLATE "C" NOT NULL REFERENCES application (id) ON DELETE CASCADE
);
CREATE INDEX application_key_by_application ON application_key (application);
CREATE FUNCTION put_application(of_id text, new_body text, new_erases bigint, new_digests bytea[])
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE written bigint;
BEGIN
  INSERT INTO application (id, body, erases) VALUES (of_id, new_body, new_erases)
    ON CONFLICT (id) DO UPDATE SET body = excluded.body, erases = excluded.erases;
  DELETE FROM application_key WHERE application = of_id;
  INSERT INTO application_key (digest, application) SELECT unnest(new_digests), of_id ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written < cardinality(new_digests) THEN PERFORM undo('key_taken'); END IF;
  RETURN 'stored';
END $$`

const applicationOf = ({ body }: Row): Application => JSON.parse(body as string) as Application

const bytesOf = (digest: string): Uint8Array => decodeBase64url(digest) ?? new Uint8Array()

const erasesOf = ({ erasureUrl }: Application): number => (erasureUrl === undefined ? 0 : 1)

/** Creates the lookups, whose statements are the same in both dialects. */
const lookups = ({ read }: Statements): Pick<RegisteredApplications, 'find' | 'findByKey' | 'list' | 'erasing'> => {
  const pageOf =
    (condition: string): RegisteredApplications['list'] =>
    async ({ after, limit }) =>
      (await read(`SELECT body FROM application WHERE id > $1 ${condition} ORDER BY id LIMIT $2`, [after, limit])).map(
        applicationOf,
      )
  return {
    find: async (id) => (await read('SELECT body FROM application WHERE id = $1', [id])).map(applicationOf)[0],
    findByKey: async (digest) => {
      const text = `SELECT body FROM application_key JOIN application ON id = application WHERE digest = $1`
      return (await read(text, [bytesOf(digest)])).map(applicationOf)[0]
    },
    list: pageOf(''),
    erasing: pageOf('AND erases = 1'),
  }
}

/** Creates the store of applications on the embedded database, opened with `relyingPartyMigrations`. */
export const createSqliteApplications = (database: SqliteDatabase): RegisteredApplications => ({
  ...lookups(database.statements),
  put: (application) =>
    database.write((session) => {
      const { id, apiKeyDigests } = application
      const owner = session.prepare('SELECT application FROM application_key WHERE digest = ?')
      const isTaken = (digest: string): boolean => (owner.get(bytesOf(digest))?.application ?? id) !== id
      if (apiKeyDigests.some(isTaken)) return 'key_taken'
      session
        .prepare('INSERT OR REPLACE INTO application (id, body, erases) VALUES (?, ?, ?)')
        .run(id, JSON.stringify(application), erasesOf(application))
      session.prepare('DELETE FROM application_key WHERE application = ?').run(id)
      for (const digest of new Set(apiKeyDigests))
        session.prepare('INSERT INTO application_key (digest, application) VALUES (?, ?)').run(bytesOf(digest), id)
      return 'stored'
    }),
  remove: (id) =>
    database.write((session) => {
      session.prepare('DELETE FROM application_key WHERE application = ?').run(id)
      const { changes } = session.prepare('DELETE FROM application WHERE id = ?').run(id)
      return changes === 0 ? 'unknown' : 'removed'
    }),
})

/** Creates the store of applications on PostgreSQL. The database must have been opened with `relyingPartySchema`. */
export const createPostgresApplications = (database: PostgresDatabase): RegisteredApplications => ({
  ...lookups(database),
  put: (application) =>
    database.call('put_application', [
      application.id,
      JSON.stringify(application),
      erasesOf(application),
      [...new Set(application.apiKeyDigests)].map(bytesOf),
    ]),
  remove: async (id) => {
    const { count } = await database.write('DELETE FROM application WHERE id = $1', [id])
    return count === 0 ? 'unknown' : 'removed'
  },
})
