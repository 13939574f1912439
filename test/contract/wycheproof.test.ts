/**
 * Both adapters of the crypto port against a sample of Project Wycheproof, whose tests are named by their numbers.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgreementKey, Crypto } from '../../src/base/index.ts'
import { jwsAlgorithms } from '../../src/jose/index.ts'
import { agreementKey, createNodeCrypto, privateKeyObject } from '../../src/node/node-crypto.ts'
import { createWebCrypto } from '../../src/web/index.ts'
import { ecdh, ecdsa } from '../vectors/wycheproof.ts'

const { scheme } = jwsAlgorithms.ES256
const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
const point = (x: string, y: string, crv = 'P-256') => ({ kty: 'EC', crv, x, y })
const text = Buffer.from('Message').toString('hex')

async function verifies(crypto: Crypto, jwk: { kty: string }, message: string, signature: string): Promise<boolean> {
  const key = await crypto.importVerificationKey(jwk, scheme)
  assert.ok(key, 'the key was not imported')
  return crypto.verify(scheme, key, bytes(message), bytes(signature))
}

async function webAgreementKey(): Promise<AgreementKey> {
  const { d: _, ...publicJwk } = ecdh.privateJwk
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const cryptoKey = await crypto.subtle.importKey('jwk', ecdh.privateJwk, algorithm, false, ['deriveBits'])
  return { kind: 'agreement', publicJwk, cryptoKey } as unknown as AgreementKey
}

const adapters = [
  ['node', createNodeCrypto(), agreementKey(privateKeyObject(ecdh.privateJwk))],
  ['web', createWebCrypto(), await webAgreementKey()],
] as const

for (const [name, crypto, key] of adapters) {
  test(`${name}: ECDSA 1–10, a signature and what is made of it`, async () => {
    assert.equal(await verifies(crypto, ecdsa.jwk, ecdsa.message, ecdsa.valid), true)
    for (const changed of ecdsa.changed)
      assert.equal(await verifies(crypto, ecdsa.jwk, ecdsa.message, changed), false, changed)
  })

  test(`${name}: ECDSA 11–59, the values that hold for every message where ranges are not checked`, async () => {
    for (const r of ecdsa.special)
      for (const s of ecdsa.special)
        assert.equal(await verifies(crypto, ecdsa.jwk, ecdsa.message, `${r}${s}`), false, `${r}${s}`)
  })

  test(`${name}: ECDSA, digests, numbers and keys at the edges`, async () => {
    for (const [message, signature] of ecdsa.digests)
      assert.equal(await verifies(crypto, ecdsa.jwk, message, signature), true, message)
    for (const [number, x, y, signature, holds] of ecdsa.edges)
      assert.equal(await verifies(crypto, point(x, y), ecdsa.message, signature), holds, `${number}`)
    for (const [number, x, y, signature] of ecdsa.keys)
      assert.equal(await verifies(crypto, point(x, y), text, signature), true, `${number}`)
  })

  test(`${name}: ECDH, secrets at the edges keep their leading zeros`, async () => {
    for (const [number, x, y, secret] of ecdh.agreed) {
      const other = await crypto.importAgreementKey(point(x, y))
      assert.ok(other, `${number}`)
      assert.equal(Buffer.from(await crypto.agree(key, other)).toString('hex'), secret, `${number}`)
    }
  })

  test(`${name}: ECDH 336–350, no key off the curve or of another is imported`, async () => {
    for (const [number, crv, x, y] of ecdh.refused)
      assert.equal(await crypto.importAgreementKey(point(x, y, crv)), undefined, `${number}`)
  })
}
