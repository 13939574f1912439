/**
 * The Wallet Provider's tables in PostgreSQL. A store method that needs several statements is an SQL function, defined
 * here or in wallet-provider-held-schema.ts. `claim_all` and `undo` are in schema.ts. The row of an instance is the
 * lock for revoking it and for recording its attestations: no attestation is recorded after a revocation (WP-75).
 */
import { compromisedKeys, keyActors, keyReasons, keyTable } from './key-store.ts'
import { keptTrustMarkTable, type PostgresSchema } from './schema.ts'
import { heldByReason, heldInstances, holdInSteps } from './wallet-provider-held-schema.ts'

const tables = `
CREATE TABLE wallet_instance (
  hardware_key_tag text COLLATE "C" PRIMARY KEY,
  hardware_key_thumbprint text COLLATE "C" NOT NULL UNIQUE,
  hardware_key text NOT NULL,
  device text NOT NULL,
  platform text NOT NULL,
  status text NOT NULL,
  registered_at bigint NOT NULL,
  operational_at bigint,
  revoked_at bigint,
  revocation_reason text,
  counter bigint,
  receipt text
);
CREATE INDEX wallet_instance_by_time ON wallet_instance (registered_at);
CREATE TABLE wallet_attestation (
  status_list bigint NOT NULL,
  status_index bigint NOT NULL,
  hardware_key_tag text COLLATE "C" NOT NULL,
  kept_until bigint NOT NULL,
  revoked boolean NOT NULL DEFAULT false,
  PRIMARY KEY (status_list, status_index)
);
CREATE INDEX wallet_attestation_by_end ON wallet_attestation (kept_until);
CREATE INDEX wallet_attestation_by_instance ON wallet_attestation (hardware_key_tag);
CREATE INDEX wallet_attestation_revoked ON wallet_attestation (status_list) WHERE revoked;
CREATE TABLE wallet_instance_certificate (
  serial text COLLATE "C" NOT NULL,
  hardware_key_tag text COLLATE "C" NOT NULL,
  PRIMARY KEY (serial, hardware_key_tag)
);
CREATE TABLE wallet_instance_user (
  hardware_key_tag text COLLATE "C" PRIMARY KEY,
  person text COLLATE "C" NOT NULL
);
CREATE INDEX wallet_instance_user_by_person ON wallet_instance_user (person);
CREATE TABLE wallet_instance_event (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hardware_key_tag text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  change text NOT NULL,
  actor text NOT NULL,
  reason text
);
CREATE INDEX wallet_instance_event_by_instance ON wallet_instance_event (hardware_key_tag, sequence);
CREATE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'the log of changes only grows'; END $$;
CREATE TRIGGER wallet_instance_event_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_instance_event
  EXECUTE FUNCTION only_grows();`

const register = `
CREATE FUNCTION register_instance(digests bytea[], expiries bigint[], names text[],
  tag text, thumbprint text, key text, of_device text, of_platform text, first_status text, registered bigint,
  first_counter bigint, of_receipt text, serials text[], by_actor text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM claim_all(digests, expiries, names);
  INSERT INTO wallet_instance (hardware_key_tag, hardware_key_thumbprint, hardware_key, device, platform, status,
      registered_at, counter, receipt)
    VALUES (tag, thumbprint, key, of_device, of_platform, first_status, registered, first_counter, of_receipt)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN PERFORM undo('known'); END IF;
  INSERT INTO wallet_instance_certificate (serial, hardware_key_tag)
    SELECT DISTINCT unnest(serials), tag;
  INSERT INTO wallet_instance_event (hardware_key_tag, at, change, actor)
    VALUES (tag, registered, 'registered', by_actor);
  RETURN 'registered';
END $$`

/** The migration `reportUnchanged` replaces this function. */
const revoke = `
CREATE FUNCTION revoke_instance(tag text, of_reason text, by_actor text, at_time bigint)
  RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM revoke_instances(ARRAY[tag], of_reason, by_actor, at_time);
  RETURN CASE WHEN EXISTS (SELECT FROM wallet_instance WHERE hardware_key_tag = tag) THEN 'revoked' ELSE 'unknown' END;
END $$`

const link = `
CREATE FUNCTION link_user(tag text, to_person text, by_actor text, at_time bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM wallet_instance WHERE hardware_key_tag = tag) THEN RETURN 'unknown'; END IF;
  INSERT INTO wallet_instance_user (hardware_key_tag, person) VALUES (tag, to_person)
    ON CONFLICT (hardware_key_tag) DO UPDATE SET person = excluded.person;
  INSERT INTO wallet_instance_event (hardware_key_tag, at, change, actor) VALUES (tag, at_time, 'linked', by_actor);
  RETURN 'linked';
END $$`

/** The migration `reportUnchanged` replaces `unlink_user`. */
const refusalsAndUnlink = `
CREATE TABLE wallet_instance_refusal (
  hardware_key_tag text COLLATE "C" NOT NULL,
  requirement text NOT NULL,
  code text NOT NULL,
  count bigint NOT NULL,
  first_at bigint NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (hardware_key_tag, requirement, code)
);
CREATE FUNCTION unlink_user(tag text, by_actor text, at_time bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM wallet_instance WHERE hardware_key_tag = tag) THEN RETURN 'unknown'; END IF;
  DELETE FROM wallet_instance_user WHERE hardware_key_tag = tag;
  IF FOUND THEN
    INSERT INTO wallet_instance_event (hardware_key_tag, at, change, actor) VALUES (tag, at_time, 'unlinked', by_actor);
  END IF;
  RETURN 'unlinked';
END $$`

/**
 * Revokes the instances whose certificate chain contains one of `serials`, or the instances of a user, in steps of one
 * statement each. A step reads at most `most` rows of each serial and locks at most `most` instances. `revokeSome`
 * composes the names of the functions: `revoke_some_` and the group.
 */
const revokeInSteps = `
CREATE FUNCTION revoke_step(tags text[], most bigint, of_reason text, by_actor text, at_time bigint,
  OUT revoked bigint, OUT next text) LANGUAGE plpgsql AS $$
BEGIN
  revoked := revoke_instances(tags, of_reason, by_actor, at_time);
  IF cardinality(tags) = most THEN next := tags[most]; END IF;
END $$;
CREATE FUNCTION revoke_some_below(serials text[], after text, most bigint, of_reason text, by_actor text, at_time bigint,
  OUT revoked bigint, OUT next text) LANGUAGE plpgsql AS $$
BEGIN
  SELECT * INTO revoked, next FROM revoke_step(ARRAY(
    SELECT DISTINCT tag FROM unnest(serials) AS one CROSS JOIN LATERAL (
      SELECT hardware_key_tag AS tag FROM wallet_instance_certificate
      WHERE serial = one AND hardware_key_tag > after
      ORDER BY hardware_key_tag LIMIT most) AS behind
    ORDER BY tag LIMIT most), most, of_reason, by_actor, at_time);
END $$;
CREATE FUNCTION revoke_some_user(of_person text, after text, most bigint, of_reason text, by_actor text, at_time bigint,
  OUT revoked bigint, OUT next text) LANGUAGE plpgsql AS $$
BEGIN
  SELECT * INTO revoked, next FROM revoke_step(ARRAY(
    SELECT hardware_key_tag FROM wallet_instance_user
    WHERE person = of_person AND hardware_key_tag > after
    ORDER BY hardware_key_tag LIMIT most), most, of_reason, by_actor, at_time);
END $$`

const registerWithUser = `
CREATE FUNCTION register_instance_of(digests bytea[], expiries bigint[], names text[],
  tag text, thumbprint text, key text, of_device text, of_platform text, first_status text, registered bigint,
  first_counter bigint, of_receipt text, serials text[], by_actor text, of_person text, by_person text)
  RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM register_instance(digests, expiries, names, tag, thumbprint, key, of_device, of_platform, first_status,
    registered, first_counter, of_receipt, serials, by_actor);
  IF of_person IS NOT NULL THEN PERFORM link_user(tag, of_person, by_person, registered); END IF;
  RETURN 'registered';
END $$`

/**
 * Adds indexes for the searches of the administration: by status, held instances, and all instances in order of
 * registration. The third index replaces `wallet_instance_by_time`.
 */
const searchIndexes = `
CREATE INDEX wallet_instance_by_status ON wallet_instance (status, registered_at, hardware_key_tag)
  WHERE status <> 'operational';
CREATE INDEX wallet_instance_held_by_time ON wallet_instance (registered_at, hardware_key_tag)
  WHERE held_at IS NOT NULL;
CREATE INDEX wallet_instance_in_order ON wallet_instance (registered_at, hardware_key_tag);
DROP INDEX wallet_instance_by_time`

/** Begins an attestation and records it: both or neither. */
const recordBegun = `
CREATE FUNCTION record_begun_attestation(digests bytea[], expiries bigint[], names text[], next_counter bigint,
  tag text, list bigint, place bigint, kept bigint, at_time bigint, by_actor text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE outcome text;
BEGIN
  PERFORM begin_attestation(digests, expiries, names, tag, next_counter);
  outcome := record_attestation(tag, list, place, kept, at_time, by_actor);
  IF outcome <> 'recorded' THEN PERFORM undo(outcome); END IF;
  RETURN outcome;
END $$`

/** Lets the functions for one instance return `unchanged` if they have changed nothing (WP-193, WP-194). */
const reportUnchanged = `
CREATE FUNCTION unchanged_or_unknown(tag text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM wallet_instance WHERE hardware_key_tag = tag) THEN 'unchanged' ELSE 'unknown' END
$$;
CREATE OR REPLACE FUNCTION revoke_instance(tag text, of_reason text, by_actor text, at_time bigint)
  RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF revoke_instances(ARRAY[tag], of_reason, by_actor, at_time) > 0 THEN RETURN 'revoked'; END IF;
  RETURN unchanged_or_unknown(tag);
END $$;
CREATE OR REPLACE FUNCTION release_instance(tag text, by_actor text, at_time bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF release_instances(ARRAY[tag], by_actor, at_time) > 0 THEN RETURN 'released'; END IF;
  RETURN unchanged_or_unknown(tag);
END $$;
CREATE OR REPLACE FUNCTION unlink_user(tag text, by_actor text, at_time bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM wallet_instance_user WHERE hardware_key_tag = tag;
  IF NOT FOUND THEN RETURN unchanged_or_unknown(tag); END IF;
  INSERT INTO wallet_instance_event (hardware_key_tag, at, change, actor) VALUES (tag, at_time, 'unlinked', by_actor);
  RETURN 'unlinked';
END $$`

/**
 * The Wallet Provider's schema: its migrations, in order, and the table whose rows expire. A database records
 * migrations by number (ADR 9): add new ones at the end, and do not change a released one.
 */
export const walletProviderSchema: PostgresSchema = {
  store: 'wallet-provider',
  migrations: [
    [tables, register, revoke, link].join(';\n'),
    refusalsAndUnlink,
    keyTable('attestation_key'),
    keyActors('attestation_key'),
    revokeInSteps,
    keyReasons('attestation_key'),
    registerWithUser,
    keptTrustMarkTable,
    heldInstances,
    recordBegun,
    searchIndexes,
    reportUnchanged,
    compromisedKeys('attestation_key'),
    holdInSteps,
    heldByReason,
    `CREATE INDEX IF NOT EXISTS wallet_instance_by_platform
       ON wallet_instance (platform, registered_at, hardware_key_tag)`,
  ],
  expiring: [{ table: 'wallet_attestation', column: 'kept_until' }],
}
