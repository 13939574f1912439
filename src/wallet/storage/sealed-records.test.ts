/** Tests with file stores and key stores of an app that differ from ours. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { createMemoryBlobStore } from './memory-blob-store.ts'
import { createSealedRecords, SealBroken } from './sealed-records.ts'

const ctx = { crypto: createNodeCrypto(), random: seededRandom('sealed-records') }
const key = new Uint8Array(32)

test('WI-11 null of a store means that it has no such file', async () => {
  const blobs = { ...createMemoryBlobStore(), get: async () => null as never }
  const records = createSealedRecords(ctx, blobs, { storageKey: async () => key })
  assert.equal(await records.get('wallet'), undefined)
})

test('WI-11 a storage key that is no 32 bytes is told as such, when writing and when reading', async () => {
  const blobs = createMemoryBlobStore()
  await createSealedRecords(ctx, blobs, { storageKey: async () => key }).put('wallet', {})
  for (const wrong of [new Uint8Array(16), 'x'.repeat(32) as never, undefined as never]) {
    const records = createSealedRecords(ctx, blobs, { storageKey: async () => wrong })
    const told = { name: 'TypeError', message: 'storageKey() must give 32 bytes, as a Uint8Array' }
    await assert.rejects(records.put('wallet', {}), told)
    await assert.rejects(records.get('wallet'), told)
  }
})

test('WI-11 a record does not open in the place of another, nor as it was under another key', async () => {
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
