import type { BlobStore } from '../ports/blob-store.ts'

/** Creates a store in memory, for tests and demonstrations. It loses its content at exit and encrypts nothing. */
export function createMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, Uint8Array>()
  return {
    get: async (name) => blobs.get(name),
    put: async (name, bytes) => void blobs.set(name, bytes),
    delete: async (name) => void blobs.delete(name),
    names: async () => [...blobs.keys()],
  }
}
