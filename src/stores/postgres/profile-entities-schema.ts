/**
 * Tables and SQL functions of the profile entities of a Trust Anchor or intermediate in PostgreSQL: the profile in each
 * row, issued certificates, and the functions for subordinates of one profile.
 */
import { keyActors, keyReasons, keyTable } from './key-store.ts'

/** Tables of the federation keys of the profile entities. */
export const profileFederationKeys = ['federation_key_1_0', 'federation_key_1_4'] as const

/**
 * Fifth migration: each profile entity gets its own members, marks, log, certificates, key announcements and keys.
 * Earlier rows belong to the specification's own profile. A verb that suspends, changes or removes a subordinate also
 * holds or revokes the subordinate's certificates in the same transaction.
 */
export const profileEntities = `
ALTER TABLE subordinate_member DROP CONSTRAINT subordinate_member_entity_id_fkey;
ALTER TABLE subordinate ADD COLUMN profile text COLLATE "C" NOT NULL DEFAULT 'seed';
ALTER TABLE subordinate DROP CONSTRAINT subordinate_pkey, ADD PRIMARY KEY (profile, entity_id);
ALTER TABLE subordinate_member ADD COLUMN profile text COLLATE "C" NOT NULL DEFAULT 'seed';
ALTER TABLE subordinate_member DROP CONSTRAINT subordinate_member_pkey, ADD PRIMARY KEY (profile, entity_id, name),
  ADD FOREIGN KEY (profile, entity_id) REFERENCES subordinate ON DELETE CASCADE;
ALTER TABLE subordinate_event ADD COLUMN profile text COLLATE "C" NOT NULL DEFAULT 'seed';
DROP INDEX subordinate_event_by_entity;
CREATE INDEX subordinate_event_by_entity ON subordinate_event (profile, entity_id, id);
ALTER TABLE trust_mark_grant ADD COLUMN profile text COLLATE "C" NOT NULL DEFAULT 'seed';
ALTER TABLE trust_mark_grant DROP CONSTRAINT trust_mark_grant_pkey, ADD PRIMARY KEY (profile, trust_mark_type, holder);
DROP INDEX trust_mark_grant_by_holder;
CREATE INDEX trust_mark_grant_by_holder ON trust_mark_grant (profile, holder);
CREATE TABLE certificate (
  profile text COLLATE "C" NOT NULL,
  serial text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  kid text COLLATE "C" NOT NULL,
  issuer_kid text COLLATE "C" NOT NULL,
  generation bigint NOT NULL,
  certificate text NOT NULL,
  not_before bigint NOT NULL,
  not_after bigint NOT NULL,
  revoked_at bigint,
  reason text,
  held_at bigint,
  PRIMARY KEY (profile, serial)
);
CREATE UNIQUE INDEX certificate_by_key ON certificate (profile, subject, kid, issuer_kid, generation);
CREATE INDEX certificate_revoked ON certificate (profile, issuer_kid, serial)
  WHERE revoked_at IS NOT NULL OR held_at IS NOT NULL;
CREATE TABLE certificate_counter (
  profile text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (profile, name)
);
CREATE TABLE certificate_list (
  profile text COLLATE "C" NOT NULL,
  issuer_kid text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  list text NOT NULL,
  this_update bigint NOT NULL,
  next_update bigint NOT NULL,
  revocations bigint NOT NULL,
  PRIMARY KEY (profile, issuer_kid)
);
CREATE TABLE key_announcement (
  profile text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  statement text NOT NULL,
  issued_at bigint NOT NULL,
  received_at bigint NOT NULL,
  pending bigint NOT NULL,
  PRIMARY KEY (profile, entity_id)
);
${profileFederationKeys.map((table) => [keyTable(table), keyActors(table), keyReasons(table)].join(';\n')).join(';\n')};
CREATE FUNCTION next_certificate_number(of_profile text, of_name text) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO certificate_counter AS known (profile, name, value) VALUES (of_profile, of_name, 1)
  ON CONFLICT (profile, name) DO UPDATE SET value = known.value + 1 RETURNING value
$$;
CREATE FUNCTION withdraw_certificates(of_profile text, of_subject text, kept text[], why text, at_time bigint)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE certificate SET revoked_at = at_time, reason = why, held_at = NULL
    WHERE profile = of_profile AND subject = of_subject AND revoked_at IS NULL AND kid <> ALL (kept);
  IF FOUND THEN PERFORM next_certificate_number(of_profile, 'revocations'); END IF;
END $$;
CREATE FUNCTION add_certificate(
  of_profile text, of_serial text, of_subject text, of_kid text, of_issuer text, of_generation bigint, content text,
  since bigint, until bigint, said text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO certificate
    (profile, serial, subject, kid, issuer_kid, generation, certificate, not_before, not_after)
    VALUES (of_profile, of_serial, of_subject, of_kid, of_issuer, of_generation, content, since, until)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN 'outdated'; END IF;
  UPDATE subordinate SET revision = revision + 1 WHERE profile = of_profile AND entity_id = of_subject;
  INSERT INTO subordinate_event (profile, entity_id, event) VALUES (of_profile, of_subject, said);
  RETURN 'added';
END $$;
CREATE FUNCTION revoke_certificate(of_profile text, of_serial text, of_subject text, why text, at_time bigint,
  said text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE present record;
BEGIN
  SELECT revoked_at INTO present FROM certificate
    WHERE profile = of_profile AND serial = of_serial AND subject = of_subject FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'unknown'; END IF;
  IF present.revoked_at IS NOT NULL THEN RETURN 'revoked'; END IF;
  UPDATE certificate SET revoked_at = at_time, reason = why, held_at = NULL
    WHERE profile = of_profile AND serial = of_serial;
  PERFORM next_certificate_number(of_profile, 'revocations');
  UPDATE subordinate SET revision = revision + 1 WHERE profile = of_profile AND entity_id = of_subject;
  INSERT INTO subordinate_event (profile, entity_id, event) VALUES (of_profile, of_subject, said);
  RETURN 'revoked';
END $$;
DROP FUNCTION add_subordinate(text, text[], text[], text);
CREATE FUNCTION add_subordinate(of_profile text, of_entity text, names text[], contents text[], said text)
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE changes bigint;
BEGIN
  SELECT count(*) INTO changes FROM subordinate_event WHERE profile = of_profile AND entity_id = of_entity;
  INSERT INTO subordinate (profile, entity_id, status, revision) VALUES (of_profile, of_entity, 'active', changes + 1)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN 'known'; END IF;
  INSERT INTO subordinate_member (profile, entity_id, name, value)
    SELECT of_profile, of_entity, member, content FROM unnest(names, contents) AS given (member, content);
  INSERT INTO subordinate_event (profile, entity_id, event) VALUES (of_profile, of_entity, said);
  RETURN 'added';
END $$;
DROP FUNCTION change_subordinate(text, bigint, text[], text[], text);
CREATE FUNCTION change_subordinate(of_profile text, of_entity text, expected bigint, names text[], contents text[],
  kept_keys text[], at_time bigint, said text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE present bigint;
BEGIN
  SELECT revision INTO present FROM subordinate WHERE profile = of_profile AND entity_id = of_entity FOR NO KEY UPDATE;
  IF present IS NULL THEN RETURN 'unknown'; END IF;
  IF present <> expected THEN RETURN 'outdated'; END IF;
  DELETE FROM subordinate_member WHERE profile = of_profile AND entity_id = of_entity AND name = ANY (names);
  INSERT INTO subordinate_member (profile, entity_id, name, value)
    SELECT of_profile, of_entity, member, content FROM unnest(names, contents) AS given (member, content)
    WHERE content IS NOT NULL;
  UPDATE subordinate SET revision = revision + 1 WHERE profile = of_profile AND entity_id = of_entity;
  IF kept_keys IS NOT NULL THEN PERFORM withdraw_certificates(of_profile, of_entity, kept_keys, 'superseded', at_time); END IF;
  INSERT INTO subordinate_event (profile, entity_id, event) VALUES (of_profile, of_entity, said);
  RETURN 'changed';
END $$;
DROP FUNCTION remove_subordinate(text, text);
CREATE FUNCTION remove_subordinate(of_profile text, of_entity text, at_time bigint, said text)
  RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM subordinate WHERE profile = of_profile AND entity_id = of_entity;
  IF NOT FOUND THEN RETURN 'unknown'; END IF;
  PERFORM withdraw_certificates(of_profile, of_entity, '{}', 'cessationOfOperation', at_time);
  INSERT INTO subordinate_event (profile, entity_id, event) VALUES (of_profile, of_entity, said);
  RETURN 'removed';
END $$;
DROP FUNCTION turn_subordinate(text, bigint, text, text);
CREATE FUNCTION turn_subordinate(of_profile text, of_entity text, expected bigint, to_status text, at_time bigint, said text)
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE present record;
BEGIN
  SELECT status, revision INTO present FROM subordinate
    WHERE profile = of_profile AND entity_id = of_entity FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'unknown'; END IF;
  IF present.revision <> expected THEN RETURN 'outdated'; END IF;
  IF present.status <> to_status THEN
    UPDATE subordinate SET status = to_status, revision = revision + 1 WHERE profile = of_profile AND entity_id = of_entity;
    UPDATE certificate SET held_at = CASE WHEN to_status = 'suspended' THEN at_time END
      WHERE profile = of_profile AND subject = of_entity AND revoked_at IS NULL;
    IF FOUND THEN PERFORM next_certificate_number(of_profile, 'revocations'); END IF;
    INSERT INTO subordinate_event (profile, entity_id, event) VALUES (of_profile, of_entity, said);
  END IF;
  RETURN 'turned';
END $$`
