import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crypto, dcql, keyed, scope, signer, stranger } from '../../../test/support/authorization-response.ts'
import { refusalsOf } from '../../../test/support/cases.ts'
import { codeOf } from '../../../test/support/refuses.ts'
import { decodeUtf8, fail, failed } from '../../base/index.ts'
import { jwkThumbprint, signJwt } from '../../jose/index.ts'
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
  assert.equal(encrypted.protection, 'encrypted')
  assert.deepEqual(parseVpToken('dcql', encrypted.members, false), { kind: 'dcql', presentations: keyed })
  await createDirectPostJwt(dcql, 'st', { encrypt, sign })
  assert.deepEqual(sealed[1]?.header, { cty: 'JWT' })
  const nested = parseResponseJwt({ decrypted: bytes(sealed[1]?.plaintext ?? '') }, policy)
  assert.ok(!failed(nested) && nested.kind === 'response' && nested.jws)
  assert.equal(nested.protection, 'signed_encrypted')
  const fields = await createDirectPostJwt(scope, 'st', { sign })
  assert.ok(!failed(fields))
  const signed = parseResponseJwt({ signed: fields.response }, policy)
  assert.ok(!failed(signed) && signed.kind === 'response' && signed.jws)
  assert.equal(signed.protection, 'signed')
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
    (json) => ['GEN-23', `JSON that is not an object, ${json}`, [json, {}], 'json_malformed'] as const,
  ),
  ...refusalsOf<readonly [text: string, change: object]>({
    'RP-50 state_missing': {
      'no state': ['{"vp_token":{}}', {}],
      'a state that is not a text': ['{"state":1}', {}],
    },
    'RP-50 state_mismatch': { 'another state outside': ['{"state":"a"}', { outerState: 'b' }] },
    'RP-10 response_protection_mismatch': {
      'only encryption where a signature was requested': ['{"state":"a"}', { protections: ['signed_encrypted'] }],
    },
    'GEN-28 json_duplicate_member': { 'a doubled member': ['{"state":"a","state":"b"}', {}] },
    'GEN-23 json_too_deep': { 'deep nesting': [`{"state":"a","x":${'['.repeat(60)}${']'.repeat(60)}}`, {}] },
    'GEN-23 json_malformed': { 'a text that is not JSON': ['{', {}] },
    'GEN-23 jws_malformed': { rubbish: ['rubbish', {}] },
    'RP-49 alg_none': { 'alg none': ['eyJhbGciOiJub25lIn0.eyJzdGF0ZSI6ImEifQ.', {}] },
    'RP-83 error_missing': { 'an error without code': ['{"state":"a","error":""}', {}] },
  }),
]
for (const [id, title, [text, change], code] of jwts)
  test(`${id} decrypted response: ${title}: ${code}`, () =>
    assert.equal(codeOf(parseResponseJwt({ decrypted: bytes(text) }, { ...policy, ...change })), code))

test('RP-49 bare JSON is not a signed response, even if it contains two dots', () => {
  const signed = '{"state":"a","vp_token":{"pid":"sd\\u002e~kb"},"x":".."}'
  const policyOfSigned = { ...policy, protections: ['signed'] } as const
  assert.equal(codeOf(parseResponseJwt({ signed }, policyOfSigned)), 'jws_malformed')
})

test('GEN-23 a plaintext that is not UTF-8 is refused', () =>
  assert.equal(codeOf(parseResponseJwt({ decrypted: Uint8Array.of(0xff, 0xfe) }, policy)), 'response_not_text'))

test('RP-83 an encrypted error is read as an error', () =>
  assert.deepEqual(parseResponseJwt({ decrypted: bytes('{"state":"a","error":"access_denied"}') }, policy), {
    kind: 'error',
    error: 'access_denied',
    error_description: undefined,
    state: 'a',
  }))

test('RP-83 D-269 an error is read with any other members, and a null error is ignored', () => {
  const parse = (members: object) =>
    parseResponseJwt({ decrypted: bytes(JSON.stringify({ state: 'a', ...members })) }, policy)
  const refused = parse({ vp_token: { pid: 'sd~kb' }, error: 'access_denied', error_description: null })
  assert.deepEqual(refused, { kind: 'error', error: 'access_denied', error_description: undefined, state: 'a' })
  const presented = parse({ vp_token: { pid: 'sd~kb' }, error: null, error_description: null })
  assert.ok(!failed(presented) && presented.kind === 'response')
  for (const error of [1, true, [], {}]) assert.equal(codeOf(parse({ vp_token: {}, error })), 'error_malformed')
})

const claims = { iss, aud, iat: now, exp: now + 60, state: 'st', vp_token: {} }
const signatures: readonly (readonly [title: string, change: object, by: typeof signer, code: string])[] = [
  ['a valid response', {}, signer, 'accepted'],
  ['no iss', { iss: undefined }, signer, 'iss_missing'],
  ['another iss', { iss: 'x' }, signer, 'iss_mismatch'],
  ['no aud', { aud: undefined }, signer, 'aud_missing'],
  ['another aud', { aud: 'https://x.example' }, signer, 'aud_mismatch'],
  ['several aud', { aud: [aud, 'https://x.example'] }, signer, 'aud_mismatch'],
  ['no exp', { exp: undefined }, signer, 'exp_missing'],
  ['a past exp', { exp: now - 30 }, signer, 'expired'],
  ['a future iat', { iat: now + 31 }, signer, 'not_yet_valid'],
  ['an exp as text', { exp: '1' }, signer, 'time_invalid'],
  ['another key', {}, stranger, 'signature_invalid'],
]
for (const [title, change, by, code] of signatures)
  test(`RP-49 signed response: ${title}: ${code}`, async () => {
    const signed = await signJwt(by, {}, { ...claims, ...change })
    const parsed = parseResponseJwt({ signed }, policy)
    assert.ok(!failed(parsed) && parsed.kind === 'response' && parsed.jws)
    const expected = { iss: [iss], aud, now, skew: 30 }
    assert.equal(codeOf(await verifyResponseSignature({ crypto }, parsed.jws, signer.publicJwk, expected)), code)
  })
