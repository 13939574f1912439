/**
 * Both adapters of the crypto port, and the reader of ASN.1 signatures, against what the other two samples of Project
 * Wycheproof leave out; the numbers are those of its tests.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Crypto, PublicJwk } from '../../src/base/index.ts'
import { type JwsAlgorithm, jwsAlgorithms } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { createWebCrypto } from '../../src/web/index.ts'
import { ecdsaFromDer } from '../../src/x509/index.ts'
import { asn1, ed25519, ed25519Keys, es256k, rs512, unsalted, wrapped } from '../vectors/wycheproof-rest.ts'

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))

async function verifies(crypto: Crypto, alg: JwsAlgorithm, jwk: PublicJwk, message: string, signature: Uint8Array) {
  const { scheme } = jwsAlgorithms[alg]
  const key = await crypto.importVerificationKey(jwk, scheme)
  assert.ok(key, 'the key was not imported')
  return crypto.verify(scheme, key, bytes(message), signature)
}

for (const [name, crypto] of [
  ['node', createNodeCrypto()],
  ['web', createWebCrypto()],
] as const) {
  test(`${name}: Ed25519, one signature for a message and none beside it`, async () => {
    for (const row of ed25519.rows) {
      const [number = '', verdict, message = '', signature = ''] = row.split(' ')
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: ed25519.x }
      assert.equal(await verifies(crypto, 'EdDSA', jwk, message, bytes(signature)), verdict === 'valid', number)
    }
  })

  test(`${name}: Ed25519, keys and numbers at which arithmetic has failed`, async () => {
    for (const row of ed25519Keys) {
      const [number = '', x = '', message = '', signature = ''] = row.split(' ')
      const jwk = { kty: 'OKP', crv: 'Ed25519', x }
      assert.equal(await verifies(crypto, 'EdDSA', jwk, message, bytes(signature)), true, number)
    }
  })

  test(`${name}: RS512, paddings that are almost right`, async () => {
    for (const row of rs512.rows) {
      const [number = '', verdict, message = '', signature = ''] = row.split(' ')
      const jwk = { kty: 'RSA', n: rs512.n, e: 'AQAB' }
      assert.equal(await verifies(crypto, 'RS512', jwk, message, bytes(signature)), verdict === 'valid', number)
    }
  })

  test(`${name}: PS256 has a salt of 32 octets (RFC 7518 §3.5)`, async () => {
    const [number = '', message = '', signature = ''] = unsalted.row.split(' ')
    const jwk = { kty: 'RSA', n: unsalted.n, e: 'AQAB' }
    assert.equal(await verifies(crypto, 'PS256', jwk, message, bytes(signature)), false, number)
  })

  test(`${name}: a key of 256 bits comes out of its wrapping, nothing else out of any`, async () => {
    for (const row of wrapped) {
      const [number = '', verdict, key = '', plain = '', wrapping = ''] = row.split(' ')
      const unwrapped = await crypto.unwrapKey(bytes(key), bytes(wrapping))
      const expected = verdict === 'valid' && plain.length === 64 ? plain : undefined
      assert.equal(unwrapped && Buffer.from(unwrapped).toString('hex'), expected, number)
    }
  })

  test(`${name}: ECDSA in ASN.1, which has one spelling`, async () => {
    const { jwk, message } = asn1
    const judge = async (signature: string) => {
      const raw = ecdsaFromDer(bytes(signature), 32)
      return raw !== undefined && verifies(crypto, 'ES256', jwk, message, raw)
    }
    assert.equal(await judge(asn1.valid), true)
    for (const row of asn1.changed) {
      const [number = '', signature = ''] = row.split(' ')
      assert.equal(await judge(signature), false, number)
    }
  })
}

// WebCrypto has no secp256k1. A signature of another length than 64 octets is none (RFC 8812 §3.2), though the suite bears it.
test('node: ES256K, numbers at the edges', async () => {
  for (const row of es256k) {
    const [number = '', verdict, x = '', y = '', message = '', signature = ''] = row.split(' ')
    const jwk = { kty: 'EC', crv: 'secp256k1', x, y }
    const holds = await verifies(createNodeCrypto(), 'ES256K', jwk, message, bytes(signature))
    assert.equal(holds, verdict === 'valid', number)
  }
})
