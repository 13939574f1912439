/**
 * The tables of a Trust Anchor or intermediate in PostgreSQL, and the SQL functions of store methods that need several
 * statements. Each JSON member of a subordinate has a row, so that single members can be replaced. The tables of
 * federation keys are in key-store.ts. Later migrations replace the functions for subordinates.
 */
import { certificateIndexes } from '../certificate-verbs.ts'
import { changesList, logIndex, statusIndex } from '../trust-anchor-verbs.ts'
import { compromisedCertificates, issuedCertificates } from './issued-certificates-schema.ts'
import { compromisedKeys, keyActors, keyReasons, keyTable } from './key-store.ts'
import { profileEntities, profileFederationKeys } from './profile-entities-schema.ts'
import type { PostgresSchema } from './schema.ts'
import { removedMarks, subordinateMarks } from './subordinate-marks-schema.ts'

const tables = `
CREATE TABLE subordinate (
  entity_id text COLLATE "C" PRIMARY KEY,
  status text NOT NULL,
  revision bigint NOT NULL
);
CREATE TABLE subordinate_member (
  entity_id text COLLATE "C" NOT NULL REFERENCES subordinate ON DELETE CASCADE,
  name text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (entity_id, name)
);
CREATE TABLE subordinate_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entity_id text COLLATE "C" NOT NULL,
  event text NOT NULL
);
CREATE INDEX subordinate_event_by_entity ON subordinate_event (entity_id, id);
CREATE TABLE trust_mark_grant (
  trust_mark_type text COLLATE "C" NOT NULL,
  holder text COLLATE "C" NOT NULL,
  granted_at bigint NOT NULL,
  revoked_at bigint,
  PRIMARY KEY (trust_mark_type, holder)
);
CREATE INDEX trust_mark_grant_by_holder ON trust_mark_grant (holder)`

const subordinates = `
CREATE FUNCTION change_subordinate(id text, expected bigint, names text[], contents text[], said text)
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE present bigint;
BEGIN
  SELECT revision INTO present FROM subordinate WHERE entity_id = id FOR NO KEY UPDATE;
  IF present IS NULL THEN RETURN 'unknown'; END IF;
  IF present <> expected THEN RETURN 'outdated'; END IF;
  DELETE FROM subordinate_member WHERE entity_id = id AND name = ANY (names);
  INSERT INTO subordinate_member (entity_id, name, value)
    SELECT id, name, content FROM unnest(names, contents) AS member (name, content) WHERE content IS NOT NULL;
  UPDATE subordinate SET revision = revision + 1 WHERE entity_id = id;
  INSERT INTO subordinate_event (entity_id, event) VALUES (id, said);
  RETURN 'changed';
END $$;
CREATE FUNCTION remove_subordinate(id text, said text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM subordinate WHERE entity_id = id;
  IF NOT FOUND THEN RETURN 'unknown'; END IF;
  INSERT INTO subordinate_event (entity_id, event) VALUES (id, said);
  RETURN 'removed';
END $$`

/**
 * Third migration. No revision occurs twice: a subordinate that is added again begins after all its events in the log.
 * A suspension may name the revision that it expects.
 */
const revisions = `
CREATE OR REPLACE FUNCTION add_subordinate(id text, names text[], contents text[], said text)
  RETURNS text LANGUAGE plpgsql AS $$
DECLARE changes bigint;
BEGIN
  SELECT count(*) INTO changes FROM subordinate_event AS event WHERE event.entity_id = add_subordinate.id;
  INSERT INTO subordinate (entity_id, status, revision) VALUES (id, 'active', changes + 1) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN 'known'; END IF;
  INSERT INTO subordinate_member (entity_id, name, value)
    SELECT id, name, content FROM unnest(names, contents) AS member (name, content);
  INSERT INTO subordinate_event (entity_id, event) VALUES (id, said);
  RETURN 'added';
END $$;
CREATE FUNCTION turn_subordinate(id text, expected bigint, to_status text, said text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE present record;
BEGIN
  SELECT status, revision INTO present FROM subordinate WHERE entity_id = id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 'unknown'; END IF;
  IF present.revision <> expected THEN RETURN 'outdated'; END IF;
  IF present.status <> to_status THEN
    UPDATE subordinate SET status = to_status, revision = revision + 1 WHERE entity_id = id;
    INSERT INTO subordinate_event (entity_id, event) VALUES (id, said);
  END IF;
  RETURN 'turned';
END $$`

/**
 * Sixth migration: a revision of the list of subordinates, so that an unchanged list is not read again. Each change
 * locks the row until it commits, so that revisions become visible in their order. A change locks this row after all
 * others. The trigger reads the action in the text of the event (`changesList`).
 */
const listRevisions = `
CREATE TABLE subordinate_revision (
  profile text COLLATE "C" PRIMARY KEY,
  value bigint NOT NULL
);
CREATE FUNCTION raise_subordinate_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subordinate_revision AS known (profile, value) VALUES (NEW.profile, 1)
    ON CONFLICT (profile) DO UPDATE SET value = known.value + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER subordinate_event_raises AFTER INSERT ON subordinate_event FOR EACH ROW
  WHEN (${changesList}) EXECUTE FUNCTION raise_subordinate_revision();
CREATE TRIGGER trust_mark_grant_raises AFTER INSERT OR UPDATE ON trust_mark_grant FOR EACH ROW
  EXECUTE FUNCTION raise_subordinate_revision()`

/** Condition that a subordinate is a leaf without protocol keys. */
const isUnpinned = `NOT EXISTS (SELECT FROM subordinate_member AS held
  WHERE held.profile = subordinate.profile AND held.entity_id = subordinate.entity_id
    AND (held.name = 'protocolKeys' OR held.name = 'intermediate' AND held.value = 'true'))`

/**
 * Twelfth to fourteenth migration: the time of the next attempt to pin the protocol keys of a subordinate. It is null
 * for an intermediate, and for a subordinate that has protocol keys. Triggers set it, so that a replica of an earlier
 * version sets it too. Only the first of these migrations locks the tables against readers, and it reads no row.
 */
const pinDue = [
  `
ALTER TABLE subordinate ADD COLUMN pin_due bigint;
CREATE FUNCTION set_pin_due() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE member record;
BEGIN
  IF TG_OP = 'DELETE' THEN member := OLD; ELSE member := NEW; END IF;
  UPDATE subordinate
    SET pin_due = CASE WHEN ${isUnpinned} THEN coalesce(pin_due, 0) END
    WHERE profile = member.profile AND entity_id = member.entity_id;
  RETURN NULL;
END $$;
CREATE TRIGGER subordinate_member_pins AFTER INSERT OR UPDATE ON subordinate_member FOR EACH ROW
  WHEN (NEW.name IN ('protocolKeys', 'intermediate')) EXECUTE FUNCTION set_pin_due();
CREATE TRIGGER subordinate_member_unpins AFTER DELETE ON subordinate_member FOR EACH ROW
  WHEN (OLD.name IN ('protocolKeys', 'intermediate')) EXECUTE FUNCTION set_pin_due()`,
  `UPDATE subordinate SET pin_due = 0 WHERE pin_due IS NULL AND ${isUnpinned}`,
  `CREATE INDEX subordinate_unpinned ON subordinate (profile, pin_due) WHERE pin_due IS NOT NULL AND status = 'active'`,
]

/** The schema of a Trust Anchor. New migrations come at the end. */
export const trustAnchorSchema: PostgresSchema = {
  store: 'trust-anchor',
  migrations: [
    [tables, subordinates, keyTable('federation_key')].join(';\n'),
    keyActors('federation_key'),
    revisions,
    keyReasons('federation_key'),
    profileEntities,
    listRevisions,
    subordinateMarks,
    issuedCertificates,
    statusIndex,
    [compromisedCertificates, ...['federation_key' as const, ...profileFederationKeys].map(compromisedKeys)].join(
      ';\n',
    ),
    removedMarks,
    ...pinDue,
    [logIndex, certificateIndexes].join(';'),
  ],
  expiring: [],
}
