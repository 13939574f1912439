import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../test/support/cases.ts'
import type { Metadata } from '../../federation/index.ts'
import { checkCandidateMetadata } from './candidate-metadata.ts'

const judge = (metadata: object, loopbackHttp = false) => {
  const failure = checkCandidateMetadata(metadata as Metadata, 'https://member.example', { loopbackHttp })
  return failure && `${failure.code} ${failure.at}`
}
const secure = 'https://member.example/x'

/** Faults by code and place below `metadata`. */
const refused = casesOf<object>({
  'metadata_url_insecure wallet_provider.nonce_endpoint': {
    'GEN-19 refuses an endpoint in plain http': { nonce_endpoint: 'http://member.example/nonce' },
  },
  'metadata_url_insecure wallet_relying_party.response_uris_supported[1]': {
    'GEN-19 refuses a response URI that runs a script': { response_uris_supported: [secure, 'javascript:alert(1)'] },
  },
  'metadata_url_insecure openid_credential_verifier.request_uris[0]': {
    'GEN-19 refuses a request URI with a fragment': { request_uris: [`${secure}#x`] },
  },
  'metadata_url_insecure openid_relying_party.client_id': {
    'GEN-19 refuses a client in plain http': { client_id: 'http://member.example' },
  },
  'metadata_url_insecure oauth_authorization_server.issuer': {
    'GEN-19 refuses an issuer in plain http': { issuer: 'http://member.example' },
  },
  'metadata_issuer_mismatch oauth_authorization_server.issuer': {
    'FED-124 refuses an authorization server whose issuer has an additional slash': {
      issuer: 'https://member.example/',
    },
  },
  'metadata_issuer_mismatch openid_provider.issuer': {
    'FED-124 refuses an OpenID Provider with another issuer': { issuer: 'https://other.example' },
  },
  'metadata_url_insecure wallet_solution.wallet_metadata.authorization_endpoint': {
    'GEN-19 refuses a link to a wallet in plain http': {
      wallet_metadata: { authorization_endpoint: 'http://member.example' },
    },
  },
  'metadata_url_insecure wallet_solution.wallet_metadata.credential_offer_endpoint': {
    'GEN-19 refuses a link to a wallet that runs a script': {
      wallet_metadata: { credential_offer_endpoint: 'javascript:alert(1)' },
    },
  },
  'metadata_url_insecure wallet_solution.token_endpoint': {
    'GEN-19 refuses a custom scheme in a member other than a link to a wallet': { token_endpoint: 'haip-vp://' },
  },
  'metadata_url_insecure federation_entity.homepage_uri': {
    'GEN-19 refuses a home page in plain http': { homepage_uri: 'http://member.example' },
  },
  'metadata_alg_forbidden wallet_relying_party.vp_formats.vc+sd-jwt.sd-jwt_alg_values[1]': {
    'GEN-03 refuses the algorithm none inside of a format': {
      vp_formats: { 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'none'] } },
    },
  },
  'metadata_alg_forbidden openid_credential_issuer.credentials_supported.a.credential_signing_alg_values_supported[0]':
    {
      'GEN-03 refuses a MAC inside of a credential': {
        credentials_supported: { a: { credential_signing_alg_values_supported: ['HS256'] } },
      },
    },
  'metadata_alg_forbidden openid_relying_party.introspection_signed_response_alg': {
    'GEN-03 refuses the algorithm none for signed responses of a client': { introspection_signed_response_alg: 'None' },
  },
  'metadata_alg_forbidden openid_relying_party.id_token_encrypted_response_alg': {
    'GEN-03 refuses RSA1_5': { id_token_encrypted_response_alg: 'RSA1_5' },
  },
  'metadata_alg_missing wallet_provider.token_endpoint_auth_signing_alg_values_supported': {
    'GEN-03 refuses an empty list of algorithms': { token_endpoint_auth_signing_alg_values_supported: [] },
  },
  'metadata_alg_missing wallet_relying_party.vp_formats.vc+sd-jwt.kb-jwt_alg_values': {
    'GEN-03 refuses a format without an algorithm': { vp_formats: { 'vc+sd-jwt': { 'kb-jwt_alg_values': [] } } },
  },
})
for (const [title, parameters, expected] of refused)
  test(title, () => {
    const [code = '', place = ''] = expected.split(' ')
    const [type = ''] = place.split('.')
    assert.equal(judge({ [type]: parameters }), `${code} metadata.${place}`)
  })

test('GEN-19 GEN-03 accepts https URLs, members that are not URLs, and asymmetric algorithms', () => {
  const metadata = {
    federation_entity: { homepage_uri: `${secure}#about`, contacts: ['mailto:a@member.example'] },
    wallet_relying_party: {
      request_uris: [secure],
      redirect_uris: [],
      default_acr_values: ['http://eidas.europa.eu/LoA/high'],
      vp_formats: { mso_mdoc: { deviceauth_alg_values: [-7], alg_values_supported: ['ES256'] } },
      authorization_encrypted_response_alg: 'ECDH-ES',
    },
  }
  assert.equal(judge(metadata), undefined)
  for (const type of ['oauth_authorization_server', 'openid_provider'])
    assert.equal(judge({ [type]: { issuer: 'https://member.example' } }), undefined)
  const links = { authorization_endpoint: 'haip-vp://', credential_offer_endpoint: 'openid-credential-offer://' }
  for (const type of ['wallet_solution', 'openid_wallet_provider'])
    assert.equal(judge({ [type]: { wallet_metadata: links } }), undefined, 'custom schemes that open a wallet')
  const methods = { request_authentication_methods_supported: { authorization_endpoint: ['request_object'] } }
  assert.equal(
    judge({ openid_provider: { ...methods, op_tos_uri: `${secure}#terms` } }),
    undefined,
    'names of methods by endpoint',
  )
  const page = { wallet_solution: { wallet_metadata: { authorization_endpoint: 'http://localhost:4002/wallet' } } }
  assert.equal(judge(page, true), undefined)
  const local = { wallet_provider: { nonce_endpoint: 'http://localhost:4002/nonce' } }
  assert.equal(judge(local, true), undefined)
  assert.equal(judge(local), 'metadata_url_insecure metadata.wallet_provider.nonce_endpoint')
})
