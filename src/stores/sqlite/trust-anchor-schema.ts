/** The tables of a Trust Anchor or intermediate on the embedded database. */
import type { Migrations } from '../migrations.ts'
import { keyActors, keyReasons, keyTable } from './key-store.ts'
import { dropIndexOfUsed, storeIdentityTable } from './migrate.ts'

/** The tables with every change, in order. */
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
]
