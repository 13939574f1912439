import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeCrypto, createNodeRandom } from '../node/node-crypto.ts'
import { openBox, sealBox } from './sealed-box.ts'
import { decodeUtf8 } from './utf8.ts'

const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
const key = new Uint8Array(32).fill(7)
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('a box opens with its key and name, and with nothing else', async () => {
  const box = await sealBox(ctx, key, bytes('content'), bytes('name'))
  assert.equal(decodeUtf8((await openBox(ctx, key, box, bytes('name'))) ?? bytes('')), 'content')
  assert.notDeepEqual(await sealBox(ctx, key, bytes('content'), bytes('name')), box)
  assert.equal(await openBox(ctx, key, box, bytes('other')), undefined)
  assert.equal(await openBox(ctx, new Uint8Array(32), box, bytes('name')), undefined)
  assert.equal(await openBox(ctx, key, box.with(-1, (box.at(-1) ?? 0) ^ 1), bytes('name')), undefined)
  for (const length of [0, 12]) assert.equal(await openBox(ctx, key, box.slice(0, length), bytes('name')), undefined)
})
