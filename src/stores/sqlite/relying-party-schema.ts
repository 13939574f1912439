/** The Relying Party's tables on the embedded database. */
import type { Migrations } from '../migrations.ts'
import { applicationTables } from '../registered-applications.ts'
import { claimsInOrderOfArrival } from './claims.ts'
import { dropIndexOfUsed, keptTrustMarkTable, storeIdentityTable } from './migrate.ts'

/** Migrations that create and change the tables, in order. */
export const relyingPartyMigrations: Migrations = [
  `CREATE TABLE presentation_session (
     id TEXT PRIMARY KEY, state TEXT NOT NULL UNIQUE, cookie TEXT NOT NULL, created_at INTEGER NOT NULL, body TEXT NOT NULL
   ) STRICT;
   CREATE INDEX presentation_session_by_age ON presentation_session (created_at)`,
  `ALTER TABLE presentation_session ADD COLUMN response_code TEXT;
   CREATE UNIQUE INDEX presentation_session_by_response_code ON presentation_session (response_code)
     WHERE response_code IS NOT NULL`,
  `ALTER TABLE presentation_session ADD COLUMN reference TEXT;
   CREATE UNIQUE INDEX presentation_session_by_reference ON presentation_session (reference) WHERE reference IS NOT NULL;
   CREATE TABLE presentation_audit (
     at INTEGER NOT NULL, application TEXT NOT NULL, presentation TEXT NOT NULL, event TEXT NOT NULL, outcome TEXT
   ) STRICT;
   CREATE INDEX presentation_audit_by_application ON presentation_audit (application, at);
   CREATE INDEX presentation_audit_by_age ON presentation_audit (at)`,
  dropIndexOfUsed,
  keptTrustMarkTable,
  storeIdentityTable,
  `CREATE TABLE openid_record (
     digest BLOB PRIMARY KEY, body TEXT NOT NULL, grant_digest BLOB, consumed_at INTEGER, expires_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX openid_record_by_grant ON openid_record (grant_digest) WHERE grant_digest IS NOT NULL;
   CREATE INDEX openid_record_by_expiry ON openid_record (expires_at)`,
  `CREATE TABLE erasure_task (
     id TEXT PRIMARY KEY, receipt TEXT NOT NULL, application TEXT NOT NULL, holder TEXT, attempts INTEGER NOT NULL,
     due_at INTEGER NOT NULL, created_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX erasure_task_by_time ON erasure_task (due_at) WHERE holder IS NOT NULL;
   CREATE INDEX erasure_task_by_age ON erasure_task (created_at)`,
  applicationTables,
  claimsInOrderOfArrival,
  // The conditions are those of `unbegunOrders` and `redeemedResults`, so that each step of their deletion reads an index.
  `CREATE INDEX presentation_session_unbegun ON presentation_session (created_at) WHERE cookie = '';
   CREATE INDEX presentation_session_by_redemption ON presentation_session (json_extract(body, '$.redeemedAt'))
     WHERE reference IS NOT NULL AND json_type(body, '$.result') IS NOT NULL`,
  `CREATE INDEX erasure_task_by_holder ON erasure_task (holder, application) WHERE holder IS NOT NULL`,
]
