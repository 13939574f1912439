import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../base/index.ts'
import { generateSigner, signJwt } from '../../jose/index.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { parsePresentationEnvelope, verifyPresentationEnvelope } from '../index.ts'

const crypto = createNodeCrypto()
const now = 1_768_478_400
const signer = await generateSigner({ crypto })
const stranger = await generateSigner({ crypto })
const responseUri = 'https://rp.example/response_uri'
const valid = { iss: 'x', jti: 'j', aud: responseUri, iat: now, exp: now + 60, nonce: 'n', vp: 'a.b.c~d~' }

async function verdict(change: object, header: { typ: string } = { typ: 'JWT' }, by = signer): Promise<string> {
  const envelope = parsePresentationEnvelope(await signJwt(by, header, { ...valid, ...change }), ['ES256'])
  if (failed(envelope)) return envelope.code
  assert.equal(envelope.presentation, valid.vp)
  const expected = { responseUri, presentationNonce: 'n', now, skew: 30 }
  const result = await verifyPresentationEnvelope({ crypto }, envelope, signer.publicJwk, expected)
  return failed(result) ? result.code : 'accepted'
}

const rows: readonly (readonly [title: string, change: object, code: string])[] = [
  ['a valid envelope', {}, 'accepted'],
  ['no vp', { vp: undefined }, 'envelope_presentation_missing'],
  ['a vp that is not an SD-JWT', { vp: 'a.b.c' }, 'envelope_presentation_missing'],
  ['another aud', { aud: 'https://x.example' }, 'aud_mismatch'],
  ['another nonce', { nonce: 'm' }, 'nonce_mismatch'],
  ['no nonce', { nonce: undefined }, 'nonce_mismatch'],
  ['no exp', { exp: undefined }, 'exp_missing'],
  ['no iat', { iat: undefined }, 'iat_missing'],
  ['no jti', { jti: undefined }, 'jti_missing'],
  ['a past exp', { exp: now - 30 }, 'expired'],
]
for (const [title, change, code] of rows)
  test(`RP-52 envelope: ${title}: ${code}`, async () => assert.equal(await verdict(change), code))

test('RP-52 envelope: a Key Binding JWT, or another key, is refused', async () => {
  assert.equal(await verdict({}, { typ: 'kb+jwt' }), 'typ_mismatch')
  assert.equal(await verdict({}, { typ: 'JWT' }, stranger), 'signature_invalid')
})
