/**
 * What a store is in PostgreSQL: a schema of its own, with its tables, the claims (`used`), and the functions that its
 * verbs are. A verb that looks again after it has waited for somebody (a lock, a claim) is a function, since each
 * statement of a function sees what is committed by then; a single statement sees what was when it began.
 */
import type { Migrations } from '../migrations.ts'
import { lostState, undoneState } from './failures.ts'

/** Rows of a table that are over when their time is past. */
export interface Expiring {
  readonly table: string
  /** Of whole seconds, with an index. */
  readonly column: string
}

/** What one store needs in the database. */
export interface PostgresSchema {
  /** `wallet-provider`: its tables stand in the schema `wallet_provider`. */
  readonly store: string
  readonly migrations: Migrations
  /** What `prune` forgets, beside claims. */
  readonly expiring: readonly Expiring[]
}

/**
 * A migration whose functions a later one of its list replaces. Databases that have run it keep them for replicas of an
 * earlier version until they are replaced; new databases never have them.
 */
export const superseded = 'SELECT'

export const usedClaims: Expiring = { table: 'used', column: 'expires_at' }

/** The row by which keys know their store. `single` keeps the table to one row. */
const storeIdentityTable = `
CREATE TABLE store_identity (single integer PRIMARY KEY CHECK (single = 1), identifier text NOT NULL)`

/** Migration of a store that keeps trust marks. */
export const keptTrustMarkTable = `
CREATE TABLE kept_trust_mark (trust_mark_type text COLLATE "C" PRIMARY KEY, trust_mark text NOT NULL)`

/** Digests of the secrets of each replica. `place` is the order in which replicas start, which an announcement that is repeated keeps. */
const replicaSecretsTable = `
CREATE TABLE replica_secrets (
  replica text PRIMARY KEY, place bigint GENERATED ALWAYS AS IDENTITY, digests text NOT NULL, seen_at bigint NOT NULL)`

/**
 * Of every store. `claim_all` takes all claims or ends the statement, so that nothing of it stands: what a verb wrote
 * before or after goes with it. Digests are taken in one order by everybody, or two verbs could wait for each other.
 */
export const claimMigrations: Migrations = [
  `CREATE TABLE used (digest bytea PRIMARY KEY, expires_at bigint NOT NULL);
   CREATE INDEX used_by_expiry ON used (expires_at);
   CREATE FUNCTION lost(name text) RETURNS void LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION USING ERRCODE = '${lostState}', MESSAGE = name; END $$;
   CREATE FUNCTION undo(outcome text) RETURNS void LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION USING ERRCODE = '${undoneState}', MESSAGE = outcome; END $$;
   CREATE FUNCTION claim_all(digests bytea[], expiries bigint[], names text[]) RETURNS void LANGUAGE plpgsql AS $$
     DECLARE first_lost text;
     BEGIN
       WITH given AS (
         SELECT digest, expires_at, name, place
         FROM unnest(digests, expiries, names) WITH ORDINALITY AS claim (digest, expires_at, name, place)
       ), taken AS (
         INSERT INTO used (digest, expires_at) SELECT digest, max(expires_at) FROM given GROUP BY digest ORDER BY digest
         ON CONFLICT DO NOTHING RETURNING digest
       )
       SELECT name INTO first_lost FROM given
       WHERE digest NOT IN (SELECT digest FROM taken)
         OR EXISTS (SELECT FROM given AS earlier WHERE earlier.digest = given.digest AND earlier.place < given.place)
       ORDER BY place LIMIT 1;
       IF FOUND THEN PERFORM lost(first_lost); END IF;
     END $$`,
  storeIdentityTable,
  replicaSecretsTable,
]

/** Name of the schema that a store's tables stand in. */
export const schemaOf = (store: string): string => store.replaceAll('-', '_')

/**
 * In a statement: this one's commit does not wait for the disk. Only for what may be lost when the server crashes in the
 * next half second and harms nobody: see docs/adr/0009-postgresql.md.
 */
export const withoutWaiting = `(SELECT set_config('synchronous_commit', 'off', true)) = 'off'`
