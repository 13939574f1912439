import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../../test/support/refuses.ts'
import {
  created,
  definition,
  encryptionKey,
  publicJwk,
  settings,
  strict,
} from '../../../test/support/relying-party-settings.ts'
import { failed, type JsonObject } from '../../base/index.ts'
import { createRelyingPartyMetadata, type RelyingPartySettings } from '../index.ts'

const rows: readonly (readonly [id: string, title: string, change: object, code: string])[] = [
  ['RP-21', 'an http client_id', { clientId: 'http://rp.example' }, 'client_id_invalid'],
  ['RP-21', 'a client_id with query', { clientId: 'https://rp.example?a' }, 'client_id_invalid'],
  ['RP-21', 'no client_name', { clientName: ' ' }, 'client_name_missing'],
  ['RP-22', 'an http request_uri', { requestUris: ['http://rp.example/request'] }, 'request_uri_invalid'],
  ['RP-22', 'no request_uri', { requestUris: [] }, 'request_uri_invalid'],
  ['RP-23', 'an http response_uri', { responseUris: ['http://rp.example/r'] }, 'response_uri_invalid'],
  ['RP-23', 'a redirect_uri with fragment', { redirectUris: ['https://rp.example/#a'] }, 'redirect_uri_invalid'],
  ['RP-24', 'alg none', { signedResponseAlg: 'none' }, 'signed_response_alg_unsupported'],
  ['RP-24', 'a MAC', { signedResponseAlg: 'HS256' }, 'signed_response_alg_unsupported'],
  ['RP-27', 'RSA1_5', { responseEncryption: { alg: 'RSA1_5', enc: 'A256GCM' } }, 'encrypted_response_alg_forbidden'],
  [
    'RP-27',
    'RSA-OAEP',
    { responseEncryption: { alg: 'RSA-OAEP', enc: 'A256GCM' } },
    'encrypted_response_alg_forbidden',
  ],
  ['RP-25', 'no SD-JWT algorithm', { sdJwtAlgorithms: [] }, 'sd_jwt_algorithms_missing'],
  ['RP-25', 'a MAC for SD-JWT', { sdJwtAlgorithms: ['HS256'] }, 'sd_jwt_algorithm_unsupported'],
  ['RP-27', 'dir', { responseEncryption: { alg: 'dir', enc: 'A256GCM' } }, 'encrypted_response_alg_forbidden'],
  [
    'RP-27',
    'an unknown alg',
    { responseEncryption: { alg: 'X', enc: 'A256GCM' } },
    'encrypted_response_alg_unsupported',
  ],
  [
    'RP-27',
    'an unknown enc',
    { responseEncryption: { alg: 'ECDH-ES', enc: 'X' } },
    'encrypted_response_enc_unsupported',
  ],
  ['RP-21', 'an empty list of contacts', { contacts: [] }, 'contacts_malformed'],
  ['RP-21', 'a blank contact', { contacts: ['a@rp.example', ' '] }, 'contacts_malformed'],
  ['RP-25', 'a MAC beside another algorithm', { sdJwtAlgorithms: ['ES256', 'HS256'] }, 'sd_jwt_algorithm_unsupported'],
  [
    'RP-23',
    'an http redirect_uri beside another',
    { redirectUris: ['https://rp.example/cb', 'http://rp.example/cb'] },
    'redirect_uri_invalid',
  ],
  ['RP-26', 'a broken definition', { presentationDefinitions: [{ id: 'x' }] }, 'definition_malformed'],
  ['RP-21', 'a key without use', { keys: [publicJwk, withoutUse()] }, 'key_use_missing'],
  ['RP-21', 'no signing key', { keys: [encryptionKey] }, 'signing_key_missing'],
  ['RP-21', 'no encryption key', { keys: [publicJwk] }, 'encryption_key_missing'],
  ['RP-21', 'a private key', { keys: [{ ...publicJwk, d: 'AA' }, encryptionKey] }, 'jwk_private'],
]
function withoutUse(): object {
  const { use: _, ...rest } = encryptionKey
  return rest
}
for (const [id, title, change, code] of rows)
  test(`${id} does not publish ${title}`, () => {
    assert.equal(codeOf(createRelyingPartyMetadata({ ...settings, ...change }, strict)), code)
  })

test('RP-01 RP-21 RP-22 RP-23 RP-24 RP-25 RP-26 RP-27 publishes its members under both names', () => {
  assert.deepEqual(created.openid_credential_verifier, {
    ...created.wallet_relying_party,
    client_registration_types: ['automatic'],
  })
  assert.deepEqual(created.wallet_relying_party, {
    client_id: 'https://rp.example',
    client_name: 'Comune',
    application_type: 'web',
    request_uris: ['https://rp.example/request'],
    response_uris_supported: ['https://rp.example/response'],
    response_uris: ['https://rp.example/response'],
    redirect_uris: ['https://rp.example/cb'],
    authorization_signed_response_alg: 'ES256',
    authorization_encrypted_response_alg: 'ECDH-ES',
    authorization_encrypted_response_enc: 'A256GCM',
    vp_formats: {
      'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384'] },
      'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384'] },
    },
    presentation_definitions_supported: [definition],
    jwks: { keys: [publicJwk, encryptionKey] },
    contacts: ['a@rp.example'],
  })
})

function formatsOf(change: Partial<RelyingPartySettings>): JsonObject {
  const metadata = createRelyingPartyMetadata({ ...settings, ...change, profile: 'it-wallet-1.4' }, strict)
  assert.ok(!failed(metadata))
  return metadata.openid_credential_verifier?.vp_formats_supported as JsonObject
}

test('RP-131 publishes no empty list of algorithms of device signatures or of Key Binding JWTs', () => {
  for (const change of [{}, { keyBindingAlgorithms: ['RS256'] }] as const) {
    const { mso_mdoc: mdoc } = formatsOf({ mdocAlgorithms: ['ES256'], ...change })
    assert.deepEqual(Object.keys(mdoc ?? {}), ['issuerauth_alg_values'])
  }
  assert.deepEqual(formatsOf({}), { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384'] } })
})
