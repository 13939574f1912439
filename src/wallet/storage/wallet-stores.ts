/** The wallet's stores over sealed records. */
import { type CredentialKeyStore, createCredentialKeyStore } from './credential-key-store.ts'
import { type CredentialStore, createCredentialStore } from './credential-store.ts'
import { createEngagementStore, type EngagementStore } from './engagement-store.ts'
import { createIssuanceStore, type IssuanceStore } from './issuance-store.ts'
import type { SealedRecords } from './sealed-records.ts'
import { createSerializedRecords, type SerializedRecords } from './serialized-records.ts'
import type { WalletRecord } from './wallet-record.ts'

export interface WalletStores {
  readonly wallet: WalletRecordStore
  readonly credentials: CredentialStore
  readonly credentialKeys: CredentialKeyStore
  readonly issuances: IssuanceStore
  readonly engagements: EngagementStore
}

interface WalletRecordStore {
  read(): Promise<WalletRecord | undefined>
  write(record: WalletRecord): Promise<void>
  /** Changes the record atomically and returns the result of `by`. Writes nothing if `by` returns no record. */
  change<T>(by: (record: WalletRecord | undefined) => readonly [WalletRecord | undefined, T]): Promise<T>
  /** Deletes the record and returns it if its hardware key has this tag. Otherwise changes nothing. */
  forget(hardwareKeyTag: string): Promise<WalletRecord | undefined>
}

/**
 * Creates the stores. They share one queue, because one store reads the records of another: grants and credentials
 * decide which keys may be deleted.
 */
export function createWalletStores(sealed: SealedRecords): WalletStores {
  const records = createSerializedRecords(sealed)
  const credentialKeys = createCredentialKeyStore(records)
  return {
    wallet: createWalletRecordStore(records),
    credentials: createCredentialStore(records, credentialKeys),
    credentialKeys,
    issuances: createIssuanceStore(records, credentialKeys),
    engagements: createEngagementStore(records),
  }
}

const createWalletRecordStore = ({
  read,
  put,
  delete: remove,
  runExclusive,
}: SerializedRecords): WalletRecordStore => ({
  read: () => read('wallet'),
  write: (record) => runExclusive(() => put('wallet', record)),
  change: (by) =>
    runExclusive(async () => {
      const [record, result] = by(await read<WalletRecord>('wallet'))
      if (record !== undefined) await put('wallet', record)
      return result
    }),
  forget: (hardwareKeyTag) =>
    runExclusive(async () => {
      const record = await read<WalletRecord>('wallet')
      if (record?.hardwareKeyTag !== hardwareKeyTag) return undefined
      await remove('wallet')
      return record
    }),
})
