/**
 * Files without a disk: for tests and demonstrations. Forgets at exit.
 */
import type { BlobStore } from '../ports/blob-store.ts'

/** For tests and demonstrations: forgets at exit, encrypts nothing by itself. */
export function createMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, Uint8Array>()
  return {
    get: async (name) => blobs.get(name),
    put: async (name, bytes) => void blobs.set(name, bytes),
    delete: async (name) => void blobs.delete(name),
    names: async () => [...blobs.keys()],
  }
}
