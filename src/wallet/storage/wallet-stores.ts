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

/** The record of the wallet. A record of another Wallet Provider counts as absent, except in `write` (D-1116). */
interface WalletRecordStore {
  read(): Promise<WalletRecord | undefined>
  /** Replaces the record. Returns the former record, of any Wallet Provider. */
  write(record: WalletRecord): Promise<WalletRecord | undefined>
  /**
   * Changes the record, atomically within this process, and returns the result of `by`. Writes nothing if `by` returns
   * no record.
   */
  change<T>(by: (record: WalletRecord | undefined) => readonly [WalletRecord | undefined, T]): Promise<T>
  /** Deletes the record and returns it if its hardware key has this tag. For another tag, changes nothing. */
  forget(hardwareKeyTag: string): Promise<WalletRecord | undefined>
}

/**
 * Creates the stores. They share one queue, because one store reads the records of another: grants and credentials
 * decide which keys may be deleted.
 */
export function createWalletStores(sealed: SealedRecords, walletProvider: string): WalletStores {
  const records = createSerializedRecords(sealed)
  const credentialKeys = createCredentialKeyStore(records)
  return {
    wallet: createWalletRecordStore(records, walletProvider),
    credentials: createCredentialStore(records, credentialKeys),
    credentialKeys,
    issuances: createIssuanceStore(records, credentialKeys),
    engagements: createEngagementStore(records),
  }
}

function createWalletRecordStore(
  { read: readRecord, put, delete: remove, runExclusive }: SerializedRecords,
  walletProvider: string,
): WalletRecordStore {
  const read = async () => {
    const record = await readRecord<WalletRecord>('wallet')
    return record?.walletProvider === walletProvider ? record : undefined
  }
  return {
    read,
    write: (record) =>
      runExclusive(async () => {
        const former = await readRecord<WalletRecord>('wallet')
        await put('wallet', record)
        return former
      }),
    change: (by) =>
      runExclusive(async () => {
        const [record, result] = by(await read())
        if (record !== undefined) await put('wallet', record)
        return result
      }),
    forget: (hardwareKeyTag) =>
      runExclusive(async () => {
        const record = await read()
        if (record?.hardwareKeyTag !== hardwareKeyTag) return undefined
        await remove('wallet')
        return record
      }),
  }
}
