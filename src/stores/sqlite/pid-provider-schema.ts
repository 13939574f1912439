/** The PID Provider's tables on the embedded database. */
import type { Migrations } from '../migrations.ts'
import { claimsInOrderOfArrival } from './claims.ts'
import { dropIndexOfUsed, keptTrustMarkTable, storeIdentityTable } from './migrate.ts'
import { watchedListTable } from './watched-lists.ts'

/**
 * Orders the rows of a table by their insertion instead of by their random keys. Rows of one commit share pages, and a
 * body longer than a quarter of a page needs no overflow page. `forgetArrived` needs the `rowid`.
 */
const inOrderOfArrival = (table: string): string =>
  `CREATE TABLE moved (digest BLOB NOT NULL UNIQUE, body TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
   INSERT INTO moved SELECT digest, body, expires_at FROM ${table};
   DROP TABLE ${table};
   ALTER TABLE moved RENAME TO ${table};
   CREATE INDEX ${table}_by_expiry ON ${table} (expires_at)`

/**
 * Lets a new credential use the place of an expired one (`place_free`). SQLite cannot drop the constraint that a
 * place is never assigned twice, so the rows move to a new table.
 */
const freedPlaces = `
  CREATE TABLE moved (
    id TEXT PRIMARY KEY, format TEXT NOT NULL, holder_thumbprint TEXT NOT NULL, subject TEXT NOT NULL,
    client_id TEXT NOT NULL, wallet_provider TEXT NOT NULL, token_id TEXT NOT NULL,
    status_list INTEGER NOT NULL, status_index INTEGER NOT NULL,
    issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, status TEXT NOT NULL,
    attestation_list TEXT, attestation_index INTEGER, attestation_until INTEGER,
    place_free INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO moved SELECT id, format, holder_thumbprint, subject, client_id, wallet_provider, token_id, status_list,
    status_index, issued_at, expires_at, status, attestation_list, attestation_index, attestation_until, 0
    FROM issued_credential ORDER BY rowid;
  DROP TABLE issued_credential;
  ALTER TABLE moved RENAME TO issued_credential;
  CREATE UNIQUE INDEX issued_credential_own_place ON issued_credential (status_list, status_index) WHERE place_free = 0;
  CREATE INDEX issued_credential_by_place ON issued_credential (attestation_index, attestation_until)
    WHERE attestation_until IS NOT NULL AND status <> 'revoked';
  CREATE INDEX issued_credential_by_holder ON issued_credential (holder_thumbprint);
  CREATE INDEX issued_credential_by_subject ON issued_credential (subject);
  CREATE INDEX issued_credential_by_client ON issued_credential (client_id);
  CREATE INDEX issued_credential_by_issue ON issued_credential (issued_at);
  CREATE INDEX issued_credential_exceptions ON issued_credential (status_list) WHERE status <> 'valid';
  CREATE INDEX issued_credential_by_status ON issued_credential (status, issued_at, id) WHERE status <> 'valid'`

/** Migrations that create and change the tables, in order. */
export const pidProviderMigrations: Migrations = [
  `CREATE TABLE pushed_request (digest BLOB PRIMARY KEY, body TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE authorization_session (digest BLOB PRIMARY KEY, body TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE authorization_grant (
     code_digest BLOB PRIMARY KEY, body TEXT NOT NULL, token_id TEXT UNIQUE, token TEXT,
     expires_at INTEGER NOT NULL, revoked_at INTEGER
   ) STRICT;
   CREATE TABLE issued_credential (
     id TEXT PRIMARY KEY, format TEXT NOT NULL, holder_thumbprint TEXT NOT NULL, subject TEXT NOT NULL,
     client_id TEXT NOT NULL, wallet_provider TEXT NOT NULL, token_id TEXT NOT NULL,
     status_list INTEGER NOT NULL, status_index INTEGER NOT NULL,
     issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, status TEXT NOT NULL,
     UNIQUE (status_list, status_index)
   ) STRICT;
   CREATE INDEX issued_credential_by_holder ON issued_credential (holder_thumbprint);
   CREATE INDEX issued_credential_by_token ON issued_credential (token_id);
   CREATE INDEX issued_credential_by_subject ON issued_credential (subject);
   CREATE INDEX issued_credential_exceptions ON issued_credential (status_list) WHERE status <> 'valid';
   CREATE TABLE credential_change (
     credential_id TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL, reason TEXT NOT NULL
   ) STRICT;
   CREATE INDEX credential_change_by_credential ON credential_change (credential_id)`,
  `CREATE INDEX pushed_request_by_expiry ON pushed_request (expires_at);
   CREATE INDEX authorization_session_by_expiry ON authorization_session (expires_at);
   CREATE INDEX authorization_grant_by_expiry ON authorization_grant (expires_at)`,
  `ALTER TABLE issued_credential ADD COLUMN attestation_list TEXT;
   ALTER TABLE issued_credential ADD COLUMN attestation_index INTEGER;
   ALTER TABLE issued_credential ADD COLUMN attestation_until INTEGER;
   CREATE INDEX issued_credential_by_client ON issued_credential (client_id);
   CREATE INDEX issued_credential_by_issue ON issued_credential (issued_at);
   CREATE INDEX issued_credential_watched ON issued_credential (id)
     WHERE attestation_until IS NOT NULL AND status <> 'revoked'`,
  ['pushed_request', 'authorization_session'].map(inOrderOfArrival).join(';'),
  // Drops indexes that no lookup needs, but that requests must keep up to date.
  `DROP INDEX pushed_request_by_expiry;
   DROP INDEX authorization_session_by_expiry;
   DROP INDEX issued_credential_by_token;
   CREATE TABLE moved (
     code_digest BLOB NOT NULL UNIQUE, body TEXT NOT NULL, token_id TEXT, token TEXT,
     expires_at INTEGER NOT NULL, revoked_at INTEGER
   ) STRICT;
   INSERT INTO moved SELECT code_digest, body, token_id, token, expires_at, revoked_at
     FROM authorization_grant ORDER BY rowid;
   DROP TABLE authorization_grant;
   ALTER TABLE moved RENAME TO authorization_grant;
   CREATE UNIQUE INDEX authorization_grant_by_token ON authorization_grant (token_id) WHERE token_id IS NOT NULL;
   CREATE INDEX authorization_grant_by_expiry ON authorization_grant (expires_at)`,
  dropIndexOfUsed,
  keptTrustMarkTable,
  storeIdentityTable,
  watchedListTable,
  // Finds credentials by status, except valid ones, which the index by time of issue finds.
  `CREATE INDEX issued_credential_by_status ON issued_credential (status, issued_at, id) WHERE status <> 'valid'`,
  freedPlaces,
  claimsInOrderOfArrival,
  // The index contains the time of revocation, so that the check of a grant reads only the index.
  `DROP INDEX authorization_grant_by_token;
   CREATE INDEX authorization_grant_by_token ON authorization_grant (token_id, revoked_at) WHERE token_id IS NOT NULL`,
  // Contains no expired credential whose place is free again.
  `DROP INDEX issued_credential_exceptions;
   CREATE INDEX issued_credential_listed ON issued_credential (status_list) WHERE status <> 'valid' AND place_free = 0`,
  'CREATE INDEX issued_credential_by_format ON issued_credential (format, issued_at, id)',
]
