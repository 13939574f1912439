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
