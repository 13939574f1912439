import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCryptoContract } from '../../test/contract/crypto.ts'
import { createWebCrypto } from '../web/index.ts'
import { createNodeCrypto, createNodeRandom } from './node-crypto.ts'

testCryptoContract({ name: 'node', crypto: createNodeCrypto(), other: createWebCrypto(), secp256k1: true })

test('node: random bytes of any length are returned, and the same bytes are not returned twice', () => {
  const random = createNodeRandom()
  const seen = new Set(Array.from({ length: 2000 }, () => Buffer.from(random.bytes(16)).toString('hex')))
  assert.equal(seen.size, 2000)
  for (const length of [0, 1, 8192, 100_000]) assert.equal(random.bytes(length).length, length)
  const first = random.bytes(4)
  const copy = first.slice()
  random.bytes(4).fill(0)
  assert.deepEqual(first, copy)
})
