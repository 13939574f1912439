/**
 * Encryption at rest (WI-11): each JSON record is sealed with AES-256-GCM before it is stored as a file. The record's
 * name is authenticated too, so that no record can replace another.
 */
import { type Crypto, decodeUtf8, type Json, openBox, type Random, sealBox } from '../../base/index.ts'
import type { BlobStore, StorageSecret } from '../ports/blob-store.ts'

/** Records by name. `get` rejects with `SealBroken` for a file that cannot be decrypted. */
export interface SealedRecords {
  get(name: string): Promise<Json | undefined>
  put(name: string, record: Json): Promise<void>
  delete(name: string): Promise<void>
  /** Returns the names with this prefix, sorted. */
  names(prefix: string): Promise<readonly string[]>
}

/** Error for a file that cannot be decrypted: it was changed, swapped with another, or sealed under another key. */
export class SealBroken extends Error {
  /** Name of the file. That of a credential is `credential-` and its id. */
  readonly file: string

  constructor(file: string) {
    super(`the wallet's file ${file} cannot be opened with its key`)
    this.name = 'SealBroken'
    this.file = file
  }
}

/** Returns the storage key. Rejects with a TypeError for anything but 32 bytes, which is a bug of the app. */
async function loadStorageKey(secret: StorageSecret): Promise<Uint8Array> {
  const key = await secret.storageKey()
  if (key instanceof Uint8Array && key.length === 32) return key
  throw new TypeError('storageKey() must return a Uint8Array of 32 bytes')
}

/** Authenticated with each file. Another text would make stored files unreadable. */
const version = 'fiducia-wallet-1'
const utf8 = new TextEncoder()

/** Creates sealed records. `get` and `put` reject with a TypeError for a storage key that is not 32 bytes. */
export function createSealedRecords(
  ctx: { readonly crypto: Crypto; readonly random: Random },
  blobs: BlobStore,
  secret: StorageSecret,
): SealedRecords {
  const additional = (name: string): Uint8Array => utf8.encode(`${version}\0${name}`)
  return {
    get: async (name) => {
      const blob = await blobs.get(name)
      if (blob === undefined || blob === null) return undefined
      const opened = await openBox(ctx, await loadStorageKey(secret), blob, additional(name))
      const text = opened && decodeUtf8(opened)
      if (text === undefined) throw new SealBroken(name)
      return JSON.parse(text) as Json
    },
    put: async (name, record) => {
      const plaintext = utf8.encode(JSON.stringify(record))
      await blobs.put(name, await sealBox(ctx, await loadStorageKey(secret), plaintext, additional(name)))
    },
    delete: (name) => blobs.delete(name),
    names: async (prefix) => (await blobs.names()).filter((name) => name.startsWith(prefix)).sort(),
  }
}
