import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../base/index.ts'
import { generateSigner, sameKey } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import type { Cbor } from './cbor.ts'
import { coseKeyToJwk, hasCoseKey, jwkToCoseKey } from './cose-key.ts'
import { coseAlgorithm } from './cose-sign1.ts'

const ctx = { crypto: createNodeCrypto() }
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const { publicJwk } = await generateSigner(ctx)

/** RFC 9053 tables 1, 2, 17, 18 and 19, RFC 8812; labels of RFC 9052 table 4. */
test('converts keys to COSE and back, with the numbers that COSE assigns', async () => {
  for (const [alg, label, kty, crv] of [
    ['ES256', -7, 2, 1],
    ['ES384', -35, 2, 2],
    ['ES512', -36, 2, 3],
    ['ES256K', -47, 2, 8],
    ['EdDSA', -8, 1, 6],
  ] as const) {
    assert.equal(coseAlgorithm(alg), label)
    const { publicJwk: jwk } = await generateSigner(ctx, alg)
    const { x = '', y } = jwk
    const coordinates = [x, ...(y === undefined ? [] : [y])].map((one) =>
      hex(Buffer.from(one, 'base64url').toString('hex')),
    )
    const members = [kty, crv, ...coordinates] as const
    const written = new Map<Cbor, Cbor>(members.map((member, index) => [[1, -1, -2, -3][index] ?? 0, member]))
    assert.deepEqual(jwkToCoseKey(jwk), written, alg)
    const back = coseKeyToJwk(jwkToCoseKey(jwk), 'key')
    assert.ok(!(back instanceof Failure) && sameKey(back, jwk) && hasCoseKey(jwk), alg)
  }
})

test('refuses to write a key of an unsupported type', async () => {
  const rsa = await generateSigner(ctx, 'RS256')
  assert.equal(coseAlgorithm('RS256'), undefined)
  assert.equal(hasCoseKey(rsa.publicJwk), false)
  assert.throws(() => jwkToCoseKey(rsa.publicJwk), TypeError)
})

for (const [id, change, code] of [
  ['a private member', [-4, hex('00')], 'cose_key_private'],
  ['an unknown curve', [-1, 99], 'cose_key_unsupported'],
  ['a compressed point', [-3, true], 'cose_key_unsupported'],
  ['an unsupported algorithm', [3, -37], 'cose_key_unsupported'],
  ['an algorithm that is not a number', [3, true], 'cose_key_unsupported'],
  ['operations that do not include signing or verifying', [4, [7, 8]], 'cose_key_unsupported'],
  ['no operations', [4, []], 'cose_key_unsupported'],
  ['operations that are not a list', [4, 2], 'cose_key_unsupported'],
  ['a key type that does not match the curve', [1, 1], 'cose_key_unsupported'],
  ['no type', [1, null], 'cose_key_unsupported'],
  ['a coordinate that is a text', [-2, 'x'.repeat(32)], 'cose_key_malformed'],
  ['a second coordinate that is a text', [-3, 'y'.repeat(32)], 'cose_key_malformed'],
  ['a short coordinate', [-2, hex('00')], 'cose_key_malformed'],
  ['a short second coordinate', [-3, hex('00')], 'cose_key_malformed'],
] as const) {
  test(`refuses a COSE_Key with ${id}`, () => {
    const result = coseKeyToJwk(new Map<Cbor, Cbor>([...jwkToCoseKey(publicJwk), change]), 'key')
    assert.ok(result instanceof Failure)
    assert.equal(result.code, code)
  })
}

test('refuses a COSE_Key that is not a map', () => {
  assert.deepEqual(coseKeyToJwk(null, 'key'), new Failure('cose_key_malformed', 'key'))
})
