import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  created,
  definition,
  encryptionKey,
  publicJwk,
  settings,
  strict,
} from '../../../test/support/relying-party-settings.ts'
import { failed, type JsonObject } from '../../base/index.ts'
import { algorithmsOf, keyBindingAlgorithmsOf } from '../../credential/index.ts'
import { createRelyingPartyMetadata } from '../index.ts'

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
    const metadata = createRelyingPartyMetadata({ ...settings, ...change }, strict)
    assert.equal(failed(metadata) ? metadata.code : 'accepted', code)
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

test('RP-25 publishes the algorithms of mdocs only if any is configured', () => {
  const formatsWith = (mdocAlgorithms: readonly 'ES256'[]) => {
    const metadata = createRelyingPartyMetadata({ ...settings, mdocAlgorithms, profile: 'seed' }, strict)
    assert.ok(!failed(metadata))
    return metadata.wallet_relying_party.vp_formats as JsonObject
  }
  assert.deepEqual(formatsWith(['ES256']).mso_mdoc, { alg: ['ES256'] })
  assert.equal(formatsWith([]).mso_mdoc, undefined)
})

test('RP-131 publishes the algorithms of device signatures, which can differ from those of the issuers of mdocs', () => {
  const algorithms = { mdocAlgorithms: ['ES256', 'ES384'], keyBindingAlgorithms: ['ES256'] } as const
  const metadata = createRelyingPartyMetadata({ ...settings, ...algorithms, profile: 'it-wallet-1.4' }, strict)
  assert.ok(!failed(metadata))
  const { vp_formats_supported: formats } = metadata.openid_credential_verifier ?? {}
  const { mso_mdoc: mdoc = null } = formats as JsonObject
  assert.deepEqual([...new Set(algorithmsOf(mdoc))], ['ES256', 'ES384'])
  assert.deepEqual([...new Set(keyBindingAlgorithmsOf(mdoc))], ['ES256'])
})

test('RP-131 publishes no empty list of algorithms of device signatures', () => {
  for (const keyBindingAlgorithms of [undefined, ['RS256']] as const) {
    const algorithms = { mdocAlgorithms: ['ES256'], ...(keyBindingAlgorithms && { keyBindingAlgorithms }) } as const
    const metadata = createRelyingPartyMetadata({ ...settings, ...algorithms, profile: 'it-wallet-1.4' }, strict)
    assert.ok(!failed(metadata))
    const { vp_formats_supported: formats } = metadata.openid_credential_verifier ?? {}
    assert.deepEqual(Object.keys((formats as JsonObject).mso_mdoc ?? {}), ['issuerauth_alg_values'])
  }
})

test('RP-131 publishes no empty list of algorithms of Key Binding JWTs', () => {
  const metadata = createRelyingPartyMetadata({ ...settings, profile: 'it-wallet-1.4' }, strict)
  assert.ok(!failed(metadata))
  const { vp_formats_supported: formats } = metadata.openid_credential_verifier ?? {}
  assert.deepEqual(formats, { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384'] } })
})

test('RP-27 publishes no encryption if responses are only signed, and needs no encryption key', () => {
  const signedOnly = createRelyingPartyMetadata(
    { ...settings, responseEncryption: undefined, keys: [publicJwk], profile: 'seed' },
    strict,
  )
  assert.ok(!failed(signedOnly))
  const { authorization_encrypted_response_alg, authorization_encrypted_response_enc, ...rest } =
    created.wallet_relying_party
  assert.deepEqual(signedOnly.wallet_relying_party, { ...rest, jwks: { keys: [publicJwk] } })
})
