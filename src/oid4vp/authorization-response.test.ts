import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeUtf8, Failure, fail, failed, type JsonObject } from '../base/index.ts'
import { bareJwk, generateSigner, jwkThumbprint, signJwt } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import {
  checkResponseMode,
  createAuthorizationErrorResponse,
  createDirectPost,
  createDirectPostJwt,
  parseResponseForm,
  parseResponseJwt,
  parseVpToken,
  type ResponseContent,
  type ResponseJwtPolicy,
  selectResponseEncryption,
  verifyResponseSignature,
  wantsSignatureOnly,
} from './index.ts'

const crypto = createNodeCrypto()
const now = 1_768_478_400
const signer = await generateSigner({ crypto })
const stranger = await generateSigner({ crypto })
const iss = jwkThumbprint({ crypto }, signer.publicJwk)
const aud = 'https://rp.example'
const dcql: ResponseContent = {
  kind: 'dcql',
  presentations: [
    { id: 'pid', presentation: 'sd~kb' },
    { id: 'wa', presentation: ['a.b.c'] },
  ],
}
const submission = { id: 's', definition_id: 'd', descriptor_map: [{ id: 'a', format: 'jwt', path: '$[0]' }] }
const scope: ResponseContent = { kind: 'scope', presentations: ['sd~kb', 'a.b.c'], submission }

const form = (fields: Readonly<Record<string, string>>): ReadonlyMap<string, string> => new Map(Object.entries(fields))
const codeOf = (value: unknown): string => (value instanceof Failure ? value.code : 'accepted')
const keyed = [
  { id: 'pid', presentations: ['sd~kb'] },
  { id: 'wa', presentations: ['a.b.c'] },
]

test('WI-84 WI-85 RP-52 direct_post carries both variants across the wire', () => {
  const fields = createDirectPost(dcql, 'st')
  assert.deepEqual(fields, { vp_token: '{"pid":"sd~kb","wa":["a.b.c"]}', state: 'st' })
  const plain = parseResponseForm(form(fields))
  assert.ok(!failed(plain) && plain.kind === 'plain')
  assert.deepEqual(parseVpToken('dcql', plain.members, true), { kind: 'dcql', presentations: keyed })
  const listed = parseResponseForm(form(createDirectPost(scope, 'st')))
  assert.ok(!failed(listed) && listed.kind === 'plain')
  assert.deepEqual(parseVpToken('scope', listed.members, true), {
    kind: 'scope',
    presentations: ['sd~kb', 'a.b.c'],
    submission,
  })
  const single = createDirectPost({ ...scope, presentations: ['sd~kb'] }, 'st')
  assert.equal(single.vp_token, 'sd~kb')
  assert.deepEqual(parseVpToken('scope', single as JsonObject, true), {
    kind: 'scope',
    presentations: ['sd~kb'],
    submission,
  })
})

const forms: readonly (readonly [id: string, title: string, fields: Record<string, string>, code: string])[] = [
  ['RP-52', 'nothing', {}, 'response_missing'],
  ['RP-52', 'only state', { state: 's' }, 'response_missing'],
  ['RP-50', 'no state', { vp_token: 'x' }, 'state_missing'],
  ['RP-52', 'vp_token beside response', { vp_token: 'x', response: 'a.b.c', state: 's' }, 'response_ambiguous'],
  ['RP-83', 'error beside vp_token', { vp_token: 'x', error: 'e', state: 's' }, 'response_ambiguous'],
  ['RP-49', 'a response of two parts', { response: 'a.b' }, 'response_jwt_malformed'],
  ['RP-83', 'a description without error', { error_description: 'x', state: 's' }, 'error_missing'],
  ['RP-83', 'an error without state', { error: 'access_denied' }, 'state_missing'],
  ['RP-83', 'an error with a line break', { error: 'a\nb', state: 's' }, 'error_malformed'],
  ['GEN-21', 'unknown fields', { vp_token: 'x', state: 's', foo: 'y', error_description: 'z' }, 'accepted'],
]
for (const [id, title, fields, code] of forms)
  test(`${id} form with ${title}: ${code}`, () => assert.equal(codeOf(parseResponseForm(form(fields))), code))

test('RP-83 WI-89 an error response crosses the wire and is taken in both modes', () => {
  const parsed = parseResponseForm(form(createAuthorizationErrorResponse('access_denied', 'st', 'no')))
  assert.deepEqual(parsed, { kind: 'error', error: 'access_denied', error_description: 'no', state: 'st' })
  assert.ok(!failed(parsed))
  assert.equal(checkResponseMode(parsed, 'direct_post'), undefined)
  assert.equal(checkResponseMode(parsed, 'direct_post.jwt'), undefined)
})

test('RP-48 a plain answer to a JWT request, and the reverse, are refused', () => {
  const plain = parseResponseForm(form({ vp_token: 'x', state: 's' }))
  const jwt = parseResponseForm(form({ response: 'a.b.c.d.e' }))
  assert.ok(!failed(plain) && !failed(jwt))
  assert.equal(codeOf(checkResponseMode(plain, 'direct_post.jwt')), 'response_mode_mismatch')
  assert.equal(codeOf(checkResponseMode(jwt, 'direct_post')), 'response_mode_mismatch')
  assert.equal(checkResponseMode(plain, 'direct_post'), undefined)
  assert.equal(checkResponseMode(jwt, 'direct_post.jwt'), undefined)
})

const tokens: readonly (readonly [
  title: string,
  kind: 'scope' | 'dcql',
  members: unknown,
  isForm: boolean,
  code: string,
])[] = [
  ['none', 'dcql', {}, false, 'vp_token_missing'],
  ['an empty text', 'dcql', { vp_token: '' }, true, 'vp_token_missing'],
  ['broken JSON', 'dcql', { vp_token: '{"a":' }, true, 'vp_token_malformed'],
  ['one id twice', 'dcql', { vp_token: '{"a":"x","a":"y"}' }, true, 'vp_token_malformed'],
  ['__proto__ as id', 'dcql', { vp_token: '{"__proto__":"x"}' }, true, 'vp_token_malformed'],
  ['an array for a query', 'dcql', { vp_token: ['x'] }, false, 'vp_token_shape_mismatch'],
  ['a text for a query', 'dcql', { vp_token: 'x' }, true, 'vp_token_shape_mismatch'],
  ['JSON text where JSON stands', 'dcql', { vp_token: '{"a":"x"}' }, false, 'vp_token_shape_mismatch'],
  ['an empty object', 'dcql', { vp_token: {} }, false, 'vp_token_empty'],
  ['an empty list', 'dcql', { vp_token: { a: [] } }, false, 'vp_token_empty'],
  ['a number', 'dcql', { vp_token: { a: 1 } }, false, 'vp_token_malformed'],
  ['an object presentation', 'dcql', { vp_token: { a: [{}] } }, false, 'vp_token_malformed'],
  ['an empty presentation', 'dcql', { vp_token: { a: '' } }, false, 'vp_token_malformed'],
  [
    'a thousand entries',
    'dcql',
    { vp_token: { a: Array.from({ length: 1000 }, () => 'x') } },
    false,
    'vp_token_too_many',
  ],
  [
    'a thousand ids',
    'dcql',
    { vp_token: Object.fromEntries(Array.from({ length: 1000 }, (_, id) => [`${id}`, 'x'])) },
    false,
    'vp_token_too_many',
  ],
  ['nesting without end', 'dcql', { vp_token: `{"a":${'['.repeat(90)}${']'.repeat(90)}}` }, true, 'vp_token_malformed'],
  ['an object for a scope', 'scope', { vp_token: { a: 'x' } }, false, 'vp_token_shape_mismatch'],
  ['an empty list', 'scope', { vp_token: [] }, false, 'vp_token_empty'],
  ['null', 'scope', { vp_token: null }, false, 'vp_token_malformed'],
  ['no submission', 'scope', { vp_token: ['x'] }, false, 'presentation_submission_missing'],
  [
    'a broken submission',
    'scope',
    { vp_token: 'x', presentation_submission: '{' },
    true,
    'presentation_submission_malformed',
  ],
]
for (const [title, kind, members, isForm, code] of tokens)
  test(`RP-52 ${kind} vp_token: ${title}: ${code}`, () =>
    assert.equal(codeOf(parseVpToken(kind, members as JsonObject, isForm)), code))

const policy: ResponseJwtPolicy = {
  protections: ['encrypted', 'signed_encrypted', 'signed'],
  algorithms: ['ES256'],
  outerState: undefined,
}
const sealed: { plaintext: string; header: Readonly<Record<string, string>> }[] = []
const encrypt = async (plaintext: Uint8Array, header: Readonly<Record<string, string>>): Promise<string> => {
  sealed.push({ plaintext: decodeUtf8(plaintext) ?? '', header })
  return 'a.b.c.d.e'
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const sign = { signer, iss, aud, now, lifetimeSeconds: 60 }

test('WI-84 RP-10 direct_post.jwt encrypted, signed, and both', async () => {
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

const jwts: readonly (readonly [
  id: string,
  title: string,
  text: string,
  change: Partial<ResponseJwtPolicy>,
  code: string,
])[] = [
  ['RP-50', 'no state', '{"vp_token":{}}', {}, 'state_missing'],
  ['RP-50', 'a state that is no text', '{"state":1}', {}, 'state_missing'],
  ['RP-50', 'another state outside', '{"state":"a"}', { outerState: 'b' }, 'state_mismatch'],
  [
    'RP-10',
    'only encrypted where a signature was asked',
    '{"state":"a"}',
    { protections: ['signed_encrypted'] },
    'response_protection_mismatch',
  ],
  ['GEN-28', 'a doubled member', '{"state":"a","state":"b"}', {}, 'json_duplicate_member'],
  ['GEN-23', 'deep nesting', `{"state":"a","x":${'['.repeat(60)}${']'.repeat(60)}}`, {}, 'json_too_deep'],
  ['GEN-23', 'no JSON', '{', {}, 'json_malformed'],
  ['GEN-23', 'rubbish', 'rubbish', {}, 'jws_malformed'],
  ['RP-49', 'alg none', 'eyJhbGciOiJub25lIn0.eyJzdGF0ZSI6ImEifQ.', {}, 'alg_none'],
  ['RP-83', 'an error without code', '{"state":"a","error":""}', {}, 'error_missing'],
]
for (const [id, title, text, change, code] of jwts)
  test(`${id} decrypted response: ${title}: ${code}`, () =>
    assert.equal(codeOf(parseResponseJwt({ decrypted: bytes(text) }, { ...policy, ...change })), code))

test('GEN-23 a plaintext that is no UTF-8 is refused', () =>
  assert.equal(codeOf(parseResponseJwt({ decrypted: Uint8Array.of(0xff, 0xfe) }, policy)), 'response_not_text'))

test('RP-83 an encrypted error is an error', () =>
  assert.deepEqual(parseResponseJwt({ decrypted: bytes('{"state":"a","error":"access_denied"}') }, policy), {
    kind: 'error',
    error: 'access_denied',
    error_description: undefined,
    state: 'a',
  }))

const claims = { iss, aud, iat: now, exp: now + 60, state: 'st', vp_token: {} }
const signatures: readonly (readonly [title: string, change: object, by: typeof signer, code: string])[] = [
  ['a valid one', {}, signer, 'accepted'],
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

test('WI-84 encrypts to the enc key with the attested algorithms', () => {
  const bare = bareJwk(stranger.publicJwk)
  const enc = { ...bare, use: 'enc', kid: 'e' }
  const choose = (keys: object[], encryptedResponseAlg?: string, encryptedResponseEnc?: string) =>
    selectResponseEncryption(
      { keys: keys as (typeof enc)[], encryptedResponseAlg, encryptedResponseEnc },
      signer.publicJwk,
    )
  assert.deepEqual(choose([signer.publicJwk, bare, enc], 'ECDH-ES', 'A256GCM'), {
    alg: 'ECDH-ES',
    enc: 'A256GCM',
    recipient: enc,
  })
  assert.deepEqual(choose([bare]), { alg: 'ECDH-ES', enc: 'A128CBC-HS256', recipient: bare })
  const rsa = { kty: 'RSA', n: 'AA', e: 'AQAB', use: 'enc' }
  assert.deepEqual(choose([rsa]), { alg: 'RSA-OAEP-256', enc: 'A128CBC-HS256', recipient: rsa })
  const k1 = { ...enc, crv: 'secp256k1' }
  for (const foreign of [{ ...rsa, alg: 'RSA-OAEP' }, { ...enc, alg: 'ECDH-ES+A256KW' }, k1])
    assert.deepEqual(choose([foreign, enc]), { alg: 'ECDH-ES', enc: 'A128CBC-HS256', recipient: enc })
  assert.deepEqual(choose([k1, enc], 'ECDH-ES'), { alg: 'ECDH-ES', enc: 'A128CBC-HS256', recipient: enc })
  assert.equal(
    codeOf(choose([{ ...rsa, alg: 'RSA-OAEP' }, bare])),
    'encryption_alg_unsupported',
    'bare may be to verify',
  )
  assert.equal(codeOf(choose([signer.publicJwk])), 'encryption_key_missing')
  assert.equal(codeOf(choose([{ ...bare, key_ops: ['verify'] }])), 'encryption_key_missing')
  for (const operations of [null, 5, 'deriveKey'])
    assert.equal(codeOf(choose([{ ...bare, key_ops: operations } as never])), 'encryption_key_missing')
  assert.equal(codeOf(choose([enc], 'RSA-OAEP-256')), 'encryption_key_missing')
  assert.equal(codeOf(choose([rsa], 'RSA1_5')), 'encryption_alg_forbidden')
  assert.equal(codeOf(choose([rsa], 'RSA-OAEP')), 'encryption_alg_forbidden')
  assert.equal(codeOf(choose([enc], 'ECDH-ES+A256KW')), 'encryption_alg_unsupported')
  assert.equal(codeOf(choose([enc], 'ECDH-ES', 'A999')), 'encryption_alg_unsupported')
})

test('WI-84 never encrypts to the key that signed the Request Object, but to another of the same kind', () => {
  const request = bareJwk(signer.publicJwk)
  const further = bareJwk(stranger.publicJwk)
  const choose = (keys: (typeof request)[]) =>
    selectResponseEncryption({ keys, encryptedResponseAlg: 'ECDH-ES', encryptedResponseEnc: undefined }, request)
  assert.equal(codeOf(choose([request])), 'encryption_key_missing')
  assert.equal(codeOf(choose([{ ...request, kid: 'another name' }])), 'encryption_key_missing')
  const chosen = choose([request, further])
  assert.ok(!failed(chosen))
  assert.equal(chosen.recipient, further)
})

test('WI-84 a signature alone is asked for where no encryption is stated, and an algorithm that wallets have', () => {
  const asked = (signedResponseAlg?: string, encryptedResponseAlg?: string, encryptedResponseEnc?: string) =>
    wantsSignatureOnly({ signedResponseAlg, encryptedResponseAlg, encryptedResponseEnc })
  assert.equal(asked('ES256'), true)
  for (const other of [
    asked(),
    asked('ES512'),
    asked('ES256', 'ECDH-ES'),
    asked('ES256', undefined, 'A256GCM'),
    asked(undefined, 'ECDH-ES'),
  ])
    assert.equal(other, false)
})
