import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { codeOf } from '../../test/support/refuses.ts'
import { appendixA3, appendixA4 } from '../../test/vectors/rfc7515.ts'
import { section31 } from '../../test/vectors/rfc7638.ts'
import { appendixA } from '../../test/vectors/rfc8037.ts'
import { concatBytes, encodeBase64url, Failure, type Json, type PublicJwk } from '../base/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { bareJwk, findVerificationKey, jwkThumbprint, parsePublicJwk, sameKey } from './jwk.ts'

const ctx = { crypto: createNodeCrypto() }
const p256 = appendixA3.jwk

test('GEN-17 thumbprints agree with RFC 7638 §3.1 and RFC 8037 A.3', () => {
  assert.equal(jwkThumbprint(ctx, section31.jwk), section31.thumbprint)
  assert.equal(jwkThumbprint(ctx, appendixA.jwk), appendixA.thumbprint)
})

test('GEN-17 thumbprints agree with jose, with further members and in any order of members', async () => {
  for (const jwk of [p256, appendixA4.jwk, section31.jwk, appendixA.jwk]) {
    const turned = Object.fromEntries(Object.entries(jwk).toReversed()) as unknown as PublicJwk
    assert.equal(jwkThumbprint(ctx, turned), jwkThumbprint(ctx, jwk))
    assert.equal(jwkThumbprint(ctx, { ...jwk, kid: 'x', use: 'sig' }), await calculateJwkThumbprint(jwk as JWK))
  }
})

const ones = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(255)

const faults: readonly [string, Json | undefined, string][] = [
  ['an absent key', undefined, 'jwk_malformed'],
  ['a text', 'x', 'jwk_malformed'],
  ['an array', [p256], 'jwk_malformed'],
  ['no kty', { crv: 'P-256', x: p256.x, y: p256.y }, 'jwk_malformed'],
  ['key_ops that are not a list', { ...p256, key_ops: 'verify' }, 'jwk_malformed'],
  ['key_ops that are not all texts', { ...p256, key_ops: ['verify', 7] }, 'jwk_malformed'],
  ['GEN-15 d that is empty', { ...p256, d: '' }, 'jwk_private'],
  ['GEN-15 a shared secret', { kty: 'oct', k: 'AAAA' }, 'jwk_private'],
  ['GEN-15 a shared secret without its value', { kty: 'oct' }, 'jwk_private'],
  ['an unknown type', { kty: 'AKP', pub: 'x' }, 'jwk_unsupported'],
  ['an unknown type with a known curve', { kty: 'AKP', crv: 'Ed25519', x: appendixA.jwk.x }, 'jwk_unsupported'],
  ['an unknown curve', { ...p256, crv: 'P-192' }, 'jwk_unsupported'],
  ['no curve', { kty: 'EC', x: p256.x, y: p256.y }, 'jwk_unsupported'],
  ['a curve named like a member of Object', { ...p256, crv: 'toString' }, 'jwk_unsupported'],
  ['X25519', { ...appendixA.jwk, crv: 'X25519' }, 'jwk_unsupported'],
  ['a coordinate too short', { ...p256, x: p256.x.slice(0, 40) }, 'jwk_malformed'],
  ['a coordinate too long', { ...p256, x: `${p256.x}AAAA` }, 'jwk_malformed'],
  ['a coordinate in base64', { ...p256, y: `+${p256.y.slice(1)}` }, 'jwk_malformed'],
  ['a coordinate with padding', { ...p256, y: `${p256.y}=` }, 'jwk_malformed'],
  ['no y', { kty: 'EC', crv: 'P-256', x: p256.x }, 'jwk_malformed'],
  ['a P-256 key whose crv is P-521', { ...p256, crv: 'P-521' }, 'jwk_malformed'],
  ['an Ed25519 key too short', { ...appendixA.jwk, x: 'AAAA' }, 'jwk_malformed'],
  ['an RSA modulus of 1024 bits', { kty: 'RSA', n: encodeBase64url(ones(128)), e: 'AQAB' }, 'jwk_unsupported'],
  ['an RSA modulus of zeros', { kty: 'RSA', n: 'A'.repeat(171), e: 'AQAB' }, 'jwk_malformed'],
  ['an RSA key without n', { kty: 'RSA', e: 'AQAB' }, 'jwk_malformed'],
  [
    'an RSA modulus of 1024 bits with zeros before it',
    { kty: 'RSA', n: `${'A'.repeat(172)}${'_'.repeat(170)}w`, e: 'AQAB' },
    'jwk_malformed',
  ],
  ['an RSA modulus of 2047 bits', { ...section31.jwk, n: encodeBase64url(ones(256).with(0, 127)) }, 'jwk_unsupported'],
  [
    'an RSA modulus with a zero before it',
    { ...section31.jwk, n: encodeBase64url(concatBytes([ones(1).with(0, 0), ones(256)])) },
    'jwk_malformed',
  ],
  ['an RSA key whose e has a zero before it', { ...section31.jwk, e: 'AAEAAQ' }, 'jwk_malformed'],
  ['an RSA key without e', { kty: 'RSA', n: section31.jwk.n }, 'jwk_malformed'],
  ['an RSA key whose e is 1', { ...section31.jwk, e: 'AQ' }, 'jwk_malformed'],
  ['an RSA key whose e is 1 with zeros before it', { ...section31.jwk, e: 'AAAB' }, 'jwk_malformed'],
  ['an RSA key whose e is 0', { ...section31.jwk, e: 'AA' }, 'jwk_malformed'],
  ['an RSA key whose e is even', { ...section31.jwk, e: 'AQAA' }, 'jwk_malformed'],
  ['an RSA key whose e is longer than 64 bits', { ...section31.jwk, e: encodeBase64url(ones(9)) }, 'jwk_malformed'],
  ['an RSA modulus of more than 8192 bits', { ...section31.jwk, n: encodeBase64url(ones(1025)) }, 'jwk_unsupported'],
]
for (const [what, jwk, code] of faults) {
  test(`parsePublicJwk refuses ${what}`, () =>
    assert.deepEqual(parsePublicJwk(jwk, 'cnf.jwk'), new Failure(code, 'cnf.jwk')))
}

test('GEN-15 parsePublicJwk refuses every private member for every type of key', () => {
  for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'])
    for (const jwk of [p256, section31.jwk, appendixA.jwk])
      assert.equal(codeOf(parsePublicJwk({ ...jwk, [member]: 'AAAA' }, 'x')), 'jwk_private', `${jwk.kty} ${member}`)
})

test('parsePublicJwk refuses every text member that is not a text, for every type of key', () => {
  for (const member of ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'use', 'alg'])
    for (const jwk of [p256, section31.jwk, appendixA.jwk])
      for (const value of [7, null, ['AQAB'], {}])
        assert.equal(codeOf(parsePublicJwk({ ...jwk, [member]: value }, 'x')), 'jwk_malformed', `${jwk.kty} ${member}`)
})

test('parsePublicJwk accepts every supported type of key and keeps unknown members', () => {
  const cubic = { ...section31.jwk, e: 'Aw' }
  const largest = { ...section31.jwk, n: encodeBase64url(ones(1024)), e: encodeBase64url(ones(8)) }
  const further = [cubic, largest, { ...section31.jwk, e: 'AQAB' }, { ...p256, x5c: ['AA'], key_ops: ['verify'] }]
  for (const jwk of [p256, appendixA4.jwk, section31.jwk, appendixA.jwk, ...further])
    assert.deepEqual(parsePublicJwk(jwk, 'x'), jwk)
  assert.equal(codeOf(parsePublicJwk({ ...p256, crv: 'secp256k1' }, 'x')), 'accepted')
})

const okp: PublicJwk = appendixA.jwk
const rsa: PublicJwk = section31.jwk
const sameness: readonly [kind: string, key: PublicJwk, members: readonly (keyof PublicJwk)[]][] = [
  ['EC', p256, ['kty', 'crv', 'x', 'y']],
  ['OKP', okp, ['kty', 'crv', 'x']],
  ['RSA', rsa, ['kty', 'n', 'e']],
]
for (const [kind, key, members] of sameness)
  test(`a key of type ${kind} is the same with another kid and use, and differs if one member of its material differs`, () => {
    assert.equal(sameKey(key, { ...key, kid: 'b', use: 'sig' }), true)
    for (const member of members) {
      const other = { ...key, [member]: 'AQAB'.slice(0, member === 'e' ? 2 : 4) }
      assert.equal(sameKey(key, other), false, member)
      assert.equal(sameKey(other, key), false, member)
    }
  })

test('bareJwk returns only the key material, and throws for an unknown type of key', () => {
  const dressed = { ...p256, kid: 'a', use: 'sig', alg: 'ES256' }
  assert.deepEqual(bareJwk(dressed), p256)
  const odd: PublicJwk = { kty: 'XX' }
  assert.equal(sameKey(odd, odd), false)
  assert.throws(() => bareJwk(odd), TypeError)
  assert.throws(() => jwkThumbprint(ctx, odd), TypeError)
})

test('RP-213 a kid that keys of other use, algorithm or type share names the key that fits', () => {
  const [shared, other, edwards] = [p256, { ...p256, x: 'other' }, appendixA.jwk].map((key) => ({ ...key, kid: 'a' }))
  const find = (keys: readonly unknown[], header = {}) =>
    findVerificationKey(keys as readonly PublicJwk[], { kid: 'a', alg: 'ES256', ...header })
  const [signing, encrypting] = [
    { ...shared, use: 'sig' },
    { ...other, use: 'enc' },
  ]
  assert.equal(find([encrypting, signing]), signing)
  assert.equal(find([{ ...other, alg: 'ES384' }, { ...other, alg: 'ECDH-ES' }, shared]), shared)
  assert.equal(find([edwards, shared]), shared)
  assert.equal(find([{ ...shared, use: 'enc' }, signing, shared]), signing, 'copies of one key are one key')
  assert.equal(find([shared, other]), undefined, 'two different keys fit')
  assert.equal(find([encrypting, { ...shared, key_ops: ['sign'] }]), encrypting, 'the verification refuses the key')
  assert.equal(find([encrypting]), encrypting, 'the verification refuses the key')
  for (const kid of [undefined, 7, 'b']) assert.equal(find([signing], { kid }), undefined)
})
