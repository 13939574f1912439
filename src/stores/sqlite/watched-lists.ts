/**
 * The Wallet Providers' status lists that a PID Provider watches, on the embedded database. The row of a list has the
 * time of the next fetch (`due`). An index finds credentials by the place of their Wallet Attestation in its list.
 */
import { setImmediate } from 'node:timers/promises'
import { clocksApartSeconds } from '../../base/index.ts'
import type { IssuedCredential, WatchedLists } from '../../pid-provider/index.ts'
import { credentialOf, maximumPlaces, watchedListOf } from '../pid-provider-rows.ts'
import { wholeSeconds } from '../stored-values.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'

/** Migration that creates the table of watched lists from the registered credentials. */
export const watchedListTable = `
  CREATE TABLE watched_list (
    wallet_provider TEXT NOT NULL, uri TEXT NOT NULL, places INTEGER NOT NULL, until INTEGER NOT NULL,
    due INTEGER NOT NULL, PRIMARY KEY (wallet_provider, uri)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO watched_list
    SELECT wallet_provider, attestation_list, max(attestation_index) + 1, max(attestation_until), max(issued_at)
    FROM issued_credential WHERE attestation_until IS NOT NULL GROUP BY wallet_provider, attestation_list;
  CREATE INDEX watched_list_by_due ON watched_list (due);
  CREATE INDEX watched_list_by_expiry ON watched_list (until);
  DROP INDEX issued_credential_watched;
  CREATE INDEX issued_credential_by_place ON issued_credential (attestation_index, attestation_until)
    WHERE attestation_until IS NOT NULL AND status <> 'revoked'`

/** Watched lists that expire, for `forget`. */
export const expiringLists = { table: 'watched_list', key: 'wallet_provider, uri', column: 'until' } as const

/** Watches the list that the credential's attestation names, if it names one. Does not change `due` of a known list. */
export function watchList(session: Session, { attestationWatch: watch, ...credential }: IssuedCredential): void {
  if (watch === undefined) return
  session
    .prepare(
      `INSERT INTO watched_list (wallet_provider, uri, places, until, due) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET places = max(places, excluded.places), until = max(until, excluded.until)
       WHERE excluded.places > places OR excluded.until > until`,
    )
    .run(credential.walletProvider, watch.uri, watch.idx + 1, wholeSeconds(watch.until), credential.issuedAt)
}

/** Creates the store of watched lists on the embedded database. */
export function createWatchedLists(database: SqliteDatabase): Omit<WatchedLists, 'nextListDue'> {
  return {
    takeDueLists: ({ now, nextDue, limit }) =>
      database.write((session) =>
        session
          .prepare(
            `SELECT wallet_provider, uri, min(places, ?) AS places FROM watched_list WHERE due <= ? OR due > ?
             ORDER BY due LIMIT ?`,
          )
          .all(maximumPlaces, now, nextDue + clocksApartSeconds, limit)
          .map((row) => {
            session
              .prepare('UPDATE watched_list SET due = ? WHERE wallet_provider = ? AND uri = ?')
              .run(nextDue, row.wallet_provider as string, row.uri as string)
            return watchedListOf(row)
          }),
      ),
    watchedAt: async ({ walletProvider, uri, indexes, now }) => {
      await setImmediate() // a list of millions of places needs thousands of lookups, and other requests run between them
      return database.read((session) =>
        session
          .prepare(
            `SELECT * FROM issued_credential
             WHERE attestation_until IS NOT NULL AND status <> 'revoked' AND attestation_until > ?
               AND attestation_index IN (SELECT value FROM json_each(?))
               AND attestation_list = ? AND wallet_provider = ?`,
          )
          .all(now, JSON.stringify(indexes), uri, walletProvider)
          .map(credentialOf),
      )
    },
  }
}
