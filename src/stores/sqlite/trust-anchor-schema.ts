/** The tables of a Trust Anchor or intermediate on the embedded database. */
import { certificateIndexes } from '../certificate-verbs.ts'
import type { Migrations } from '../migrations.ts'
import { changesList, grantIndex, logIndex, statusIndex } from '../trust-anchor-verbs.ts'
import { claimsInOrderOfArrival } from './claims.ts'
import { keyActors, keyReasons, keyTable } from './key-store.ts'
import { dropIndexOfUsed, storeIdentityTable } from './migrate.ts'

/**
 * Sixth migration: each profile entity (the authority's entity for one version of the formats) gets its own members,
 * trust marks, log, issued certificates, key announcements and federation keys. Earlier rows belong to the
 * specification's own profile. SQLite cannot change a primary key, so two tables are created again.
 */
const profileEntities = `
   ALTER TABLE subordinate RENAME TO former_subordinate;
   CREATE TABLE subordinate (
     profile TEXT NOT NULL,
     entity_id TEXT NOT NULL,
     entry TEXT NOT NULL,
     status TEXT NOT NULL,
     revision INTEGER NOT NULL,
     PRIMARY KEY (profile, entity_id)
   ) STRICT;
   INSERT INTO subordinate SELECT 'seed', entity_id, entry, status, revision FROM former_subordinate;
   DROP TABLE former_subordinate;
   ALTER TABLE subordinate_event ADD COLUMN profile TEXT NOT NULL DEFAULT 'seed';
   DROP INDEX subordinate_event_by_entity;
   CREATE INDEX subordinate_event_by_entity ON subordinate_event (profile, entity_id, id);
   ALTER TABLE trust_mark_grant RENAME TO former_trust_mark_grant;
   CREATE TABLE trust_mark_grant (
     profile TEXT NOT NULL,
     trust_mark_type TEXT NOT NULL,
     holder TEXT NOT NULL,
     granted_at INTEGER NOT NULL,
     revoked_at INTEGER,
     PRIMARY KEY (profile, trust_mark_type, holder)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO trust_mark_grant
     SELECT 'seed', trust_mark_type, holder, granted_at, revoked_at FROM former_trust_mark_grant;
   DROP TABLE former_trust_mark_grant;
   CREATE TABLE certificate (
     profile TEXT NOT NULL,
     serial TEXT NOT NULL,
     subject TEXT NOT NULL,
     kid TEXT NOT NULL,
     issuer_kid TEXT NOT NULL,
     generation INTEGER NOT NULL,
     certificate TEXT NOT NULL,
     not_before INTEGER NOT NULL,
     not_after INTEGER NOT NULL,
     revoked_at INTEGER,
     reason TEXT,
     held_at INTEGER,
     PRIMARY KEY (profile, serial)
   ) STRICT;
   CREATE UNIQUE INDEX certificate_by_key ON certificate (profile, subject, kid, issuer_kid, generation);
   CREATE INDEX certificate_revoked ON certificate (profile, issuer_kid, serial)
     WHERE revoked_at IS NOT NULL OR held_at IS NOT NULL;
   CREATE TABLE certificate_counter (
     profile TEXT NOT NULL,
     name TEXT NOT NULL,
     value INTEGER NOT NULL,
     PRIMARY KEY (profile, name)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE certificate_list (
     profile TEXT NOT NULL,
     issuer_kid TEXT NOT NULL,
     number INTEGER NOT NULL,
     list TEXT NOT NULL,
     this_update INTEGER NOT NULL,
     next_update INTEGER NOT NULL,
     revocations INTEGER NOT NULL,
     PRIMARY KEY (profile, issuer_kid)
   ) STRICT;
   CREATE TABLE key_announcement (
     profile TEXT NOT NULL,
     entity_id TEXT NOT NULL,
     statement TEXT NOT NULL,
     issued_at INTEGER NOT NULL,
     received_at INTEGER NOT NULL,
     pending INTEGER NOT NULL,
     PRIMARY KEY (profile, entity_id)
   ) STRICT;
   ${(['federation_key_1_0', 'federation_key_1_4'] as const)
     .map((table) => [keyTable(table), keyActors(table), keyReasons(table)].join(';\n'))
     .join(';\n')}`

const raiseRevision = `
   INSERT INTO subordinate_revision (profile, value) VALUES (new.profile, 1)
     ON CONFLICT (profile) DO UPDATE SET value = value + 1;`

/** Seventh migration: a revision of the list of subordinates, so that an unchanged list is not read again. */
const listRevisions = `
   CREATE TABLE subordinate_revision (
     profile TEXT PRIMARY KEY,
     value INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TRIGGER subordinate_event_raises AFTER INSERT ON subordinate_event
     WHEN ${changesList} BEGIN ${raiseRevision} END;
   CREATE TRIGGER trust_mark_grant_raises AFTER INSERT ON trust_mark_grant BEGIN ${raiseRevision} END;
   CREATE TRIGGER trust_mark_change_raises AFTER UPDATE ON trust_mark_grant BEGIN ${raiseRevision} END`

const isUnpinned = `coalesce(json_extract(entry, '$.intermediate'), 0) = 0 AND json_type(entry, '$.protocolKeys') IS NULL`

const setPinDue = `UPDATE subordinate SET pin_due = CASE WHEN ${isUnpinned} THEN coalesce(pin_due, 0) END`

/**
 * Adds the time of the next attempt to pin the protocol keys of a subordinate. It is null for an intermediate, and for
 * a subordinate that has protocol keys. Triggers set it, so that a process of an earlier version sets it too.
 */
const pinDue = `
   ALTER TABLE subordinate ADD COLUMN pin_due INTEGER;
   ${setPinDue};
   CREATE INDEX subordinate_unpinned ON subordinate (profile, pin_due)
     WHERE pin_due IS NOT NULL AND status = 'active';
   ${(['INSERT', 'UPDATE OF entry'] as const)
     .map(
       (change) => `CREATE TRIGGER subordinate_${change.slice(0, 6).toLowerCase()}_pins AFTER ${change} ON subordinate
         BEGIN ${setPinDue} WHERE rowid = new.rowid; END`,
     )
     .join(';')}`

/** Migrations that create and change the tables, in order. */
export const trustAnchorMigrations: Migrations = [
  `CREATE TABLE subordinate (
     entity_id TEXT PRIMARY KEY,
     entry TEXT NOT NULL,
     status TEXT NOT NULL,
     revision INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE subordinate_event (
     id INTEGER PRIMARY KEY,
     entity_id TEXT NOT NULL,
     event TEXT NOT NULL
   ) STRICT;
   CREATE INDEX subordinate_event_by_entity ON subordinate_event (entity_id, id);
   CREATE TABLE trust_mark_grant (
     trust_mark_type TEXT NOT NULL,
     holder TEXT NOT NULL,
     granted_at INTEGER NOT NULL,
     revoked_at INTEGER,
     PRIMARY KEY (trust_mark_type, holder)
   ) STRICT, WITHOUT ROWID;
   ${keyTable('federation_key')}`,
  keyActors('federation_key'),
  dropIndexOfUsed,
  keyReasons('federation_key'),
  storeIdentityTable,
  profileEntities,
  listRevisions,
  statusIndex,
  claimsInOrderOfArrival,
  pinDue,
  [logIndex, certificateIndexes].join(';'),
  grantIndex,
]
