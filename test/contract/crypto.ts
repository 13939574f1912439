/**
 * Tests of every adapter of the crypto port. Each adapter runs them. The other adapter verifies its signatures and uses
 * its keys.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Crypto, HashName, PublicJwk, SignatureScheme } from '../../src/base/index.ts'
import { jwsAlgorithms } from '../../src/jose/index.ts'
import { appendixA3, appendixA4 } from '../vectors/rfc7515.ts'
import { appendixA } from '../vectors/rfc8037.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const data = utf8('what is signed')
const changed = (bytes: Uint8Array): Uint8Array => bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1)
const signatureBytes: Readonly<Record<string, number>> = { ES256: 64, ES384: 96, ES512: 132, ES256K: 64, EdDSA: 64 }
/** The generator of secp256k1 (SEC 2 §2.4.1). */
const secp256k1Point: PublicJwk = {
  kty: 'EC',
  crv: 'secp256k1',
  x: 'eb5mfvncu6xVoGKVzocLBwKb_NstzijZWfKBWxb4F5g',
  y: 'SDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj_sQ1Lg',
}

interface CryptoContract {
  readonly name: string
  readonly crypto: Crypto
  /** Another adapter, which must accept the results of this one. */
  readonly other: Crypto
  /** False for WebCrypto. */
  readonly secp256k1: boolean
}

export function testCryptoContract({ name, crypto, other, secp256k1 }: CryptoContract): void {
  test(`${name}: digests (FIPS 180-4), of bytes and of texts`, () => {
    const known: readonly [HashName, string][] = [
      ['sha-256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      ['sha-384', 'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7'],
      [
        'sha-512',
        'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
      ],
    ]
    for (const [hash, digest] of known) {
      assert.equal(hex(crypto.digest(hash, 'abc')), digest)
      assert.equal(hex(crypto.digest(hash, utf8('abc'))), digest)
    }
    assert.equal(hex(crypto.digest('sha-256', 'è')), hex(other.digest('sha-256', utf8('è'))))
  })

  test(`${name}: HMAC (RFC 4231 §4.2, §4.3)`, () => {
    const long = 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'
    assert.equal(hex(crypto.hmac(new Uint8Array(20).fill(0x0b), 'Hi There')), long)
    const short = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
    assert.equal(hex(crypto.hmac(utf8('Jefe'), utf8('what do ya want for nothing?'))), short)
  })

  test(`${name}: equal compares bytes`, () => {
    assert.equal(crypto.equal(utf8('same'), utf8('same')), true)
    assert.equal(crypto.equal(utf8(''), utf8('')), true)
    assert.equal(crypto.equal(utf8('same'), utf8('sama')), false)
    assert.equal(crypto.equal(utf8('same'), utf8('came')), false)
    assert.equal(crypto.equal(utf8('same'), utf8('sam')), false)
  })

  for (const [algorithm, { scheme }] of Object.entries(jwsAlgorithms)) {
    if (algorithm === 'ES256K' && !secp256k1) continue
    test(`${name}: ${algorithm} signs and verifies, also across adapters`, async () => {
      const key = await crypto.generateSigningKey(scheme)
      assert.equal(Object.hasOwn(key.publicJwk, 'd'), false)
      const signature = await crypto.sign(scheme, key, data)
      if (signatureBytes[algorithm]) assert.equal(signature.length, signatureBytes[algorithm], 'not r‖s')
      for (const adapter of algorithm === 'ES256K' ? [crypto] : [crypto, other]) {
        const imported = await adapter.importVerificationKey(key.publicJwk, scheme)
        assert.ok(imported)
        assert.equal(await adapter.verify(scheme, imported, data, signature), true)
        assert.equal(await adapter.verify(scheme, imported, changed(data), signature), false)
        assert.equal(await adapter.verify(scheme, imported, data, changed(signature)), false)
        // Cuts the last byte, since the first byte of an RSA signature may be zero. `verifyJws` checks the length.
        assert.equal(await adapter.verify(scheme, imported, data, signature.subarray(0, -1)), false)
        assert.equal(await adapter.verify(scheme, imported, data, new Uint8Array(signature.length)), false)
      }
    })
  }

  test(`${name}: verifies published signatures`, async () => {
    const vectors = [
      [appendixA3, jwsAlgorithms.ES256.scheme],
      [appendixA4, jwsAlgorithms.ES512.scheme],
      [appendixA, jwsAlgorithms.EdDSA.scheme],
    ] as const
    for (const [{ jwk, compact }, scheme] of vectors) {
      const last = compact.lastIndexOf('.')
      const key = await crypto.importVerificationKey(jwk, scheme)
      assert.ok(key)
      const signature = new Uint8Array(Buffer.from(compact.slice(last + 1), 'base64url'))
      assert.equal(await crypto.verify(scheme, key, utf8(compact.slice(0, last)), signature), true)
    }
  })

  const p256 = appendixA3.jwk
  const { ES256, ES384, ES256K, EdDSA, RS256 } = jwsAlgorithms
  const unusable: readonly [string, PublicJwk, SignatureScheme][] = [
    ['a point off the curve', { ...p256, y: p256.x }, ES256.scheme],
    ['a coordinate that is missing', { kty: 'EC', crv: 'P-256', x: p256.x }, ES256.scheme],
    ['a key of another curve', p256, ES384.scheme],
    ['a P-256 point in a JWK of P-384', { ...p256, crv: 'P-384' }, ES384.scheme],
    ['a key of another type', appendixA.jwk, ES256.scheme],
    ['an EC key for Ed25519', p256, EdDSA.scheme],
    ['an EC key for RSA', p256, RS256.scheme],
    ['an unknown key type', { kty: 'XX', n: 'AA' }, RS256.scheme],
    ['an RSA modulus below 2048 bits', { kty: 'RSA', n: `w${'A'.repeat(169)}E`, e: 'AQAB' }, RS256.scheme],
    ['an Ed25519 key that is too short', { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }, EdDSA.scheme],
  ]
  for (const [what, jwk, scheme] of unusable) {
    test(`${name}: does not import ${what}`, async () => {
      assert.equal(await crypto.importVerificationKey(jwk, scheme), undefined)
    })
  }

  test(`${name}: secp256k1 is ${secp256k1 ? '' : 'not '}supported`, async () => {
    assert.equal((await crypto.importVerificationKey(secp256k1Point, ES256K.scheme)) !== undefined, secp256k1)
  })

  for (const curve of ['P-256', 'P-384', 'P-521'] as const) {
    test(`${name}: both sides derive the same secret on ${curve}, also across adapters`, async () => {
      const mine = await crypto.generateAgreementKey(curve)
      const theirs = await other.generateAgreementKey(curve)
      assert.equal(Object.hasOwn(mine.publicJwk, 'd'), false)
      const theirPoint = await crypto.importAgreementKey(theirs.publicJwk)
      const myPoint = await other.importAgreementKey(mine.publicJwk)
      assert.ok(theirPoint && myPoint)
      const secret = await crypto.agree(mine, theirPoint)
      assert.equal(secret.length, { 'P-256': 32, 'P-384': 48, 'P-521': 66 }[curve])
      assert.equal(hex(secret), hex(await other.agree(theirs, myPoint)))
    })
  }

  test(`${name}: does not import values that are not agreement keys`, async () => {
    const others: readonly PublicJwk[] = [appendixA.jwk, { kty: 'RSA', n: 'AA', e: 'AQAB' }, secp256k1Point]
    for (const jwk of [{ ...p256, y: p256.x }, { kty: 'EC' }, ...others])
      assert.equal(await crypto.importAgreementKey(jwk), undefined)
  })

  for (const bytes of [16, 32]) {
    test(`${name}: AES-GCM with ${bytes * 8} bits, also across adapters`, async () => {
      const key = new Uint8Array(bytes).fill(7)
      const iv = new Uint8Array(12).fill(9)
      const sealed = await crypto.encrypt(key, iv, data, utf8('aad'))
      assert.equal(sealed.length, data.length + 16)
      assert.equal(hex(sealed), hex(await other.encrypt(key, iv, data, utf8('aad'))))
      assert.equal(hex((await crypto.decrypt(key, iv, sealed, utf8('aad'))) ?? utf8('')), hex(data))
      assert.equal(await crypto.decrypt(key, iv, changed(sealed), utf8('aad')), undefined)
      assert.equal(await crypto.decrypt(key, iv, sealed, utf8('bad')), undefined)
      assert.equal(await crypto.decrypt(changed(key), iv, sealed, utf8('aad')), undefined)
      assert.equal(await crypto.decrypt(key, changed(iv), sealed, utf8('aad')), undefined)
      assert.equal(await crypto.decrypt(key, iv, sealed.subarray(0, 15), utf8('aad')), undefined)
      assert.equal(await crypto.decrypt(key, iv, utf8(''), utf8('aad')), undefined)
      assert.equal((await crypto.encrypt(key, iv, utf8(''), utf8(''))).length, 16)
    })
  }
}
