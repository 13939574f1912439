/** The Wallet Provider's tables on the embedded database. */
import type { Migrations } from '../migrations.ts'
import { claimsInOrderOfArrival } from './claims.ts'
import { keyActors, keyReasons, keyTable } from './key-store.ts'
import { dropIndexOfUsed, keptTrustMarkTable, storeIdentityTable } from './migrate.ts'

const logOnlyGrows = `
  CREATE TRIGGER wallet_instance_event_stays BEFORE UPDATE ON wallet_instance_event
    BEGIN SELECT RAISE(ABORT, 'the log of changes only grows'); END;
  CREATE TRIGGER wallet_instance_event_remains BEFORE DELETE ON wallet_instance_event
    BEGIN SELECT RAISE(ABORT, 'the log of changes only grows'); END`

/**
 * Replaces the random tag of an instance by a growing number in the rows that refer to it. With the tag, each
 * registration wrote extra pages in `wallet_instance_event_by_instance` and in `wallet_instance_certificate`, which was
 * half of its cost. The log needs no AUTOINCREMENT, since its rows are never deleted.
 */
const numberedInstances = `
  CREATE TABLE numbered_instance (
    id INTEGER PRIMARY KEY,
    hardware_key_tag TEXT NOT NULL UNIQUE,
    hardware_key_thumbprint TEXT NOT NULL UNIQUE,
    hardware_key TEXT NOT NULL,
    device TEXT NOT NULL,
    status TEXT NOT NULL,
    registered_at INTEGER NOT NULL,
    operational_at INTEGER,
    revoked_at INTEGER,
    revocation_reason TEXT,
    counter INTEGER,
    receipt TEXT
  ) STRICT;
  INSERT INTO numbered_instance SELECT rowid, hardware_key_tag, hardware_key_thumbprint, hardware_key, device, status,
    registered_at, operational_at, revoked_at, revocation_reason, counter, receipt FROM wallet_instance;
  DROP TABLE wallet_instance;
  ALTER TABLE numbered_instance RENAME TO wallet_instance;
  CREATE INDEX wallet_instance_by_time ON wallet_instance (registered_at);

  CREATE TABLE numbered_attestation (
    status_list INTEGER NOT NULL,
    status_index INTEGER NOT NULL,
    instance INTEGER NOT NULL,
    kept_until INTEGER NOT NULL,
    revoked INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (status_list, status_index)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO numbered_attestation SELECT status_list, status_index, id, kept_until, revoked
    FROM wallet_attestation JOIN wallet_instance USING (hardware_key_tag);
  DROP TABLE wallet_attestation;
  ALTER TABLE numbered_attestation RENAME TO wallet_attestation;
  CREATE INDEX wallet_attestation_by_end ON wallet_attestation (kept_until);
  CREATE INDEX wallet_attestation_by_instance ON wallet_attestation (instance);
  CREATE INDEX wallet_attestation_revoked ON wallet_attestation (status_list) WHERE revoked = 1;

  CREATE TABLE numbered_certificate (
    serial TEXT NOT NULL,
    instance INTEGER NOT NULL,
    PRIMARY KEY (serial, instance)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO numbered_certificate SELECT serial, id
    FROM wallet_instance_certificate JOIN wallet_instance USING (hardware_key_tag);
  DROP TABLE wallet_instance_certificate;
  ALTER TABLE numbered_certificate RENAME TO wallet_instance_certificate;

  CREATE TABLE numbered_user (
    instance INTEGER PRIMARY KEY,
    user TEXT NOT NULL
  ) STRICT;
  INSERT INTO numbered_user SELECT id, user FROM wallet_instance_user JOIN wallet_instance USING (hardware_key_tag);
  DROP TABLE wallet_instance_user;
  ALTER TABLE numbered_user RENAME TO wallet_instance_user;
  CREATE INDEX wallet_instance_user_by_user ON wallet_instance_user (user);

  CREATE TABLE numbered_refusal (
    instance INTEGER NOT NULL,
    requirement TEXT NOT NULL,
    code TEXT NOT NULL,
    count INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (instance, requirement, code)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO numbered_refusal SELECT id, requirement, code, count, first_at, last_at
    FROM wallet_instance_refusal JOIN wallet_instance USING (hardware_key_tag);
  DROP TABLE wallet_instance_refusal;
  ALTER TABLE numbered_refusal RENAME TO wallet_instance_refusal;

  CREATE TABLE numbered_event (
    sequence INTEGER PRIMARY KEY,
    instance INTEGER NOT NULL,
    at INTEGER NOT NULL,
    change TEXT NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT
  ) STRICT;
  INSERT INTO numbered_event SELECT sequence, id, at, change, actor, reason
    FROM wallet_instance_event JOIN wallet_instance USING (hardware_key_tag) ORDER BY sequence;
  DROP TABLE wallet_instance_event;
  ALTER TABLE numbered_event RENAME TO wallet_instance_event;
  CREATE INDEX wallet_instance_event_by_instance ON wallet_instance_event (instance);
  ${logOnlyGrows}`

/**
 * Adds the columns of held instances, and an index that finds the revocations by evidence (WP-91). `revokedByEvidence`
 * must list the same reasons, or SQLite does not use the index.
 */
const heldInstances = `
  ALTER TABLE wallet_instance ADD COLUMN held_at INTEGER;
  ALTER TABLE wallet_instance ADD COLUMN held_reason TEXT;
  CREATE INDEX wallet_instance_held ON wallet_instance (id) WHERE held_at IS NOT NULL;
  CREATE INDEX wallet_instance_revoked_by_evidence ON wallet_instance (revoked_at)
    WHERE revocation_reason IN ('evidence_forged', 'integrity_denied', 'device_below_minimum')`

/**
 * Adds indexes for the administration's searches: one for instances of each status except `operational`, one for held
 * instances, both by time. Operational instances are found by the index of registration times.
 */
const searchIndexes = `
  CREATE INDEX wallet_instance_by_status ON wallet_instance (status, registered_at) WHERE status <> 'operational';
  CREATE INDEX wallet_instance_held_by_time ON wallet_instance (registered_at) WHERE held_at IS NOT NULL`

/** Contains the condition on `kept_until` too. Without it, SQLite reads all places of a list by the primary key. */
const revokedPlaces = `
  DROP INDEX wallet_attestation_revoked;
  CREATE INDEX wallet_attestation_revoked ON wallet_attestation (status_list, kept_until) WHERE revoked = 1`

/** Migrations that create and change the tables, in order. */
export const walletProviderMigrations: Migrations = [
  `CREATE TABLE wallet_instance (
     hardware_key_tag TEXT PRIMARY KEY,
     hardware_key_thumbprint TEXT NOT NULL UNIQUE,
     hardware_key TEXT NOT NULL,
     device TEXT NOT NULL,
     status TEXT NOT NULL,
     registered_at INTEGER NOT NULL,
     operational_at INTEGER,
     revoked_at INTEGER,
     revocation_reason TEXT
   ) STRICT`,
  `ALTER TABLE wallet_instance ADD COLUMN counter INTEGER;
   ALTER TABLE wallet_instance ADD COLUMN receipt TEXT`,
  `CREATE INDEX wallet_instance_by_time ON wallet_instance (registered_at);
   CREATE TABLE wallet_attestation (
     status_list INTEGER NOT NULL,
     status_index INTEGER NOT NULL,
     hardware_key_tag TEXT NOT NULL,
     kept_until INTEGER NOT NULL,
     revoked INTEGER NOT NULL DEFAULT 0,
     PRIMARY KEY (status_list, status_index)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX wallet_attestation_by_end ON wallet_attestation (kept_until);
   CREATE INDEX wallet_attestation_by_instance ON wallet_attestation (hardware_key_tag);
   CREATE INDEX wallet_attestation_revoked ON wallet_attestation (status_list) WHERE revoked = 1;
   CREATE TABLE wallet_instance_certificate (
     serial TEXT NOT NULL,
     hardware_key_tag TEXT NOT NULL,
     PRIMARY KEY (serial, hardware_key_tag)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE wallet_instance_user (
     hardware_key_tag TEXT PRIMARY KEY,
     user TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX wallet_instance_user_by_user ON wallet_instance_user (user);
   CREATE TABLE wallet_instance_event (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT,
     hardware_key_tag TEXT NOT NULL,
     at INTEGER NOT NULL,
     change TEXT NOT NULL,
     actor TEXT NOT NULL,
     reason TEXT
   ) STRICT;
   CREATE INDEX wallet_instance_event_by_instance ON wallet_instance_event (hardware_key_tag);
   ${logOnlyGrows}`,
  `CREATE TABLE wallet_instance_refusal (
     hardware_key_tag TEXT NOT NULL,
     requirement TEXT NOT NULL,
     code TEXT NOT NULL,
     count INTEGER NOT NULL,
     first_at INTEGER NOT NULL,
     last_at INTEGER NOT NULL,
     PRIMARY KEY (hardware_key_tag, requirement, code)
   ) STRICT, WITHOUT ROWID;
   ${keyTable('attestation_key')}`,
  keyActors('attestation_key'),
  dropIndexOfUsed,
  numberedInstances,
  keyReasons('attestation_key'),
  keptTrustMarkTable,
  heldInstances,
  storeIdentityTable,
  searchIndexes,
  claimsInOrderOfArrival,
  revokedPlaces,
  // The expression is that of the search by platform.
  `CREATE INDEX wallet_instance_by_platform ON wallet_instance (json_extract(device, '$.platform'), registered_at)`,
]
