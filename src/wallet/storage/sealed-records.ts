/**
 * Encrypted at rest (WI-11): JSON records sealed one by one with AES-256-GCM before they reach the files. A record's name
 * is authenticated with it, so that one cannot be put in the place of another.
 */
import { type Crypto, decodeUtf8, type Json, openBox, type Random, sealBox } from '../../base/index.ts'
import type { BlobStore, StorageSecret } from '../ports/blob-store.ts'

/** Records by name. `get` rejects with `SealBroken` where the file is not what was put. */
export interface SealedRecords {
  get(name: string): Promise<Json | undefined>
  put(name: string, record: Json): Promise<void>
  delete(name: string): Promise<void>
  /** Names that begin so. */
  names(prefix: string): Promise<readonly string[]>
}

/** A file of ours that does not open: altered, exchanged, or sealed under another key. */
export class SealBroken extends Error {
  constructor(name: string) {
    super(`the wallet's file ${name} cannot be opened with its key`)
    this.name = 'SealBroken'
  }
}

/** Throws a TypeError for what is no key: a fault of the app, of which ciphers speak in other words. */
async function keyOf(secret: StorageSecret): Promise<Uint8Array> {
  const key = await secret.storageKey()
  if (key instanceof Uint8Array && key.length === 32) return key
  throw new TypeError('storageKey() must give 32 bytes, as a Uint8Array')
}

const version = 'fiducia-wallet-1'
const utf8 = new TextEncoder()

/** `get` throws `SealBroken` for what does not open; anything throws a TypeError for a secret that is no key of 32 bytes. */
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
      const opened = await openBox(ctx, await keyOf(secret), blob, additional(name))
      const text = opened && decodeUtf8(opened)
      if (text === undefined) throw new SealBroken(name)
      return JSON.parse(text) as Json
    },
    put: async (name, record) => {
      const plaintext = utf8.encode(JSON.stringify(record))
      await blobs.put(name, await sealBox(ctx, await keyOf(secret), plaintext, additional(name)))
    },
    delete: (name) => blobs.delete(name),
    names: async (prefix) => (await blobs.names()).filter((name) => name.startsWith(prefix)).sort(),
  }
}
