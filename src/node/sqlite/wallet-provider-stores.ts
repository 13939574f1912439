/**
 * The Wallet Provider's stores on the embedded database.
 */
import type { KeyRingStore } from '../../federation/index.ts'
import { ownActors, type WalletInstances, type WalletProviderStores } from '../../wallet-provider/index.ts'
import type { Migrations } from '../migrations.ts'
import { instanceOf } from '../wallet-provider-rows.ts'
import { type ExpiringRows, type Session, type SqliteDatabase, Undone } from './database.ts'
import { createSqliteKeyStore, keyActors } from './key-store.ts'
import { dropIndexOfUsed } from './migrate.ts'
import { addEvent, administrationVerbs, recordVerbs } from './wallet-provider-administration.ts'

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
   CREATE TRIGGER wallet_instance_event_stays BEFORE UPDATE ON wallet_instance_event
     BEGIN SELECT RAISE(ABORT, 'the log of changes only grows'); END;
   CREATE TRIGGER wallet_instance_event_remains BEFORE DELETE ON wallet_instance_event
     BEGIN SELECT RAISE(ABORT, 'the log of changes only grows'); END`,
  `CREATE TABLE wallet_instance_refusal (
     hardware_key_tag TEXT NOT NULL,
     requirement TEXT NOT NULL,
     code TEXT NOT NULL,
     count INTEGER NOT NULL,
     first_at INTEGER NOT NULL,
     last_at INTEGER NOT NULL,
     PRIMARY KEY (hardware_key_tag, requirement, code)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE attestation_key (
     id INTEGER PRIMARY KEY,
     kid TEXT NOT NULL UNIQUE,
     jwk TEXT NOT NULL,
     state TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     retired_at INTEGER,
     revoked_at INTEGER,
     reason TEXT
   ) STRICT`,
  keyActors('attestation_key'),
  dropIndexOfUsed,
]

/** For `forget`: their places are free as soon as they are over, forgotten or not. */
export const expiredAttestations: ExpiringRows = {
  table: 'wallet_attestation',
  key: 'status_list, status_index',
  column: 'kept_until',
}

export const createSqliteWalletProviderStores = (database: SqliteDatabase): WalletProviderStores => ({
  walletInstances: { ...protocolVerbs(database), ...administrationVerbs(database), ...recordVerbs(database) },
})

/** The ring of attestation keys, in the same database (WP-67). */
export const createSqliteAttestationKeyStore = (database: SqliteDatabase): KeyRingStore =>
  createSqliteKeyStore(database, 'attestation_key')

type ProtocolVerbs = Pick<
  WalletInstances,
  'find' | 'register' | 'beginAttestation' | 'recordAttestation' | 'revokedPlaces'
>

const protocolVerbs = (database: SqliteDatabase): ProtocolVerbs => ({
  find: (hardwareKeyTag) =>
    database.read((session) => {
      const row = session.prepare('SELECT * FROM wallet_instance WHERE hardware_key_tag = ?').get(hardwareKeyTag)
      return row && instanceOf(row)
    }),
  register: (input) => database.claim(input.claims, (session) => insertInstance(session, input)),
  beginAttestation: ({ claims, hardwareKeyTag, counter }) =>
    database.claim(claims, (session) => {
      const instance = session
        .prepare('SELECT status, counter FROM wallet_instance WHERE hardware_key_tag = ?')
        .get(hardwareKeyTag)
      if (instance?.status === 'revoked') return new Undone('revoked' as const)
      return moveCounter(session, hardwareKeyTag, instance?.counter ?? null, counter)
        ? ('begun' as const)
        : new Undone('counter_not_above' as const)
    }),
  recordAttestation: (input) => database.write((session) => insertAttestation(session, input)),
  revokedPlaces: (list, now) =>
    database.read((session) =>
      session
        .prepare(
          'SELECT status_index FROM wallet_attestation WHERE status_list = ? AND revoked = 1 AND kept_until >= ?',
        )
        .all(list, now)
        .map((row) => row.status_index as number),
    ),
})

const statusOf = (session: Session, hardwareKeyTag: string): unknown =>
  session.prepare('SELECT status FROM wallet_instance WHERE hardware_key_tag = ?').get(hardwareKeyTag)?.status

function insertInstance(
  session: Session,
  { instance, certificateSerials = [] }: Parameters<WalletInstances['register']>[0],
): 'registered' | Undone<'known'> {
  const { hardwareKeyTag, registeredAt } = instance
  const { changes } = session
    .prepare(
      `INSERT INTO wallet_instance (hardware_key_tag, hardware_key_thumbprint, hardware_key, device, status,
         registered_at, counter, receipt) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    )
    .run(
      hardwareKeyTag,
      instance.hardwareKeyThumbprint,
      JSON.stringify(instance.hardwareKey),
      JSON.stringify(instance.device),
      instance.status,
      registeredAt,
      instance.counter ?? null,
      instance.receipt ?? null,
    )
  if (changes === 0) return new Undone('known')
  const certificate = session.prepare(
    'INSERT INTO wallet_instance_certificate (serial, hardware_key_tag) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  for (const serial of certificateSerials) certificate.run(serial, hardwareKeyTag)
  addEvent(session, hardwareKeyTag, { at: registeredAt, change: 'registered', actor: ownActors.wallet })
  return 'registered'
}

function insertAttestation(
  session: Session,
  { hardwareKeyTag, place, keptUntil, now }: Parameters<WalletInstances['recordAttestation']>[0],
): Awaited<ReturnType<WalletInstances['recordAttestation']>> {
  const status = statusOf(session, hardwareKeyTag)
  if (status === undefined || status === 'revoked') return 'revoked'
  const { changes } = session
    .prepare(
      `INSERT INTO wallet_attestation (status_list, status_index, hardware_key_tag, kept_until) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET hardware_key_tag = excluded.hardware_key_tag, kept_until = excluded.kept_until, revoked = 0
         WHERE kept_until < ?`,
    )
    .run(place.list, place.index, hardwareKeyTag, keptUntil, now)
  if (changes === 0) return { lost: 'status_place' }
  if (status === 'registered') {
    session
      .prepare(`UPDATE wallet_instance SET status = 'operational', operational_at = ? WHERE hardware_key_tag = ?`)
      .run(now, hardwareKeyTag)
    addEvent(session, hardwareKeyTag, { at: now, change: 'operational', actor: ownActors.wallet })
  }
  return 'recorded'
}

/** Upwards only, within the transaction that has read it; an instance without a counter takes none. */
function moveCounter(session: Session, hardwareKeyTag: string, known: unknown, counter: number | undefined): boolean {
  if (counter === undefined) return known === null
  if (typeof known !== 'number' || known >= counter) return false
  session.prepare('UPDATE wallet_instance SET counter = ? WHERE hardware_key_tag = ?').run(counter, hardwareKeyTag)
  return true
}
