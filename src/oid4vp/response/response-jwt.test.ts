import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crypto, dcql, keyed, scope, signer } from '../../../test/support/authorization-response.ts'
import { codeOf } from '../../../test/support/refuses.ts'
import { decodeUtf8, fail, failed } from '../../base/index.ts'
import { jwkThumbprint } from '../../jose/index.ts'
import {
  createDirectPostJwt,
  parseResponseJwt,
  parseVpToken,
  type ResponseJwtPolicy,
  verifyResponseSignature,
} from '../index.ts'

const now = 1_768_478_400
const iss = jwkThumbprint({ crypto }, signer.publicJwk)
const aud = 'https://rp.example'

const policy: ResponseJwtPolicy = {
  protections: ['encrypted', 'signed_encrypted', 'signed'],
  algorithms: ['ES256'],
  outerState: undefined,
  now,
  skew: 30,
}
const sealed: { plaintext: string; header: Readonly<Record<string, string>> }[] = []
const encrypt = async (plaintext: Uint8Array, header: Readonly<Record<string, string>>): Promise<string> => {
  sealed.push({ plaintext: decodeUtf8(plaintext) ?? '', header })
  return 'a.b.c.d.e'
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const sign = { signer, iss, aud, now, lifetimeSeconds: 60 }

test('WI-84 RP-10 a direct_post.jwt can be encrypted, signed, or both', async () => {
  sealed.length = 0
  assert.deepEqual(await createDirectPostJwt(dcql, 'st', { encrypt }), { response: 'a.b.c.d.e', state: 'st' })
  assert.deepEqual(JSON.parse(sealed[0]?.plaintext ?? ''), { vp_token: { pid: 'sd~kb', wa: ['a.b.c'] }, state: 'st' })
  const encrypted = parseResponseJwt({ decrypted: bytes(sealed[0]?.plaintext ?? '') }, { ...policy, outerState: 'st' })
  assert.ok(!failed(encrypted) && encrypted.kind === 'response')
  assert.deepEqual(parseVpToken('dcql', encrypted.members, false), { kind: 'dcql', presentations: keyed })
  await createDirectPostJwt(dcql, 'st', { encrypt, sign })
  assert.deepEqual(sealed[1]?.header, { cty: 'JWT' })
  const nested = parseResponseJwt({ decrypted: bytes(sealed[1]?.plaintext ?? '') }, policy)
  assert.ok(!failed(nested) && nested.kind === 'response' && nested.jws)
  const fields = await createDirectPostJwt(scope, 'st', { sign })
  assert.ok(!failed(fields))
  const signed = parseResponseJwt({ signed: fields.response }, policy)
  assert.ok(!failed(signed) && signed.kind === 'response' && signed.jws)
  assert.deepEqual(signed.jws.header, { alg: 'ES256', typ: 'oauth-authz-resp+jwt', kid: signer.kid })
  const { vp_token: _, presentation_submission: __, ...claims } = signed.jws.payload
  assert.deepEqual(claims, { iss, aud, iat: now, exp: now + 60, state: 'st' })
  const verdict = await verifyResponseSignature({ crypto }, signed.jws, signer.publicJwk, {
    iss: [iss],
    aud,
    now,
    skew: 30,
  })
  assert.ok(!failed(verdict))
  await assert.rejects(createDirectPostJwt(dcql, 'st', {}), TypeError)
  const unusable = fail('jwe_recipient_unusable', 'recipient')
  assert.equal(await createDirectPostJwt(dcql, 'st', { encrypt: async () => unusable }), unusable)
})

const jwts = [
  ...['[]', ' [1]', '"text"', 'null', 'true', 'false', '17', '-1.5'].map(
    (json) => ['GEN-23', `JSON that is not an object, ${json}`, json, 'json_malformed'] as const,
  ),
  ['RP-50', 'a state that is not a text', '{"state":1}', 'state_missing'],
  ['GEN-23', 'rubbish', 'rubbish', 'jws_malformed'],
  ['RP-83', 'an error without code', '{"state":"a","error":""}', 'error_missing'],
] as const
for (const [id, title, text, code] of jwts)
  test(`${id} decrypted response: ${title}: ${code}`, () =>
    assert.equal(codeOf(parseResponseJwt({ decrypted: bytes(text) }, policy)), code))

test('RP-83 D-269 an error is read with any other members, and a null error is ignored', () => {
  const parse = (members: object) =>
    parseResponseJwt({ decrypted: bytes(JSON.stringify({ state: 'a', ...members })) }, policy)
  const refused = parse({ vp_token: { pid: 'sd~kb' }, error: 'access_denied', error_description: null })
  assert.deepEqual(refused, { kind: 'error', error: 'access_denied', state: 'a' })
  const presented = parse({ vp_token: { pid: 'sd~kb' }, error: null, error_description: null })
  assert.ok(!failed(presented) && presented.kind === 'response')
  for (const error of [1, true, [], {}]) assert.equal(codeOf(parse({ vp_token: {}, error })), 'error_malformed')
})
