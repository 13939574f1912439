/**
 * The migration of the Wallet Provider's schema for held instances (WP-91): its columns, and the SQL functions that use
 * them. A held instance gets no attestation until an operator releases it.
 */

/**
 * Revokes an instance by evidence, or holds it if the limit of such revocations is reached. The query lists the same
 * reasons as the index, so that PostgreSQL uses the index. A further `EvidenceReason` needs a new index. Replicas make
 * these revocations one after the other, so that each one counts the earlier ones. A call after the limit is reached
 * does not wait.
 */
const revokeOrHold = `
CREATE FUNCTION revoked_by_evidence(since bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT count(*) FROM wallet_instance WHERE revoked_at > since
    AND revocation_reason IN ('evidence_forged', 'integrity_denied', 'device_below_minimum')
$$;
CREATE FUNCTION revoke_or_hold(tag text, of_reason text, by_actor text, most bigint, span bigint, at_time bigint)
  RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM wallet_instance WHERE hardware_key_tag = tag AND status <> 'revoked' AND held_at IS NULL
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'unchanged'; END IF;
  IF revoked_by_evidence(at_time - span) < most THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('fiducia revoke_or_hold ' || current_schema(), 0));
    IF revoked_by_evidence(at_time - span) < most THEN
      PERFORM revoke_instances(ARRAY[tag], of_reason, by_actor, at_time);
      RETURN 'revoked';
    END IF;
  END IF;
  UPDATE wallet_instance SET held_at = at_time, held_reason = of_reason WHERE hardware_key_tag = tag;
  INSERT INTO wallet_instance_event (hardware_key_tag, at, change, actor, reason)
    VALUES (tag, at_time, 'held', by_actor, of_reason);
  RETURN 'held';
END $$`

/** Releases held instances. A later migration in wallet-provider-schema.ts replaces `release_instance`. */
const release = `
CREATE FUNCTION release_instances(tags text[], by_actor text, at_time bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE held text[];
BEGIN
  SELECT array_agg(hardware_key_tag) INTO held FROM (
    SELECT hardware_key_tag FROM wallet_instance WHERE hardware_key_tag = ANY (tags) AND held_at IS NOT NULL
    ORDER BY hardware_key_tag FOR NO KEY UPDATE) AS locked;
  UPDATE wallet_instance SET held_at = NULL, held_reason = NULL WHERE hardware_key_tag = ANY (held);
  INSERT INTO wallet_instance_event (hardware_key_tag, at, change, actor)
    SELECT unnest(held), at_time, 'released', by_actor;
  RETURN coalesce(cardinality(held), 0);
END $$;
CREATE FUNCTION release_instance(tag text, by_actor text, at_time bigint) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM release_instances(ARRAY[tag], by_actor, at_time);
  RETURN CASE WHEN EXISTS (SELECT FROM wallet_instance WHERE hardware_key_tag = tag) THEN 'released' ELSE 'unknown' END;
END $$;
CREATE FUNCTION some_held(after text, most bigint) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT hardware_key_tag FROM wallet_instance WHERE held_at IS NOT NULL AND hardware_key_tag > after
    ORDER BY hardware_key_tag LIMIT most)
$$;
CREATE FUNCTION release_some(after text, most bigint, by_actor text, at_time bigint,
  OUT released bigint, OUT next text) LANGUAGE plpgsql AS $$
DECLARE tags text[] := some_held(after, most);
BEGIN
  released := release_instances(tags, by_actor, at_time);
  IF cardinality(tags) = most THEN next := tags[most]; END IF;
END $$;
CREATE FUNCTION revoke_some_held(held boolean, after text, most bigint, of_reason text, by_actor text, at_time bigint,
  OUT revoked bigint, OUT next text) LANGUAGE plpgsql AS $$
BEGIN
  SELECT * INTO revoked, next FROM revoke_step(some_held(after, most), most, of_reason, by_actor, at_time);
END $$`

/**
 * Revokes the instances that are not revoked yet, with their attestations. Returns the number of newly revoked
 * instances.
 */
const revokeInstances = `
CREATE OR REPLACE FUNCTION revoke_instances(tags text[], of_reason text, by_actor text, at_time bigint)
  RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE live text[];
BEGIN
  SELECT array_agg(hardware_key_tag) INTO live FROM (
    SELECT hardware_key_tag FROM wallet_instance WHERE hardware_key_tag = ANY (tags) AND status <> 'revoked'
    ORDER BY hardware_key_tag FOR NO KEY UPDATE) AS locked;
  UPDATE wallet_instance
    SET status = 'revoked', revoked_at = at_time, revocation_reason = of_reason, held_at = NULL, held_reason = NULL
    WHERE hardware_key_tag = ANY (live);
  UPDATE wallet_attestation SET revoked = true WHERE hardware_key_tag = ANY (live);
  INSERT INTO wallet_instance_event (hardware_key_tag, at, change, actor, reason)
    SELECT unnest(live), at_time, 'revoked', by_actor, of_reason;
  RETURN coalesce(cardinality(live), 0);
END $$`

/**
 * Marks the claims as used and raises the counter. Changes nothing if the instance is held or revoked, if the counter
 * is not above the stored one, or if only one of the two counters is present. Does not check that the instance exists.
 */
const beginAttestation = `
CREATE OR REPLACE FUNCTION begin_attestation(digests bytea[], expiries bigint[], names text[], tag text,
  next_counter bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE instance record;
BEGIN
  PERFORM claim_all(digests, expiries, names);
  IF next_counter IS NULL THEN
    SELECT status, counter, held_at INTO instance FROM wallet_instance WHERE hardware_key_tag = tag;
  ELSE
    SELECT status, counter, held_at INTO instance FROM wallet_instance WHERE hardware_key_tag = tag
      FOR NO KEY UPDATE;
  END IF;
  IF instance.status = 'revoked' THEN PERFORM undo('revoked'); END IF;
  IF instance.held_at IS NOT NULL THEN PERFORM undo('held'); END IF;
  IF next_counter IS NULL AND instance.counter IS NOT NULL
    OR next_counter IS NOT NULL AND (instance.counter IS NULL OR instance.counter >= next_counter) THEN
    PERFORM undo('counter_not_above');
  END IF;
  IF next_counter IS NOT NULL THEN
    UPDATE wallet_instance SET counter = next_counter WHERE hardware_key_tag = tag;
  END IF;
  RETURN 'begun';
END $$`

/** Records the status place of an attestation. Records none for a held, revoked or unknown instance. */
const recordAttestation = `
CREATE OR REPLACE FUNCTION record_attestation(tag text, list bigint, place bigint, kept bigint, at_time bigint,
  by_actor text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE now_status text; now_held bigint;
BEGIN
  SELECT status, held_at INTO now_status, now_held FROM wallet_instance WHERE hardware_key_tag = tag
    FOR NO KEY UPDATE;
  IF now_status IS NULL OR now_status = 'revoked' THEN RETURN 'revoked'; END IF;
  IF now_held IS NOT NULL THEN RETURN 'held'; END IF;
  INSERT INTO wallet_attestation AS taken (status_list, status_index, hardware_key_tag, kept_until)
    VALUES (list, place, tag, kept)
    ON CONFLICT (status_list, status_index) DO UPDATE
      SET hardware_key_tag = excluded.hardware_key_tag, kept_until = excluded.kept_until, revoked = false
      WHERE taken.kept_until < at_time;
  IF NOT FOUND THEN PERFORM lost('status_place'); END IF;
  IF now_status = 'registered' THEN
    UPDATE wallet_instance SET status = 'operational', operational_at = at_time WHERE hardware_key_tag = tag;
    INSERT INTO wallet_instance_event (hardware_key_tag, at, change, actor)
      VALUES (tag, at_time, 'operational', by_actor);
  END IF;
  RETURN 'recorded';
END $$`

const columns = `
ALTER TABLE wallet_instance ADD COLUMN held_at bigint, ADD COLUMN held_reason text;
CREATE INDEX wallet_instance_held ON wallet_instance (hardware_key_tag) WHERE held_at IS NOT NULL;
CREATE INDEX wallet_instance_revoked_by_evidence ON wallet_instance (revoked_at)
  WHERE revocation_reason IN ('evidence_forged', 'integrity_denied', 'device_below_minimum')`

/** All statements of this file as one migration, in order. */
export const heldInstances = [
  columns,
  revokeInstances,
  beginAttestation,
  recordAttestation,
  revokeOrHold,
  release,
].join(';\n')

/**
 * Holds the instances whose certificate chain contains one of `serials`, in steps like those of `revoke_some_below`. A
 * revoked or held instance stays as it is.
 */
export const holdInSteps = `
CREATE FUNCTION hold_some_below(serials text[], after text, most bigint, of_reason text, by_actor text, at_time bigint,
  OUT held bigint, OUT next text) LANGUAGE plpgsql AS $$
DECLARE tags text[]; free text[];
BEGIN
  tags := ARRAY(
    SELECT DISTINCT tag FROM unnest(serials) AS one CROSS JOIN LATERAL (
      SELECT hardware_key_tag AS tag FROM wallet_instance_certificate
      WHERE serial = one AND hardware_key_tag > after
      ORDER BY hardware_key_tag LIMIT most) AS behind
    ORDER BY tag LIMIT most);
  SELECT array_agg(hardware_key_tag) INTO free FROM (
    SELECT hardware_key_tag FROM wallet_instance
    WHERE hardware_key_tag = ANY (tags) AND status <> 'revoked' AND held_at IS NULL
    ORDER BY hardware_key_tag FOR NO KEY UPDATE) AS locked;
  UPDATE wallet_instance SET held_at = at_time, held_reason = of_reason WHERE hardware_key_tag = ANY (free);
  INSERT INTO wallet_instance_event (hardware_key_tag, at, change, actor, reason)
    SELECT unnest(free), at_time, 'held', by_actor, of_reason;
  held := coalesce(cardinality(free), 0);
  IF cardinality(tags) = most THEN next := tags[most]; END IF;
END $$`

/**
 * Releases or revokes the instances that are held for one reason, or for any reason if `reason` is null. The functions
 * `release_some` and `revoke_some_held` stay for replicas of earlier versions.
 */
export const heldByReason = `
CREATE FUNCTION some_held_for(reason text, after text, most bigint) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT hardware_key_tag FROM wallet_instance
    WHERE held_at IS NOT NULL AND held_reason = coalesce(reason, held_reason) AND hardware_key_tag > after
    ORDER BY hardware_key_tag LIMIT most)
$$;
CREATE FUNCTION release_some_held_for(reason text, after text, most bigint, by_actor text, at_time bigint,
  OUT released bigint, OUT next text) LANGUAGE plpgsql AS $$
DECLARE tags text[] := some_held_for(reason, after, most);
BEGIN
  released := release_instances(tags, by_actor, at_time);
  IF cardinality(tags) = most THEN next := tags[most]; END IF;
END $$;
CREATE FUNCTION revoke_some_held_for(reason text, after text, most bigint, of_reason text, by_actor text,
  at_time bigint, OUT revoked bigint, OUT next text) LANGUAGE plpgsql AS $$
BEGIN
  SELECT * INTO revoked, next FROM revoke_step(some_held_for(reason, after, most), most, of_reason, by_actor, at_time);
END $$`
