/**
 * A store in PostgreSQL has its own schema with its tables, the table `used` of values that may be used once (claims),
 * and the functions of its methods (verbs). A verb that reads after it has acquired a lock or a claim is a function:
 * each statement of a function sees everything that was committed before that statement began. A verb of a single
 * statement would not see commits during its wait for the lock.
 */
import type { Migrations } from '../migrations.ts'
import { claimPartitions, independentPartitions } from './claim-partitions.ts'
import { lostState, undoneState } from './failures.ts'

/** Rows of a table that are deleted by their time. */
export interface Expiring {
  readonly table: string
  /** Column with the compared time, in seconds: an expiry or a creation. It has an index. */
  readonly column: string
  /** Condition in SQL that the rows also meet. The index of `column` has the same condition. Absent for all rows. */
  readonly where?: string
  /** Assignment in SQL that changes the rows instead of deleting them. Changed rows no longer meet `where`. */
  readonly set?: string
}

/** The tables and functions of one store. */
export interface PostgresSchema {
  /** Name of the store. The tables of `wallet-provider` are in the schema `wallet_provider`. */
  readonly store: string
  /** A database records migrations by number (ADR 9): add new ones at the end, and do not change a released one. */
  readonly migrations: Migrations
  /** Rows that `prune` deletes, in addition to claims. */
  readonly expiring: readonly Expiring[]
}

/**
 * Placeholder in a list for a migration whose functions a later migration replaces. A database that has run the
 * original keeps those functions for replicas of an earlier version. A new database never has them.
 */
export const superseded = 'SELECT'

/** Rows of expired claims. */
export const usedClaims: Expiring = { table: 'used', column: 'expires_at' }

/** The identifier of the store (store-identity.ts). `single` keeps the table to one row. */
const storeIdentityTable = `
CREATE TABLE store_identity (single integer PRIMARY KEY CHECK (single = 1), identifier text NOT NULL)`

/**
 * Migration of a store that keeps trust marks. For an entity of a further profile, `trust_mark_type` is the type, a
 * space and the holder.
 */
export const keptTrustMarkTable = `
CREATE TABLE kept_trust_mark (trust_mark_type text COLLATE "C" PRIMARY KEY, trust_mark text NOT NULL)`

/**
 * Digests of the secrets of each replica. `place` is the order in which replicas started; a repeated announcement keeps
 * it.
 */
const replicaSecretsTable = `
CREATE TABLE replica_secrets (
  replica text PRIMARY KEY, place bigint GENERATED ALWAYS AS IDENTITY, digests text NOT NULL, seen_at bigint NOT NULL)`

/**
 * Migrations of every store. `claim_all` claims all values or undoes the whole statement, with all that the verb wrote.
 * It inserts digests in sorted order, so that two verbs cannot deadlock.
 */
export const commonMigrations: Migrations = [
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
  claimPartitions,
  independentPartitions,
]

/** Returns the name of the PostgreSQL schema of a store. */
export const schemaOf = (store: string): string => store.replaceAll('-', '_')

/**
 * Condition that is always true. As a side effect, the commit of the whole transaction does not wait for the disk. A
 * crash of the server within three times `wal_writer_delay` (less than a second) may lose the rows. Use the condition
 * only in a transaction whose loss does no harm (docs/adr/0009-postgresql.md).
 */
export const withoutWaiting = `(SELECT set_config('synchronous_commit', 'off', true)) = 'off'`
