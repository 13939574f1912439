/** The form and the JWE of a response, with one fault at a time; sessions that accept no response. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../../src/base/index.ts'
import { generateDecrypter } from '../../../src/jose/index.ts'
import { changing, refusalsOf } from '../../support/cases.ts'
import { containsWord } from '../../support/contains-word.ts'
import { observeOutput } from '../../support/decisions.ts'
import {
  answerForm,
  assertRefused,
  type Bend,
  bodyOf,
  fetchRequest,
  post,
  present,
  type RelyingPartyFixture,
  type ResponseRow,
  refusesResponse,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const other = await generateDecrypter(fixture)

const jweHeader = (change: object): Bend => ({
  form: (form) => {
    const [, ...rest] = form.response.split('.')
    const header = { alg: 'ECDH-ES', enc: 'A256GCM', epk: fixture.decrypter.publicJwk, ...change }
    form.response = [encodeBase64url(JSON.stringify(header)), ...rest].join('.')
  },
})
const form = (change: Record<string, string | undefined>): Bend => ({
  form: (fields) => {
    Object.assign(fields, change)
    for (const [name, value] of Object.entries(change)) if (value === undefined) delete fields[name]
  },
})
const plaintext = (text: string | Uint8Array): Bend => ({
  recipient: changing({ plaintext: text }),
})

const rows: ResponseRow[] = refusalsOf({
  'RP-49 jwe_alg_dir': { dir: jweHeader({ alg: 'dir' }) },
  'RP-49 jwe_alg_rsa1_5': { RSA1_5: jweHeader({ alg: 'RSA1_5' }) },
  'RP-49 jwe_alg_rsa_oaep': { 'RSA-OAEP': jweHeader({ alg: 'RSA-OAEP' }) },
  'RP-49 jwe_alg_unsupported': {
    'an unknown algorithm': jweHeader({ alg: 'X' }),
    'no algorithm': jweHeader({ alg: undefined }),
  },
  'RP-49 jwe_enc_unsupported': { 'an unknown content encryption': jweHeader({ enc: 'A192GCM' }) },
  'RP-49 jwe_zip': { compression: jweHeader({ zip: 'DEF' }) },
  'RP-49 jwe_crit': { 'a crit header': jweHeader({ crit: ['x'] }) },
  'RP-49 jwe_kid_mismatch': { 'an unknown kid': jweHeader({ kid: 'x' }) },
  'RP-49 jwe_epk_invalid': {
    'an epk on another curve': jweHeader({ epk: { kty: 'EC', crv: 'P-384' } }),
    'no epk': jweHeader({ epk: undefined }),
  },
  'RP-49 jwe_undecryptable': {
    'a header that was changed': jweHeader({ apu: 'AA' }),
    'a response encrypted to another key': {
      recipient: changing({ recipient: { ...other.publicJwk, kid: fixture.decrypter.kid } }),
    },
  },
  'RP-49 jwe_enc_unpublished': { 'an unpublished encryption': { recipient: changing({ enc: 'A128GCM' }) } },
  'RP-49 response_protection_mismatch': { 'a signed response that is not encrypted': { protection: 'signed' } },
  'RP-49 response_jwt_malformed': { 'a JWT of two parts': form({ response: 'a.b' }) },
  'GEN-23 jwe_malformed': { 'a JWE that is not base64url': form({ response: '!.!.!.!.!' }) },
  'GEN-23 json_malformed': {
    'a JWE header that is not JSON': form({ response: `${encodeBase64url('{')}....` }),
    'a plaintext that is not JSON': plaintext('{'),
  },
  'GEN-23 response_not_text': { 'a plaintext that is not UTF-8': plaintext(Uint8Array.of(0xff, 0xfe)) },
  'GEN-28 json_duplicate_member': { 'a doubled member': plaintext('{"state":"a","state":"b"}') },
  'GEN-23 json_too_deep': {
    'a plaintext that is nested too deeply': plaintext(`{"a":${'['.repeat(99)}${']'.repeat(99)}}`),
  },
  'RP-52 response_missing': { 'no response': form({ response: undefined }) },
  'RP-52 response_ambiguous': {
    'a response and a vp_token': form({ vp_token: 'x' }),
    'a response and an error': form({ error: 'access_denied', state: 'x' }),
  },
  'RP-83 error_missing': {
    'an error description without error': form({ response: undefined, error_description: 'x' }),
  },
  'RP-83 error_malformed': { 'an error that is not ASCII': form({ response: undefined, error: 'à', state: 'x' }) },
  'RP-50 state_missing': {
    'an error without state': form({ response: undefined, error: 'access_denied' }),
    'no state': { members: changing({ state: undefined }) },
  },
  'RP-50 state_unknown': {
    'an error with an unknown state': form({ response: undefined, error: 'a', state: 'x' }),
    'an unknown state': { members: changing({ state: 'x' }) },
  },
  'RP-50 state_mismatch': { 'another state beside the response': form({ state: 'x' }) },
  'RP-48 response_mode_mismatch': { 'a plain response': { protection: 'plain' } },
})
for (const row of rows) test(`${row[0]} refuses ${row[1]}`, () => refusesResponse(fixture, row))

test('RP-10 accepts the requested protection: encrypted, signed and encrypted, signed, plain', async () => {
  const protections = {
    encrypted: ['encrypted', 'signed_encrypted'],
    signed: ['signed'],
    signed_encrypted: ['signed_encrypted'],
  }
  for (const variant of ['dcql', 'scope']) {
    const query = `variant=${variant}&flow=cross-device`
    for (const protection of ['encrypted', 'signed', 'signed_encrypted'] as const) {
      const at = await relyingPartyFixture({ config: { responseProtections: protections[protection] } })
      const { response } = await present(at, { query, bend: { protection } })
      assert.equal(response.status, 200, await response.text())
    }
    const plain = await relyingPartyFixture({ config: { responseModes: ['direct_post'] } })
    const { response, request } = await present(plain, { query })
    assert.equal(request.payload.response_mode, 'direct_post')
    assert.equal(response.status, 200, await response.text())
    await refusesResponse(plain, ['RP-48', '', { protection: 'encrypted' }, 'response_mode_mismatch'], [variant])
  }
})

test('RP-49 the refusal of a protection names the metadata parameter of the accepted protection', async () => {
  const stated = 'metadata.authorization_encrypted_response_alg'
  const signed = 'metadata.authorization_signed_response_alg'
  for (const [responseProtections, protection, member] of [
    [undefined, 'signed', stated],
    [['encrypted', 'signed'], 'signed', stated],
    [['signed'], 'signed_encrypted', stated],
    [['signed', 'signed_encrypted'], 'encrypted', signed],
    [['encrypted'], 'signed_encrypted', signed],
  ] as const) {
    const at = await relyingPartyFixture({ config: { responseProtections } })
    const { response } = await present(at, { bend: { protection } })
    await assertRefused(at, response, ['RP-49', 'response_protection_mismatch', 400])
    assert.equal(at.sink.lastRefusal()?.checks.at(-1)?.at, member)
  }
})

test('RP-15 RP-72 RP-73 RP-74 RP-87 the answer is JSON with an attested URI and a fresh code', async () => {
  const codes = new Set<string>()
  for (let count = 0; count < 20; count += 1) {
    const { response } = await present(fixture)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/json')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const body = await bodyOf(response)
    assert.deepEqual(Object.keys(body), ['redirect_uri'])
    const [attested, code = ''] = body.redirect_uri.split('?response_code=')
    assert.equal(attested, `${rpId}/presentation-result`)
    assert.ok(Buffer.from(code, 'base64url').length >= 16)
    codes.add(code)
  }
  assert.equal(codes.size, 20)
  for (const id of ['RP-15', 'RP-72', 'RP-73', 'RP-74']) observeOutput(id)
})

const begin = async (at: RelyingPartyFixture) => {
  const started = await start(at)
  return { started, request: await requestObjectOf(await fetchRequest(at, started)), wallet: await testWallet(at) }
}

test('RP-51 a session accepts one response, and none after expiry or rejection', async () => {
  const at = await relyingPartyFixture()
  const over = ['RP-51', 'session_over', 400] as const
  const { request, wallet, started } = await begin(at)
  const first = await answerForm(at, wallet, request)
  assert.equal((await post(at, first)).status, 200)
  await assertRefused(at, await post(at, first), ['RP-51', 'session_over', 400])
  await assertRefused(at, await post(at, { error: 'access_denied', state: request.payload.state }), over)
  assert.equal((await at.stores.presentationSessions.find(started.id))?.status, 'completed')

  const late = await begin(at)
  at.clock.advance(300)
  await assertRefused(at, await post(at, await answerForm(at, late.wallet, late.request)), over)

  const rejected = await begin(at)
  const answer = await post(at, {
    error: 'access_denied',
    error_description: 'no',
    state: rejected.request.payload.state,
  })
  assert.deepEqual([answer.status, await answer.json()], [200, {}])
  await assertRefused(at, await post(at, await answerForm(at, rejected.wallet, rejected.request)), over)
})

test('RP-83 RP-92 the refusal of a request without an application gets no redirect_uri, on either device', async () => {
  for (const flow of ['same-device', 'cross-device']) {
    const started = await start(fixture, `variant=dcql&flow=${flow}`)
    const request = await requestObjectOf(await fetchRequest(fixture, started))
    const posted = await post(fixture, { error: 'access_denied', state: request.payload.state })
    assert.deepEqual([posted.status, await posted.json()], [200, {}], flow)
  }
})

test('RP-18 RP-83 a wallet’s refusal is accepted in both modes, plain or inside the JWT, and ends the session', async () => {
  for (const mode of ['direct_post', 'direct_post.jwt']) {
    const at = await relyingPartyFixture({ config: { responseModes: [mode] } })
    const { started, request } = await begin(at)
    const response = await post(at, { error: 'access_denied', error_description: 'no', state: request.payload.state })
    assert.equal(response.status, 200)
    const session = await at.stores.presentationSessions.find(started.id)
    assert.deepEqual([session?.status, session?.rejection], ['rejected', 'access_denied'])
    assert.equal((await started.browser.get(`${rpId}/session-state?id=${started.id}`)).status, 401)
  }
  const { started, request, wallet } = await begin(fixture)
  const sealed = JSON.stringify({ error: 'invalid_request', state: request.payload.state })
  await post(fixture, await answerForm(fixture, wallet, request, plaintext(sealed)))
  assert.equal((await fixture.stores.presentationSessions.find(started.id))?.rejection, 'invalid_request')
})

test('RP-50 RP-66 a presentation for one session is refused by another, and changes neither', async () => {
  const one = await begin(fixture)
  const two = await begin(fixture)
  const crossed = {
    header: one.request.header,
    jwt: one.request.jwt,
    payload: { ...one.request.payload, state: two.request.payload.state },
  }
  await assertRefused(fixture, await post(fixture, await answerForm(fixture, one.wallet, crossed)), [
    'RP-66',
    'nonce_mismatch',
    403,
  ])
  for (const { started } of [one, two])
    assert.equal((await fixture.stores.presentationSessions.find(started.id))?.status, 'fetched')
})

test('RP-54 RP-59 GEN-06 refusals contain only error and error_description, without any secret', async () => {
  const faults: [Bend, number][] = [
    [form({ response: 'a.b' }), 400],
    [{ credential: changing({ exp: 1 }, 'plain') }, 400],
    [{ binding: changing({ nonce: 'x' }) }, 403],
    [{ credential: changing({ status: { status_list: { idx: 0, uri: 'https://nowhere.example/1' } } }, 'plain') }, 503],
  ]
  for (const [bend, status] of faults) {
    const { response, request } = await present(fixture, { bend })
    const text = await response.text()
    const body = JSON.parse(text)
    assert.equal(response.status, status)
    assert.deepEqual(Object.keys(body), ['error', 'error_description'])
    assert.equal(body.error, status === 503 ? 'temporarily_unavailable' : 'invalid_request')
    assert.equal(response.headers.get('content-type'), 'application/json')
    for (const secret of [request.payload.state, request.payload.nonce, 'Ada', 'Rossi'])
      assert.ok(!containsWord(text, String(secret)))
  }
  for (const id of ['RP-54', 'RP-59', 'GEN-06']) observeOutput(id)
})

test('GEN-24 no decision contains a claim value, a token or a nonce', async () => {
  const at = await relyingPartyFixture()
  const { request, response } = await present(at)
  const kept = JSON.stringify(at.sink.decisions)
  assert.doesNotMatch(kept, /\bAda\b/)
  const secrets = ['RSSDAA', request.payload.nonce, request.payload.state, (await bodyOf(response)).redirect_uri]
  for (const secret of secrets) assert.ok(!kept.includes(secret), secret)
})
