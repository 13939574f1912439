import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appendixA3 } from '../../test/vectors/rfc7515.ts'
import { section31 } from '../../test/vectors/rfc7638.ts'
import { algorithmRow, defaultAlgorithms, isJwsAlgorithm, jwsAlgorithms, keyFits } from './algorithms.ts'

const p256 = appendixA3.jwk

test('a name outside the table is not an algorithm', () => {
  for (const name of ['none', 'None', 'HS256', 'HS512', 'RS384', 'es256', 'ES256 ', '', 'toString', '__proto__'])
    assert.equal(isJwsAlgorithm(name), false, name)
  for (const name of Object.keys(jwsAlgorithms)) assert.equal(isJwsAlgorithm(name), true)
  assert.deepEqual(defaultAlgorithms, ['ES256', 'ES384', 'ES512'])
})

test('each elliptic curve algorithm has one curve, one hash and one signature length', () => {
  const rows = Object.entries(jwsAlgorithms).filter(([, { kty }]) => kty === 'EC')
  assert.deepEqual(
    rows.map(([name, { crv, scheme, signatureBytes }]) => [name, crv, 'hash' in scheme && scheme.hash, signatureBytes]),
    [
      ['ES256', 'P-256', 'sha-256', 64],
      ['ES384', 'P-384', 'sha-384', 96],
      ['ES512', 'P-521', 'sha-512', 132],
      ['ES256K', 'secp256k1', 'sha-256', 64],
    ],
  )
  assert.equal(algorithmRow('EdDSA').crv, 'Ed25519')
})

test('a key fits an algorithm by its type, its curve, and its alg, use and key_ops', () => {
  for (const jwk of [p256, { ...p256, alg: 'ES256', use: 'sig', key_ops: ['verify'] }])
    assert.equal(keyFits(jwk, 'ES256'), true)
  for (const jwk of [
    section31.jwk,
    { ...p256, crv: 'P-384' },
    { ...p256, alg: 'ES384' },
    { ...p256, alg: 'ECDH-ES' },
    { ...p256, use: 'enc' },
    { ...p256, key_ops: ['sign'] },
    { ...p256, key_ops: [] },
  ])
    assert.equal(keyFits(jwk, 'ES256'), false, JSON.stringify(jwk))
  assert.equal(keyFits(p256, 'ES256K'), false)
  assert.equal(keyFits(section31.jwk, 'RS256'), true)
  assert.equal(keyFits(section31.jwk, 'PS256'), false, 'the alg of the key is RS256')
})
