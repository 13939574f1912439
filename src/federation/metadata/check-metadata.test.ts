import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type JsonObject } from '../../base/index.ts'
import { checkMetadata } from './check-metadata.ts'

const urls = { loopbackHttp: false }
const id = 'https://a.example'

const verdict = (type: string, parameters: JsonObject): string => {
  const fault = checkMetadata({ [type]: parameters }, urls, 'metadata')
  return failed(fault) ? `${fault.code} ${fault.at}` : 'fits'
}

const issuer = 'openid_credential_issuer'
const verifier = 'openid_credential_verifier'
const rows: readonly (readonly [type: string, parameters: JsonObject, place: string | undefined])[] = [
  [issuer, { credential_issuer: id, anything: null, scopes: { else: 1 } }, undefined],
  [issuer, {}, 'credential_issuer'],
  [issuer, { credential_issuer: null }, 'credential_issuer'],
  [issuer, { credential_issuer: '/relative' }, 'credential_issuer'],
  [issuer, { credential_issuer: [id] }, 'credential_issuer'],
  [issuer, { credential_issuer: `${id}#part` }, 'credential_issuer'],
  [issuer, { credential_issuer: id, jwks: { keys: [{ kty: 'EC' }, { kty: 'unknown' }] } }, undefined],
  [issuer, { credential_issuer: id, jwks: [] }, 'jwks'],
  [issuer, { credential_issuer: id, jwks: {} }, 'jwks.keys'],
  [issuer, { credential_issuer: id, jwks: { keys: [{ kty: 'EC' }, {}] } }, 'jwks.keys.1.kty'],
  [
    issuer,
    { credential_issuer: id, credential_configurations_supported: { pid: {} } },
    'credential_configurations_supported.pid.format',
  ],
  [issuer, { credential_issuer: id, credential_configurations_supported: [] }, 'credential_configurations_supported'],
  [verifier, { client_id: id, response_uris: [id, 'x'] }, 'response_uris.1'],
  [verifier, { client_id: id, contacts: ['a', 1] }, 'contacts.1'],
  [verifier, { client_id: id, contacts: 'a' }, 'contacts'],
  [verifier, { client_id: id, authorization_encrypted_response_alg: ['RSA-OAEP-256', 'ECDH-ES'] }, undefined],
  [verifier, { client_id: id, authorization_signed_response_alg: ['ES256', 7] }, 'authorization_signed_response_alg.1'],
  [verifier, { client_id: id, authorization_encrypted_response_enc: {} }, 'authorization_encrypted_response_enc'],
  [verifier, { client_id: id, vp_formats: { 'dc+sd-jwt': {} } }, undefined],
  [verifier, { client_id: id, vp_formats: { 'dc+sd-jwt': [] } }, 'vp_formats.dc+sd-jwt'],
  [verifier, { client_id: id, presentation_definitions_supported: [{}] }, 'presentation_definitions_supported.0.id'],
  ['federation_entity', { homepage_uri: `${id}#part`, contacts: ['a'] }, undefined],
  ['federation_entity', { homepage_uri: 'a' }, 'homepage_uri'],
  ['federation_entity', { logo_uri: [id] }, 'logo_uri'],
  ['federation_entity', { jwks: { keys: [] } }, 'jwks'],
  ['federation_entity', { organization_name: 1 }, 'organization_name'],
  ['wallet_solution', { jwks: { keys: [{ kty: 'EC' }] }, wallet_metadata: { wallet_name: 'a', more: 1 } }, undefined],
  ['wallet_solution', { jwks: { keys: [{}] } }, 'jwks.keys.0.kty'],
  [
    'wallet_solution',
    { wallet_metadata: { response_types_supported: 'vp_token' } },
    'wallet_metadata.response_types_supported',
  ],
  ['federation_entity', { federation_subordinate_events_endpoint: 'a' }, 'federation_subordinate_events_endpoint'],
  ['federation_entity', { organization_uri: 'a' }, 'organization_uri'],
  ['unknown_type', { credential_issuer: 1 }, undefined],
  ['constructor', { credential_issuer: 1 }, undefined],
]
for (const [type, parameters, place] of rows)
  test(`FED-20 ${type} ${JSON.stringify(parameters)}`, () =>
    assert.equal(
      verdict(type, parameters),
      place === undefined ? 'fits' : `metadata_schema_violated metadata.${type}.${place}`,
    ))
