/**
 * Project Wycheproof vectors for `parseJws` and `verifyJws`. Their payloads are not JSON objects, so the second step is
 * tested separately.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import { rsa, jws as vector } from '../../test/vectors/wycheproof.ts'
import { decodeBase64url, type PublicJwk } from '../base/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createWebCrypto } from '../web/index.ts'
import { type JwsAlgorithm, jwsAlgorithms } from './algorithms.ts'
import { parsePublicJwk } from './jwk.ts'
import { parseJws, verifyJws } from './jws.ts'

const { jwk, compact } = vector
const policy = { typ: [undefined], algorithms: Object.keys(jwsAlgorithms) as JwsAlgorithm[] }
const verify = async (crypto: ReturnType<typeof createNodeCrypto>, text: string, key: PublicJwk, alg: JwsAlgorithm) => {
  const signature = decodeBase64url(text.slice(text.lastIndexOf('.') + 1)) as Uint8Array
  return codeOf(await verifyJws({ crypto }, { header: { alg }, payload: {}, compact: text, signature }, key, 'jws'))
}

const [protectedPart, payloadPart, signaturePart] = compact.split('.') as [string, string, string]
/** `json_web_signature_test` 18–32. */
const shapes: readonly [what: string, text: string, code: string][] = [
  ['a payload that is not JSON', compact, 'json_malformed'],
  ['no signature', `${protectedPart}.e30.`, 'jws_unsigned'],
  ['no signature and no separator', `${protectedPart}.${payloadPart}`, 'jws_malformed'],
  ['no payload', `${protectedPart}..${signaturePart}`, 'json_malformed'],
  ['no header', `.${payloadPart}.${signaturePart}`, 'jws_malformed'],
  ['no header and no signature', `.${payloadPart}.`, 'jws_malformed'],
  ['an empty text', '', 'jws_malformed'],
  ['an empty fourth part', `${compact}.`, 'jws_malformed'],
  ['a fourth part', `${compact}.foo`, 'jws_malformed'],
  ['an HMAC made with the public key', vector.confused, 'alg_mac'],
  ['the JSON serialisation', `{"payload":"${payloadPart}","signatures":[]}`, 'jws_malformed'],
]
for (const [what, text, code] of shapes)
  test(`Wycheproof JWS: ${what} is refused`, () => assert.equal(codeOf(parseJws(text, policy, 'jws')), code))

const { x: _, ...without } = jwk
/** `json_web_key_test` 19–24. */
const keys: readonly [what: string, key: PublicJwk, code: string][] = [
  ['for another algorithm', { ...jwk, alg: 'ES512' }, 'key_mismatch'],
  ['for an algorithm that does not exist', { ...jwk, alg: 'ES521' }, 'key_mismatch'],
  ['for encryption', { ...jwk, use: 'enc' }, 'key_mismatch'],
  ['of another curve', { ...jwk, crv: 'P-384' }, 'key_mismatch'],
  ['of another type', { ...jwk, kty: 'RSA' }, 'key_mismatch'],
  ['off the curve', { ...jwk, y: 'UI8exy-C06a7DUnjIdENkxeFtHM4-l_41LqEw9nVgnw' }, 'key_unusable'],
  ['without a coordinate', without, 'key_unusable'],
]

for (const [name, crypto] of [
  ['node', createNodeCrypto()],
  ['web', createWebCrypto()],
] as const) {
  test(`Wycheproof JWS, ${name}: the valid JWS is accepted, changed ones and one with an embedded key are refused`, async () => {
    assert.equal(await verify(crypto, compact, jwk, 'ES256'), 'accepted')
    const changed = [
      compact.replace(signaturePart, `X${signaturePart.slice(1)}`),
      compact.replace('.Zm9v.', '.WG9v.'),
      compact.replace('ImtpZC1l', 'IlhpZC1l'),
      vector.embedded,
    ]
    for (const text of changed) {
      assert.notEqual(text, compact)
      assert.equal(await verify(crypto, text, jwk, 'ES256'), 'signature_invalid', text)
    }
  })

  test(`Wycheproof JWK, ${name}: a key that must not verify is refused`, async () => {
    for (const [what, key, code] of keys) assert.equal(await verify(crypto, compact, key, 'ES256'), code, what)
  })

  for (const [what, weak] of Object.entries(rsa))
    test(`GEN-16 Wycheproof JWK, ${name}: an RSA key that is weak (${what}) is refused when it is parsed and when it is used`, async () => {
      assert.equal(codeOf(parsePublicJwk(weak.jwk, 'jwk')), what === 'short' ? 'jwk_unsupported' : 'jwk_malformed')
      assert.equal(await verify(crypto, weak.compact, weak.jwk, 'RS256'), 'key_unusable')
    })
}
