/** Sealed records with file stores and key stores that differ from ours, as an app can have them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { createMemoryBlobStore } from './memory-blob-store.ts'
import { createSealedRecords, SealBroken } from './sealed-records.ts'

const ctx = { crypto: createNodeCrypto(), random: seededRandom('sealed-records') }
const key = new Uint8Array(32)

test('WI-11 null from a file store means a missing file', async () => {
  const blobs = { ...createMemoryBlobStore(), get: async () => null as never }
  const records = createSealedRecords(ctx, blobs, { storageKey: async () => key })
  assert.equal(await records.get('wallet'), undefined)
})

test('WI-11 refuses a storage key that is not 32 bytes, on writing and on reading', async () => {
  const blobs = createMemoryBlobStore()
  await createSealedRecords(ctx, blobs, { storageKey: async () => key }).put('wallet', {})
  for (const wrong of [new Uint8Array(16), 'x'.repeat(32) as never, undefined as never]) {
    const records = createSealedRecords(ctx, blobs, { storageKey: async () => wrong })
    const error = { name: 'TypeError', message: 'storageKey() must return a Uint8Array of 32 bytes' }
    await assert.rejects(records.put('wallet', {}), error)
    await assert.rejects(records.get('wallet'), error)
  }
})

test('WI-11 a record cannot be opened under another name, with another key, or after a change', async () => {
  const blobs = createMemoryBlobStore()
  const records = createSealedRecords(ctx, blobs, { storageKey: async () => key })
  await records.put('credential-a', { a: 1 })
  await records.put('credential-b', { b: 1 })
  const sealed = (await blobs.get('credential-a')) as Uint8Array
  await blobs.put('credential-b', sealed)
  await assert.rejects(records.get('credential-b'), SealBroken)
  assert.deepEqual(await records.get('credential-a'), { a: 1 })
  const other = createSealedRecords(ctx, blobs, { storageKey: async () => key.with(0, 1) })
  await assert.rejects(other.get('credential-a'), SealBroken)
  await blobs.put('credential-a', sealed.with(-1, (sealed.at(-1) ?? 0) ^ 1))
  await assert.rejects(records.get('credential-a'), SealBroken)
})
