/**
 * Ports for the wallet's files and the key that seals them. The files are sealed before they reach this port
 * (`sealed-records.ts`).
 */

/** Files of the app. The store need not keep them secret: their content is encrypted. */
export interface BlobStore {
  /** Returns `undefined` for a missing file. `null`, which many stores return, is accepted too. */
  get(name: string): Promise<Uint8Array | undefined>
  /** Replaces the file completely or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>
  delete(name: string): Promise<void>
  names(): Promise<readonly string[]>
}

/** Key that seals the files. The operating system's key store keeps it. The files never contain it. */
export interface StorageSecret {
  /** Returns 32 bytes. */
  storageKey(): Promise<Uint8Array>
}
