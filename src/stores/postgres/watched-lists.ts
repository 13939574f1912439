/**
 * The Wallet Providers' status lists that a PID Provider watches, in PostgreSQL. The row of a list has the time of the
 * next fetch (`due`). An index finds credentials by the place of their Wallet Attestation in its list. Only one of
 * several replicas takes a list that is due.
 */
import { clocksApartSeconds } from '../../base/index.ts'
import type { WatchedLists } from '../../pid-provider/index.ts'
import { credentialColumns, credentialOf, maximumPlaces, watchedListOf } from '../pid-provider-rows.ts'
import type { PostgresDatabase } from './database.ts'

/** Migration that creates the table of watched lists from the registered credentials. */
export const watchedListTable = `
CREATE TABLE watched_list (
  wallet_provider text COLLATE "C" NOT NULL, uri text COLLATE "C" NOT NULL, places bigint NOT NULL,
  until bigint NOT NULL, due bigint NOT NULL, PRIMARY KEY (wallet_provider, uri)
);
INSERT INTO watched_list
  SELECT wallet_provider, attestation_list, max(attestation_index) + 1, max(attestation_until), max(issued_at)
  FROM issued_credential WHERE attestation_until IS NOT NULL GROUP BY wallet_provider, attestation_list;
CREATE INDEX watched_list_by_due ON watched_list (due);
CREATE INDEX watched_list_by_expiry ON watched_list (until);
DROP INDEX issued_credential_watched;
CREATE INDEX issued_credential_by_place ON issued_credential (attestation_index, attestation_until)
  WHERE attestation_until IS NOT NULL AND status <> 'revoked'`

export const createWatchedLists = (database: PostgresDatabase): Omit<WatchedLists, 'nextListDue'> => ({
  takeDueLists: async ({ now, nextDue, limit }) => {
    const { rows } = await database.write(
      `UPDATE watched_list SET due = $2 WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM watched_list WHERE due <= $1 OR due > $5 ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING wallet_provider, uri, least(places, $4) AS places`,
      [now, nextDue, limit, maximumPlaces, nextDue + clocksApartSeconds],
    )
    return rows.map(watchedListOf)
  },
  watchedAt: async ({ walletProvider, uri, indexes, now }) => {
    const rows = await database.read(
      `SELECT ${credentialColumns} FROM issued_credential
       WHERE attestation_until IS NOT NULL AND status <> 'revoked' AND attestation_until > $1
         AND attestation_index = ANY ($2) AND attestation_list = $3 AND wallet_provider = $4`,
      [now, indexes, uri, walletProvider],
    )
    return rows.map(credentialOf)
  },
})
