import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encryptJwe } from '../jose/index.ts'
import { createNodeCrypto, createNodeRandom } from '../node/index.ts'
import { createResponseDecrypter } from './decrypt-responses.ts'

test('decrypts a response to any of its keys, and no other response', async () => {
  const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
  const keys = await Promise.all([1, 2, 3].map(() => ctx.crypto.generateAgreementKey('P-256')))
  const [first, second, foreign] = keys
  assert.ok(first && second && foreign)
  const decrypt = createResponseDecrypter(ctx, [first, second])
  const encrypted = async (recipient: typeof first): Promise<string> => {
    const jwe = await encryptJwe(ctx, { alg: 'ECDH-ES', enc: 'A256GCM', recipient: recipient.publicJwk }, 'vp_token')
    assert.equal(typeof jwe, 'string')
    return jwe as string
  }
  assert.equal(await decrypt(await encrypted(first)), 'vp_token')
  assert.equal(await decrypt(await encrypted(second)), 'vp_token')
  assert.equal(await decrypt(await encrypted(foreign)), undefined)
  assert.equal(await decrypt('a.b.c.d.e'), undefined)
})
