/** Both adapters of the crypto port against what Project Wycheproof has beyond P-256; the numbers are those of its tests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgreementKey, PublicJwk } from '../../src/base/index.ts'
import { jwsAlgorithms } from '../../src/jose/index.ts'
import { agreementKey, createNodeCrypto, privateKeyObject } from '../../src/node/node-crypto.ts'
import { createWebCrypto } from '../../src/web/index.ts'
import { ecdh, ecdsa, gcm, rsa } from '../vectors/wycheproof-wide.ts'

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
const hexOf = (data: Uint8Array | undefined): string | undefined => data && Buffer.from(data).toString('hex')
const point = (crv: string, x: string, y: string) => ({ kty: 'EC', crv, x, y })

type PrivateJwk = Readonly<Record<'kty' | 'crv' | 'd' | 'x' | 'y', string>>

async function webAgreementKey(jwk: PrivateJwk): Promise<AgreementKey> {
  const { d: _, ...publicJwk } = jwk
  const algorithm = { name: 'ECDH', namedCurve: jwk.crv }
  const cryptoKey = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['deriveBits'])
  return { kind: 'agreement', publicJwk, cryptoKey } as unknown as AgreementKey
}

const adapters = [
  ['node', createNodeCrypto(), (jwk: PrivateJwk) => agreementKey(privateKeyObject(jwk))],
  ['web', createWebCrypto(), webAgreementKey],
] as const

for (const [name, crypto, agreementKeyOf] of adapters) {
  const verifies = async (alg: keyof typeof jwsAlgorithms, jwk: PublicJwk, message: string, signature: string) => {
    const { scheme } = jwsAlgorithms[alg]
    const key = await crypto.importVerificationKey(jwk, scheme)
    assert.ok(key, 'the key was not imported')
    return crypto.verify(scheme, key, bytes(message), bytes(signature))
  }

  for (const alg of ['ES384', 'ES512'] as const)
    test(`${name}: ${alg}, numbers at the edges`, async () => {
      for (const [number, x, y, message, signature, holds] of ecdsa[alg])
        assert.equal(await verifies(alg, point(jwsAlgorithms[alg].crv, x, y), message, signature), holds, `${number}`)
    })

  for (const alg of ['PS256', 'RS256'] as const)
    test(`${name}: ${alg}, paddings that are almost right`, async () => {
      const jwk = { kty: 'RSA', n: rsa[alg].n, e: 'AQAB' }
      for (const [number, message, signature, holds] of rsa[alg].rows)
        assert.equal(await verifies(alg, jwk, message, signature), holds, `${number}`)
    })

  for (const crv of ['P-384', 'P-521'] as const)
    test(`${name}: ECDH on ${crv}, secrets keep their leading zeros, and no point off the curve is imported`, async () => {
      const key = await agreementKeyOf(ecdh[crv].key)
      for (const [number, x, y, secret] of ecdh[crv].rows) {
        const other = await crypto.importAgreementKey(point(crv, x, y))
        assert.equal(other && hexOf(await crypto.agree(key, other)), secret, `${number}`)
      }
    })

  test(`${name}: AES-GCM, and a tag that is not its own`, async () => {
    for (const [number, key, iv, additional, plaintext, sealed] of gcm) {
      const opened = await crypto.decrypt(bytes(key), bytes(iv), bytes(sealed), bytes(additional))
      assert.equal(hexOf(opened), plaintext, `${number}`)
      if (plaintext === undefined) continue
      const made = await crypto.encrypt(bytes(key), bytes(iv), bytes(plaintext), bytes(additional))
      assert.equal(hexOf(made), sealed, `${number}`)
    }
  })
}
