/** The Wallet Provider's stores on the embedded database. */
import type { Lost } from '../../base/index.ts'
import type { KeyRingStore } from '../../federation/index.ts'
import type {
  NotBegun,
  WalletInstanceStatus,
  WalletInstances,
  WalletProviderStores,
} from '../../wallet-provider/index.ts'
import { ownActors } from '../../wallet-provider/lifecycle/wallet-instance.ts'
import { instanceVerbs } from '../wallet-provider-verbs.ts'
import { Undone } from './claims.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import type { ExpiringRows } from './forget.ts'
import { createSqliteKeyStore } from './key-store.ts'
import { addEvent, administrationVerbs, heldVerbs, insertLink } from './wallet-provider-administration.ts'

/**
 * Attestations that `forget` deletes. The place of an attestation is free after `kept_until`, even before its row is
 * deleted. `kept_until` is later than the expiry of the attestation.
 */
export const expiredAttestations: ExpiringRows = {
  table: 'wallet_attestation',
  key: 'status_list, status_index',
  column: 'kept_until',
}

/** Creates the stores. The database must have been opened with `walletProviderMigrations`. */
export const createSqliteWalletProviderStores = (database: SqliteDatabase): WalletProviderStores => ({
  walletInstances: {
    ...protocolVerbs(database),
    ...administrationVerbs(database),
    ...heldVerbs(database),
    ...instanceVerbs(database.statements, {
      id: 'id',
      instance: 'instance',
      user: 'user',
      platform: "json_extract(device, '$.platform')",
      revoked: 'revoked = 1',
    }),
  },
})

/** Creates the store of the attestation keys, in `database` (WP-67). */
export const createSqliteAttestationKeyStore = (database: SqliteDatabase): KeyRingStore =>
  createSqliteKeyStore(database, 'attestation_key')

const protocolVerbs = (
  database: SqliteDatabase,
): Pick<WalletInstances, 'register' | 'beginAttestation' | 'recordAttestation'> => ({
  register: (input) => database.claim(input.claims, (session) => insertInstance(session, input)),
  beginAttestation: ({ claims, hardwareKeyTag, counter }) =>
    database.claim(claims, (session) => beginAttestation(session, hardwareKeyTag, counter)),
  recordAttestation: ({ begin, ...input }) =>
    database.claim(begin?.claims ?? [], (session): 'recorded' | Undone<NotBegun | Lost<'status_place'>> => {
      const begun = begin && beginAttestation(session, input.hardwareKeyTag, begin.counter)
      return begun instanceof Undone ? begun : insertAttestation(session, input)
    }),
})

function insertInstance(
  session: Session,
  { instance, certificateSerials = [], user }: Parameters<WalletInstances['register']>[0],
): 'registered' | Undone<'known'> {
  const { hardwareKeyTag, registeredAt } = instance
  const { changes, lastInsertRowid } = session
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
  const id = Number(lastInsertRowid)
  const certificate = session.prepare(
    'INSERT INTO wallet_instance_certificate (serial, instance) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  for (const serial of certificateSerials) certificate.run(serial, id)
  addEvent(session, id, { at: registeredAt, change: 'registered', actor: ownActors.wallet })
  if (user !== undefined) insertLink(session, id, { user, actor: ownActors.user, now: registeredAt })
  return 'registered'
}

function beginAttestation(
  session: Session,
  hardwareKeyTag: string,
  counter: number | undefined,
): 'begun' | Undone<NotBegun> {
  const instance = session
    .prepare('SELECT status, counter, held_at FROM wallet_instance WHERE hardware_key_tag = ?')
    .get(hardwareKeyTag)
  if (instance?.status === 'revoked') return new Undone('revoked')
  if (typeof instance?.held_at === 'number') return new Undone('held')
  const moved = moveCounter(session, hardwareKeyTag, instance?.counter ?? null, counter)
  return moved ? 'begun' : new Undone('counter_not_above')
}

function insertAttestation(
  session: Session,
  { hardwareKeyTag, place, keptUntil, now }: Omit<Parameters<WalletInstances['recordAttestation']>[0], 'begin'>,
): 'recorded' | Undone<'revoked' | 'held' | Lost<'status_place'>> {
  const instance = session
    .prepare('SELECT id, status, held_at AS heldAt FROM wallet_instance WHERE hardware_key_tag = ?')
    .get(hardwareKeyTag) as
    | { readonly id: number; readonly status: WalletInstanceStatus; readonly heldAt: number | null }
    | undefined
  if (instance === undefined || instance.status === 'revoked') return new Undone('revoked') // WP-31
  if (instance.heldAt !== null) return new Undone('held')
  const { changes } = session
    .prepare(
      `INSERT INTO wallet_attestation (status_list, status_index, instance, kept_until) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET instance = excluded.instance, kept_until = excluded.kept_until, revoked = 0
         WHERE kept_until < ?`,
    )
    .run(place.list, place.index, instance.id, keptUntil, now)
  if (changes === 0) return new Undone({ lost: 'status_place' })
  if (instance.status === 'registered') {
    session
      .prepare(`UPDATE wallet_instance SET status = 'operational', operational_at = ? WHERE id = ?`)
      .run(now, instance.id)
    addEvent(session, instance.id, { at: now, change: 'operational', actor: ownActors.wallet })
  }
  return 'recorded'
}

/**
 * Raises the stored counter to `counter`. Call it in the transaction that has read `stored`. Returns false if `counter`
 * is not above `stored`, or if only one of the two is present. Changes nothing if both are absent.
 */
function moveCounter(session: Session, hardwareKeyTag: string, stored: unknown, counter: number | undefined): boolean {
  if (counter === undefined) return stored === null
  if (typeof stored !== 'number' || stored >= counter) return false
  session.prepare('UPDATE wallet_instance SET counter = ? WHERE hardware_key_tag = ?').run(counter, hardwareKeyTag)
  return true
}
