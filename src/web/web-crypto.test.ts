import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { testCryptoContract } from '../../test/contract/crypto.ts'
import { Failure } from '../base/index.ts'
import {
  encryptJwe,
  generateDecrypter,
  generateSigner,
  jweEncryptions,
  parseJws,
  signJwt,
  verifyJws,
} from '../jose/index.ts'
import { createNodeCrypto, createNodeRandom } from '../node/node-crypto.ts'
import { createWebCrypto, createWebRandom } from './index.ts'

testCryptoContract({ name: 'web', crypto: createWebCrypto(), other: createNodeCrypto(), secp256k1: false })

const web = { crypto: createWebCrypto(), random: createWebRandom() }
const node = { crypto: createNodeCrypto(), random: createNodeRandom() }

test('web: random bytes of any length are returned', () => {
  for (const length of [0, 1, 65_536, 65_537, 200_000]) assert.equal(web.random.bytes(length).length, length)
  assert.ok(
    web.random
      .bytes(70_000)
      .subarray(66_000)
      .some((byte) => byte !== 0),
  )
  assert.notDeepEqual(web.random.bytes(16), web.random.bytes(16))
})

test('web: a JWT signed with Web Crypto is verified with Node’s crypto, and the reverse', async () => {
  for (const [here, there] of [
    [web, node],
    [node, web],
  ] as const) {
    const signer = await generateSigner(here)
    const jws = parseJws(
      await signJwt(signer, { typ: 'JWT' }, { a: 1 }),
      { typ: ['JWT'], algorithms: ['ES256'] },
      'jwt',
    )
    assert.ok(!(jws instanceof Failure))
    assert.ok(!((await verifyJws(there, jws, signer.publicJwk, 'jwt')) instanceof Failure))
  }
})

test('web: a JWE made with Web Crypto is decrypted with Node’s crypto, and the reverse, for each algorithm', async () => {
  for (const alg of ['ECDH-ES', 'RSA-OAEP-256'] as const) {
    for (const [here, there] of [
      [web, node],
      [node, web],
    ] as const) {
      const decrypter = await generateDecrypter(there, alg)
      for (const enc of jweEncryptions) {
        const compact = await encryptJwe(here, { alg, enc, recipient: decrypter.publicJwk }, 'x')
        assert.ok(typeof compact === 'string')
        assert.ok(!((await decrypter.decrypt(compact)) instanceof Failure), `${alg} ${enc}`)
      }
    }
  }
})

test('web: the module imports nothing from Node and does not use Buffer', async () => {
  const text = await readFile(new URL('./web-crypto.ts', import.meta.url), 'utf8')
  assert.doesNotMatch(text.replaceAll(/\/\*[\s\S]*?\*\//g, ''), /from .node:|\bBuffer\b/)
})
