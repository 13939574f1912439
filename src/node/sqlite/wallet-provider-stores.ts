/**
 * The Wallet Provider's stores on the embedded database.
 */
import type { PublicJwk } from '../../base/index.ts'
import type {
  RevocationReason,
  WalletInstance,
  WalletInstanceStatus,
  WalletProviderStores,
} from '../../wallet-provider/index.ts'
import { type Migrations, type Session, type SqliteDatabase, Undone } from './database.ts'

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
]

export function createSqliteWalletProviderStores(database: SqliteDatabase): WalletProviderStores {
  const isRevoked = (session: Session, hardwareKeyTag: string): boolean =>
    session
      .prepare(`SELECT 1 FROM wallet_instance WHERE hardware_key_tag = ? AND status = 'revoked'`)
      .get(hardwareKeyTag) !== undefined
  return {
    walletInstances: {
      find: (hardwareKeyTag) =>
        database.read((session) => {
          const row = session.prepare('SELECT * FROM wallet_instance WHERE hardware_key_tag = ?').get(hardwareKeyTag)
          return row && instanceOf(row)
        }),
      register: ({ claims, instance }) =>
        database.claim(claims, (session) => {
          const { changes } = session
            .prepare(
              `INSERT INTO wallet_instance (hardware_key_tag, hardware_key_thumbprint, hardware_key, device, status,
                 registered_at, counter, receipt) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
            )
            .run(
              instance.hardwareKeyTag,
              instance.hardwareKeyThumbprint,
              JSON.stringify(instance.hardwareKey),
              JSON.stringify(instance.device),
              instance.status,
              instance.registeredAt,
              instance.counter ?? null,
              instance.receipt ?? null,
            )
          return changes === 0 ? new Undone('known' as const) : ('registered' as const)
        }),
      beginAttestation: ({ claims, hardwareKeyTag, counter }) =>
        database.claim(claims, (session) => {
          if (isRevoked(session, hardwareKeyTag)) return new Undone('revoked' as const)
          return moveCounter(session, hardwareKeyTag, counter)
            ? ('begun' as const)
            : new Undone('counter_not_above' as const)
        }),
      becomeOperational: (hardwareKeyTag, now) =>
        database.write((session) => {
          session
            .prepare(
              `UPDATE wallet_instance SET status = 'operational', operational_at = ?
               WHERE hardware_key_tag = ? AND status = 'registered'`,
            )
            .run(now, hardwareKeyTag)
          const row = session
            .prepare('SELECT status FROM wallet_instance WHERE hardware_key_tag = ?')
            .get(hardwareKeyTag)
          return row?.status === 'operational' ? 'operational' : 'revoked'
        }),
      revoke: ({ hardwareKeyTag, reason, now }) =>
        database.write((session) => {
          session
            .prepare(
              `UPDATE wallet_instance SET status = 'revoked', revoked_at = ?, revocation_reason = ?
               WHERE hardware_key_tag = ? AND status <> 'revoked'`,
            )
            .run(now, reason, hardwareKeyTag)
          return isRevoked(session, hardwareKeyTag) ? 'revoked' : 'unknown'
        }),
    },
  }
}

/** Compare and set; an instance without a counter takes none. */
function moveCounter(session: Session, hardwareKeyTag: string, counter: number | undefined): boolean {
  if (counter !== undefined)
    return (
      session
        .prepare('UPDATE wallet_instance SET counter = ? WHERE hardware_key_tag = ? AND counter < ?')
        .run(counter, hardwareKeyTag, counter).changes === 1
    )
  const withCounter = 'SELECT 1 FROM wallet_instance WHERE hardware_key_tag = ? AND counter IS NOT NULL'
  return session.prepare(withCounter).get(hardwareKeyTag) === undefined
}

function instanceOf(row: Record<string, unknown>): WalletInstance {
  return {
    hardwareKeyTag: row.hardware_key_tag as string,
    hardwareKey: JSON.parse(row.hardware_key as string) as PublicJwk,
    hardwareKeyThumbprint: row.hardware_key_thumbprint as string,
    device: JSON.parse(row.device as string) as WalletInstance['device'],
    ...(row.counter === null ? {} : { counter: row.counter as number }),
    ...(row.receipt === null ? {} : { receipt: row.receipt as string }),
    status: row.status as WalletInstanceStatus,
    registeredAt: row.registered_at as number,
    ...(row.operational_at === null ? {} : { operationalAt: row.operational_at as number }),
    ...(row.revoked_at === null
      ? {}
      : { revokedAt: row.revoked_at as number, revocationReason: row.revocation_reason as RevocationReason }),
  }
}
