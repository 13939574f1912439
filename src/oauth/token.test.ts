import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../test/support/cases.ts'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import type { JsonObject } from '../base/index.ts'
import { formatSdJwt } from '../credential/formats.ts'
import { createAuthorizationDetail } from './authorization-details.ts'
import { parseErrorResponse } from './error-response.ts'
import { createTokenRequestForm, parseTokenRequestForm } from './token-request.ts'
import { createTokenResponse, parseTokenResponse } from './token-response.ts'

const request = {
  client_id: 'thumb',
  code: 'c',
  redirect_uri: 'https://wallet.example/cb',
  code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  client_assertion: 'a.b.c',
}
const form = createTokenRequestForm(request)
const parse = (change: Record<string, string | undefined> = {}) =>
  parseTokenRequestForm(
    new Map(Object.entries({ ...form, ...change }).filter((pair): pair is [string, string] => pair[1] !== undefined)),
  )

test('WI-43 the form has exactly the seven fields of the specification', () => {
  assert.deepEqual(form, {
    ...request,
    grant_type: 'authorization_code',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  })
  assert.deepEqual(expectSuccess(parse({ extra: 'x' })), request)
})

test('PP-16 a client that authenticates by headers can omit client_id (RFC 6749 §4.1.3)', () => {
  const { client_id, client_assertion, client_assertion_type, ...bare } = form
  const byHeaders = (sent: Readonly<Record<string, string>>) =>
    expectSuccess(parseTokenRequestForm(new Map(Object.entries(sent)), 'headers')).client_id
  assert.equal(byHeaders(bare), undefined)
  assert.equal(byHeaders({ ...bare, client_id: 'thumb' }), 'thumb')
})

const support = { formats: [formatSdJwt] as const, credentialType: 'eu.eudiw.pid.it', doctype: 'd' }
const details = [createAuthorizationDetail(formatSdJwt, support)]
const response = createTokenResponse({
  accessToken: 'a.b.c',
  expiresIn: 300,
  cNonce: 'n'.repeat(32),
  cNonceExpiresIn: 120,
  authorizationDetails: details,
}) as JsonObject

test('PP-20, PP-76 the response has the five members and the granted details', () => {
  assert.deepEqual(response, {
    access_token: 'a.b.c',
    token_type: 'DPoP',
    expires_in: 300,
    c_nonce: 'n'.repeat(32),
    c_nonce_expires_in: 120,
    authorization_details: details,
  })
  assert.deepEqual(expectSuccess(parseTokenResponse(response)), response)
})

for (const name of ['access_token', 'token_type', 'expires_in', 'c_nonce', 'c_nonce_expires_in'])
  refuses(
    'WI-48',
    `a response without ${name}`,
    () => parseTokenResponse(Object.fromEntries(Object.entries(response).filter(([key]) => key !== name))),
    'token_response_malformed',
  )
for (const [id, title, value, code] of refusalsOf({
  'WI-48 token_type_mismatch': { 'a Bearer token': () => parseTokenResponse({ ...response, token_type: 'Bearer' }) },
  'WI-48 token_response_malformed': {
    'expires_in as text': () => parseTokenResponse({ ...response, expires_in: '300' }),
    'a fraction of a second': () => parseTokenResponse({ ...response, expires_in: 1.5 }),
  },
}))
  refuses(id, title, value, code)

test('WI-48 token_type is compared without regard to letter case (RFC 6749 §5.1)', () => {
  expectSuccess(parseTokenResponse({ ...response, token_type: 'dpop' }))
})

test('WI-53 an error answer is read with its fresh c_nonce', () => {
  const body = { error: 'invalid_proof', error_description: 'x', c_nonce: 'n', c_nonce_expires_in: 60, more: 1 }
  assert.deepEqual(expectSuccess(parseErrorResponse(body)), body)
})
test('WI-42 WI-53 D-358 an error is read with any other members, and malformed members are left out', () => {
  const whole = { error: 'invalid_proof', error_description: 'x', c_nonce: 'n', c_nonce_expires_in: 60 }
  const read = (changes: JsonObject) => expectSuccess(parseErrorResponse({ ...whole, ...changes }))
  assert.deepEqual(read({ error_description: null, error_uri: null }).c_nonce, 'n')
  assert.deepEqual(read({ c_nonce_expires_in: '60' }).c_nonce, 'n')
  assert.equal(read({ error_description: null }).error_description, undefined)
  for (const c_nonce of [null, '', 7]) assert.equal(read({ c_nonce }).c_nonce, undefined)
  assert.equal(read({ c_nonce: null }).error, 'invalid_proof')
})
for (const error of [null, '', 7, undefined])
  refuses(
    'WI-42',
    `an error answer whose error is ${error}`,
    () => parseErrorResponse({ error, error_description: 'x' } as JsonObject),
    'error_response_malformed',
  )
refuses('WI-53', 'an error answer without error', () => parseErrorResponse({ detail: 'x' }), 'error_response_malformed')
