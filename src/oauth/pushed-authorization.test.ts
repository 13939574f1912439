import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import type { JsonObject } from '../base/index.ts'
import {
  createPushedAuthorizationForm,
  createPushedAuthorizationResponse,
  createRequestUri,
  parsePushedAuthorizationForm,
  parsePushedAuthorizationResponse,
} from './pushed-authorization.ts'

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const form = createPushedAuthorizationForm({
  client_id: 'thumbprint',
  code_challenge: challenge,
  request: 'a.b.c',
  attestation: 'd.e.f',
})
const parse = (change: Record<string, string | undefined> = {}) =>
  parsePushedAuthorizationForm(
    new Map(Object.entries({ ...form, ...change }).filter((pair): pair is [string, string] => pair[1] !== undefined)),
  )

test('WI-36 the form has exactly the seven fields of the specification', () => {
  assert.deepEqual(form, {
    response_type: 'code',
    client_id: 'thumbprint',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    request: 'a.b.c',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation',
    client_assertion: 'd.e.f',
  })
})

test('PP-03 reads the form, and ignores unknown fields', () => {
  const read = expectSuccess(parse({ scope: 'x', dpop_jkt: 'j' }))
  assert.deepEqual(read, {
    client_id: 'thumbprint',
    code_challenge: challenge,
    request: 'a.b.c',
    client_assertion_type: form.client_assertion_type,
    client_assertion: 'd.e.f',
  })
  const later = 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation'
  assert.equal(expectSuccess(parse({ client_assertion_type: later })).client_assertion_type, later)
})

const faults: readonly (readonly [id: string, name: string, value: string | undefined, code: string])[] = [
  ['PP-03', 'response_type', undefined, 'response_type_missing'],
  ['PP-03', 'response_type', 'token', 'response_type_unsupported'],
  ['PP-03', 'response_type', 'code id_token', 'response_type_unsupported'],
  ['PP-03', 'client_id', undefined, 'client_id_missing'],
  ['PP-03', 'code_challenge', undefined, 'code_challenge_missing'],
  ['PP-52', 'code_challenge', 'short', 'code_challenge_malformed'],
  ['PP-03', 'code_challenge_method', undefined, 'code_challenge_method_missing'],
  ['PP-06', 'code_challenge_method', 'plain', 'code_challenge_method_unsupported'],
  ['PP-06', 'code_challenge_method', 's256', 'code_challenge_method_unsupported'],
  ['PP-03', 'request', undefined, 'request_missing'],
  ['PP-41', 'client_assertion_type', undefined, 'client_assertion_type_missing'],
  ['PP-41', 'client_assertion', undefined, 'client_assertion_missing'],
  ['PP-49', 'request_uri', 'urn:ietf:params:oauth:request_uri:x', 'request_uri_present'],
]
for (const [id, name, value, code] of faults)
  refuses(id, `a form whose ${name} is ${value ?? 'missing'}`, () => parse({ [name]: value }), code)

test('PP-10 the wallet reads the response that the provider creates', () => {
  const requestUri = createRequestUri(seededRandom('par'))
  assert.match(requestUri, /^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{43}$/)
  const response = createPushedAuthorizationResponse(requestUri, 60)
  assert.deepEqual(response, { request_uri: requestUri, expires_in: 60 })
  assert.deepEqual(expectSuccess(parsePushedAuthorizationResponse(response as unknown as JsonObject)), response)
})

for (const [what, body] of [
  ['no request_uri', { expires_in: 60 }],
  ['an empty request_uri', { request_uri: '', expires_in: 60 }],
  ['no expires_in', { request_uri: 'urn:x' }],
  ['expires_in as text', { request_uri: 'urn:x', expires_in: '60' }],
  ['expires_in zero', { request_uri: 'urn:x', expires_in: 0 }],
] as const)
  refuses('WI-39', `a response with ${what}`, () => parsePushedAuthorizationResponse(body), 'par_response_malformed')
