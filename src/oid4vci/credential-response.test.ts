import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../test/support/cases.ts'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import type { JsonObject } from '../base/index.ts'
import { formatMdoc, formatSdJwt } from '../oauth/index.ts'
import { type CredentialResponse, createCredentialResponse, parseCredentialResponse } from './credential-response.ts'

const response: CredentialResponse = {
  format: formatSdJwt,
  credential: 'a.b.c~',
  c_nonce: 'n'.repeat(32),
  c_nonce_expires_in: 60,
}
const body = createCredentialResponse(response) as unknown as JsonObject

test('PP-28 the response has exactly its four members, and the wallet parses it without further members', () => {
  assert.deepEqual(body, response)
  assert.deepEqual(expectSuccess(parseCredentialResponse({ ...body, notification_id: 'x' }, formatSdJwt)), response)
  assert.deepEqual(expectSuccess(parseCredentialResponse({ ...body, format: 'dc+sd-jwt' }, formatSdJwt)), response)
})

for (const name of Object.keys(response))
  refuses(
    'WI-54',
    `a response without ${name}`,
    () =>
      parseCredentialResponse(Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)), formatSdJwt),
    'credential_response_malformed',
  )
for (const [id, title, value, code] of refusalsOf({
  'WI-54 format_mismatch': {
    'another format than requested': () => parseCredentialResponse(body, formatMdoc),
    'an unknown format': () => parseCredentialResponse({ ...body, format: 'x' }, formatSdJwt),
  },
  'WI-54 credential_response_malformed': {
    'a credential that is an object': () => parseCredentialResponse({ ...body, credential: {} }, formatSdJwt),
  },
  'PP-100 credential_response_malformed': {
    'a transaction_id of a deferred credential': () => parseCredentialResponse({ transaction_id: 'x' }, formatSdJwt),
  },
}))
  refuses(id, title, value, code)
