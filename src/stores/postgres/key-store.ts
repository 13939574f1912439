/**
 * A ring of keys in PostgreSQL: an entity's federation keys, or a Wallet Provider's attestation keys. Each table is one
 * ring. Keys change one at a time. Private keys are not in the database: all replicas share one directory or one
 * PKCS#11 token as their vault.
 */
import type { KeyRingStore } from '../../federation/index.ts'
import { type FederationKeyTable, keyOf } from '../key-rows.ts'
import type { PostgresDatabase } from './database.ts'

type KeyTable = FederationKeyTable | 'attestation_key'

/** Returns the suffix of a ring's function names: `_1_0` for `federation_key_1_0`. Empty for a name without digits. */
const suffixOf = (table: KeyTable): string => /_1_\d$/.exec(table)?.[0] ?? ''

/** Returns the first migration of a ring: the table. */
export const keyTable = (table: KeyTable): string => `
CREATE TABLE ${table} (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kid text COLLATE "C" NOT NULL UNIQUE,
  jwk text NOT NULL,
  state text NOT NULL,
  created_at bigint NOT NULL,
  retired_at bigint,
  revoked_at bigint,
  reason text
)`

/**
 * Returns the second migration of a ring: the actors and times of changes, and the functions that change a key's state.
 */
export const keyActors = (table: KeyTable): string => `
ALTER TABLE ${table}
  ADD COLUMN created_by text, ADD COLUMN activated_at bigint, ADD COLUMN activated_by text, ADD COLUMN revoked_by text;
CREATE FUNCTION activate_key${suffixOf(table)}(of_kid text, retired bigint, at_time bigint, by_actor text)
  RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE;
  PERFORM FROM ${table} WHERE kid = of_kid AND state = 'pending';
  IF NOT FOUND THEN RETURN 'not_pending'; END IF;
  UPDATE ${table} SET state = 'retiring', retired_at = retired WHERE state = 'active';
  UPDATE ${table} SET state = 'active', activated_at = at_time, activated_by = by_actor WHERE kid = of_kid;
  RETURN 'active';
END $$;
CREATE FUNCTION revoke_key${suffixOf(table)}(of_kid text, for_reason text, at_time bigint, by_actor text)
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE present text;
BEGIN
  LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE;
  SELECT state INTO present FROM ${table} WHERE kid = of_kid;
  IF present IS NULL THEN RETURN 'unknown'; END IF;
  IF present = 'active' THEN RETURN 'signing'; END IF;
  UPDATE ${table} SET state = 'revoked', revoked_at = at_time, revoked_by = by_actor, reason = for_reason
    WHERE kid = of_kid AND state <> 'revoked';
  RETURN 'revoked';
END $$`

/** Returns the third migration of a ring: the reason for which a key was created. */
export const keyReasons = (table: KeyTable): string => `ALTER TABLE ${table} ADD COLUMN created_reason text`

/** Returns the fourth migration of a ring: a report of a compromise replaces another reason (FED-121). */
export const compromisedKeys = (table: KeyTable): string => `
CREATE OR REPLACE FUNCTION revoke_key${suffixOf(table)}(of_kid text, for_reason text, at_time bigint, by_actor text)
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE present text;
BEGIN
  LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE;
  SELECT state INTO present FROM ${table} WHERE kid = of_kid;
  IF present IS NULL THEN RETURN 'unknown'; END IF;
  IF present = 'active' THEN RETURN 'signing'; END IF;
  UPDATE ${table} SET state = 'revoked', revoked_at = at_time, revoked_by = by_actor, reason = for_reason
    WHERE kid = of_kid AND state <> 'revoked';
  UPDATE ${table} SET reason = for_reason WHERE kid = of_kid AND for_reason = 'compromised';
  RETURN 'revoked';
END $$`

const columns =
  'kid, jwk, state, created_at, created_by, created_reason, activated_at, activated_by, retired_at, revoked_at, revoked_by, reason'

/** Creates the store of a ring on PostgreSQL. Replicas may share the database. */
export const createPostgresKeyStore = (database: PostgresDatabase, table: KeyTable): KeyRingStore => ({
  list: async () => (await database.read(`SELECT ${columns} FROM ${table} ORDER BY id`, [])).map(keyOf),
  add: async ({ kid, jwk, createdAt, createdBy, createdReason = null }) => {
    const { count } = await database.write(
      `INSERT INTO ${table} (kid, jwk, state, created_at, created_by, created_reason)
       VALUES ($1, $2, 'pending', $3, $4, $5) ON CONFLICT DO NOTHING`,
      [kid, JSON.stringify(jwk), createdAt, createdBy, createdReason],
    )
    return count === 0 ? 'known' : 'added'
  },
  activate: ({ kid, retiredAt, now, actor }) =>
    database.call<'active' | 'not_pending'>(`activate_key${suffixOf(table)}`, [kid, retiredAt, now, actor]),
  revoke: ({ kid, reason, now, actor }) =>
    database.call<'revoked' | 'unknown' | 'signing'>(`revoke_key${suffixOf(table)}`, [kid, reason, now, actor]),
})
