/** A store with one table for the tests of the database itself. It stores a name under claims. */
import type { PostgresDatabase, PostgresSchema } from '../../src/stores/index.ts'
import type { ClaimStore } from '../contract/claims.ts'

export const notes: PostgresSchema = {
  store: 'notes',
  migrations: [
    'CREATE TABLE note (sequence bigint GENERATED ALWAYS AS IDENTITY, name text NOT NULL)',
    `CREATE FUNCTION write_note(digests bytea[], expiries bigint[], names text[], new_name text, fault text)
     RETURNS text LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM claim_all(digests, expiries, names);
       INSERT INTO note (name) VALUES (new_name);
       IF fault IS NOT NULL THEN RAISE EXCEPTION '%', fault; END IF;
       RETURN 'noted';
     END $$`,
  ],
  expiring: [],
}

export const noteStore = (database: PostgresDatabase): ClaimStore => ({
  note: (claims, name, fault) =>
    database
      .claim<'noted', (typeof claims)[number]['name']>(claims, 'write_note', [name, fault?.message])
      .catch((thrown: unknown) => {
        throw fault !== undefined && (thrown as Error).message === fault.message ? fault : thrown
      }),
  noted: async () =>
    (await database.read('SELECT name FROM note ORDER BY sequence', [])).map(({ name }) => String(name)),
  prune: (now) => database.prune(now),
  close: () => database.close(),
})
