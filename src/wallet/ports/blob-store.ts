/**
 * Where the wallet's files go: names and bytes, nothing else. What is put here is sealed already (`sealed-records.ts`).
 */

/** The app's files. They need not be secret. */
export interface BlobStore {
  /** `undefined` where there is no such file; `null`, as many stores say, is taken for it. */
  get(name: string): Promise<Uint8Array | undefined>
  /** Replaces what was there, wholly or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>
  delete(name: string): Promise<void>
  names(): Promise<readonly string[]>
}

/** The key under which the files are sealed. Kept by the operating system's key store, never among the files. */
export interface StorageSecret {
  /** 32 bytes. */
  storageKey(): Promise<Uint8Array>
}
