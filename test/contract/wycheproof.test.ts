/**
 * Both adapters of the crypto port, and the reader of ASN.1 signatures, against samples of Project Wycheproof. A vector
 * is one line of text. Its number is that of the test in the project.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgreementKey, Crypto, PublicJwk } from '../../src/base/index.ts'
import { type JwsAlgorithm, jwsAlgorithms } from '../../src/jose/index.ts'
import { agreementKey, createNodeCrypto, privateKeyObject } from '../../src/node/node-crypto.ts'
import { createWebCrypto } from '../../src/web/index.ts'
import { ecdsaFromDer } from '../../src/x509/index.ts'
import { ecdh, ecdsa } from '../vectors/wycheproof.ts'
import { asn1, ed25519, ed25519Keys, es256k, rs512, unsalted, wrapped } from '../vectors/wycheproof-rest.ts'
import { gcm, rsa, ecdh as wideEcdh, ecdsa as wideEcdsa } from '../vectors/wycheproof-wide.ts'

type PrivateJwk = Readonly<Record<'kty' | 'crv' | 'd' | 'x' | 'y', string>>

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
const hexOf = (data: Uint8Array | undefined): string => (data ? Buffer.from(data).toString('hex') : '-')
const point = (x: string, y: string, crv = 'P-256') => ({ kty: 'EC', crv, x, y })
const text = Buffer.from('Message').toString('hex')
type Six = [string, string, string, string, string, string]
const vectors = (rows: readonly string[]): Six[] => rows.map((row) => row.split(' ') as Six)

async function webAgreementKey(jwk: PrivateJwk): Promise<AgreementKey> {
  const { d: _, ...publicJwk } = jwk
  const algorithm = { name: 'ECDH', namedCurve: jwk.crv }
  const cryptoKey = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['deriveBits'])
  return { kind: 'agreement', publicJwk, cryptoKey } as unknown as AgreementKey
}

const verifierOf =
  (crypto: Crypto) => async (alg: JwsAlgorithm, jwk: PublicJwk, message: string, signature: string | Uint8Array) => {
    const { scheme } = jwsAlgorithms[alg]
    const key = await crypto.importVerificationKey(jwk, scheme)
    assert.ok(key, 'the key was not imported')
    return crypto.verify(scheme, key, bytes(message), typeof signature === 'string' ? bytes(signature) : signature)
  }

for (const [name, crypto, agreementKeyOf] of [
  ['node', createNodeCrypto(), (jwk: PrivateJwk) => agreementKey(privateKeyObject(jwk))],
  ['web', createWebCrypto(), webAgreementKey],
] as const) {
  const verifies = verifierOf(crypto)

  test(`${name}: ECDSA 1–10: a signature verifies, and its changed versions do not`, async () => {
    assert.equal(await verifies('ES256', ecdsa.jwk, ecdsa.message, ecdsa.valid), true)
    for (const changed of ecdsa.changed)
      assert.equal(await verifies('ES256', ecdsa.jwk, ecdsa.message, changed), false, changed)
  })

  test(`${name}: ECDSA 11–59: values of r and s outside their ranges are refused`, async () => {
    for (const r of ecdsa.special)
      for (const s of ecdsa.special)
        assert.equal(await verifies('ES256', ecdsa.jwk, ecdsa.message, `${r}${s}`), false, `${r}${s}`)
  })

  test(`${name}: ECDSA: digests, numbers and keys with edge values`, async () => {
    for (const [message, signature] of vectors(ecdsa.digests))
      assert.equal(await verifies('ES256', ecdsa.jwk, message, signature), true, message)
    for (const [number, x, y, signature, verdict] of vectors(ecdsa.edges))
      assert.equal(await verifies('ES256', point(x, y), ecdsa.message, signature), verdict === 'valid', number)
    for (const [number, x, y, signature] of vectors(ecdsa.keys))
      assert.equal(await verifies('ES256', point(x, y), text, signature), true, number)
  })

  for (const alg of ['ES384', 'ES512'] as const)
    test(`${name}: ${alg}: numbers with edge values`, async () => {
      for (const [number, x, y, message, signature, verdict] of vectors(wideEcdsa[alg])) {
        const verified = await verifies(alg, point(x, y, jwsAlgorithms[alg].crv), message, signature)
        assert.equal(verified, verdict === 'valid', number)
      }
    })

  for (const [alg, { n, rows }, title] of [
    ['PS256', rsa.PS256, 'PS256: correct and almost correct paddings'],
    ['RS256', rsa.RS256, 'RS256: correct and almost correct paddings'],
    ['RS512', rs512, 'RS512: correct and almost correct paddings'],
    ['PS256', unsalted, 'PS256 has a salt of 32 octets (RFC 7518 §3.5)'],
  ] as const)
    test(`${name}: ${title}`, async () => {
      for (const [number, verdict, message, signature] of vectors(rows))
        assert.equal(await verifies(alg, { kty: 'RSA', n, e: 'AQAB' }, message, signature), verdict === 'valid', number)
    })

  for (const [title, jwk, rows] of [
    ['ECDH: shared secrets keep their leading zeros', ecdh.privateJwk, ecdh.agreed],
    ...(['P-384', 'P-521'] as const).map(
      (crv) =>
        [
          `ECDH on ${crv}: shared secrets keep their leading zeros, and no point off the curve is imported`,
          wideEcdh[crv].key,
          wideEcdh[crv].rows,
        ] as const,
    ),
  ] as const)
    test(`${name}: ${title}`, async () => {
      const key = await agreementKeyOf(jwk)
      for (const [number, x, y, secret] of vectors(rows)) {
        const other = await crypto.importAgreementKey(point(x, y, jwk.crv))
        assert.equal(hexOf(other && (await crypto.agree(key, other))), secret, number)
      }
    })

  test(`${name}: ECDH 336–350: a key off the curve, or of another curve, is not imported`, async () => {
    for (const [number, crv, x, y] of ecdh.refused)
      assert.equal(await crypto.importAgreementKey(point(x, y, crv)), undefined, `${number}`)
  })

  test(`${name}: AES-GCM: a message is encrypted and decrypted, and a wrong tag is refused`, async () => {
    for (const [number, key, iv, additional, plaintext, sealed] of vectors(gcm)) {
      const opened = await crypto.decrypt(bytes(key), bytes(iv), bytes(sealed), bytes(additional))
      assert.equal(hexOf(opened), plaintext, number)
      if (plaintext === '-') continue
      const made = await crypto.encrypt(bytes(key), bytes(iv), bytes(plaintext), bytes(additional))
      assert.equal(hexOf(made), sealed, number)
    }
  })

  test(`${name}: Ed25519: the valid signature of a message is accepted, and similar signatures are refused`, async () => {
    for (const [number, verdict, message, signature] of vectors(ed25519.rows)) {
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: ed25519.x }
      assert.equal(await verifies('EdDSA', jwk, message, signature), verdict === 'valid', number)
    }
  })

  test(`${name}: Ed25519: keys and numbers with edge values`, async () => {
    for (const [number, x, message, signature] of vectors(ed25519Keys))
      assert.equal(await verifies('EdDSA', { kty: 'OKP', crv: 'Ed25519', x }, message, signature), true, number)
  })

  test(`${name}: unwrapKey returns a wrapped key of 256 bits, and refuses other lengths and wrappings`, async () => {
    for (const [number, verdict, key, plain, wrapping] of vectors(wrapped)) {
      const expected = verdict === 'valid' && plain.length === 64 ? plain : '-'
      assert.equal(hexOf(await crypto.unwrapKey(bytes(key), bytes(wrapping))), expected, number)
    }
  })

  test(`${name}: ECDSA in ASN.1: only the canonical encoding is accepted`, async () => {
    const judge = async (signature: string) => {
      const raw = ecdsaFromDer(bytes(signature), 32)
      return raw !== undefined && verifies('ES256', asn1.jwk, asn1.message, raw)
    }
    assert.equal(await judge(asn1.valid), true)
    for (const [number, signature] of vectors(asn1.changed)) assert.equal(await judge(signature), false, number)
  })
}

// WebCrypto has no secp256k1. A signature must have 64 octets (RFC 8812 §3.2), although the project accepts other
// lengths.
test('node: ES256K: numbers with edge values', async () => {
  const verifies = verifierOf(createNodeCrypto())
  for (const [number, verdict, x, y, message, signature] of vectors(es256k))
    assert.equal(await verifies('ES256K', point(x, y, 'secp256k1'), message, signature), verdict === 'valid', number)
})
