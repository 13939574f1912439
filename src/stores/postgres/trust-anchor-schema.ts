/**
 * The tables of a Trust Anchor or intermediate in PostgreSQL, and its verbs that are functions. Each member of a
 * subordinate has a row, so that one statement can replace some of them. The tables of its keys are in key-store.ts.
 */
import { keyActors, keyReasons, keyTable } from './key-store.ts'
import type { PostgresSchema } from './schema.ts'

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
 * Third migration. A revision is never used again: a subordinate that is added again begins after all its events in the
 * log. A suspension may name the revision that it expects.
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

/** The tables with every change, in order. */
export const trustAnchorSchema: PostgresSchema = {
  store: 'trust-anchor',
  migrations: [
    [tables, subordinates, keyTable('federation_key')].join(';\n'),
    keyActors('federation_key'),
    revisions,
    keyReasons('federation_key'),
  ],
  expiring: [],
}
