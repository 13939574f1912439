import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, expectSuccess, refuses } from '../../test/support/refuses.ts'
import { failed, type Json, type JsonObject } from '../base/index.ts'
import { describeClaims, pid } from '../credential/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import {
  createAuthorizationServerMetadata,
  createDiscoveredIssuerMetadata,
  createDiscoveredServerMetadata,
  createIssuerMetadata,
  type IssuerMetadataInput,
  parseIssuerMetadata,
} from './issuer-metadata.ts'

const input: IssuerMetadataInput = {
  issuer: 'https://pid.example',
  authorizationEndpoint: 'https://pid.example/a',
  tokenEndpoint: 'https://pid.example/b?x=1',
  pushedAuthorizationRequestEndpoint: 'https://pid.example/c',
  credentialEndpoint: 'https://pid.example/d',
  nonceEndpoint: 'https://pid.example/e',
  algorithms: defaultAlgorithms,
  type: pid,
  display: [
    {
      name: 'PID',
      locale: 'it-IT',
      logo: { url: 'https://pid.example/logo.svg', alt_text: 'logo' },
      background_color: '#ffffff',
      text_color: '#000000',
    },
  ],
  keys: [
    { kty: 'EC', crv: 'P-384', x: 'x', y: 'y', kid: 'k', alg: 'ES384' },
    { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'retired', alg: 'ES256' },
  ],
  documentKeys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'd', alg: 'ES256', x5c: [] }],
}
const metadata = JSON.parse(JSON.stringify(createIssuerMetadata(input))) as JsonObject
const policy = {
  issuer: 'https://pid.example',
  credentialType: 'eu.eudiw.pid.it',
  algorithms: defaultAlgorithms,
  urls: { loopbackHttp: false },
}
const parse = (change: Record<string, Json | undefined> = {}) =>
  parseIssuerMetadata({ openid_credential_issuer: { ...metadata, ...change } as JsonObject }, policy)

test('PP-35 the metadata have the members of the specification', () => {
  const { credentials_supported: credentials, ...rest } = metadata
  for (const [name, value] of Object.entries({
    credential_issuer: input.issuer,
    authorization_endpoint: input.authorizationEndpoint,
    token_endpoint: input.tokenEndpoint,
    pushed_authorization_request_endpoint: input.pushedAuthorizationRequestEndpoint,
    credential_endpoint: input.credentialEndpoint,
    dpop_signing_alg_values_supported: ['ES256', 'ES384', 'ES512'],
  }))
    assert.deepEqual(rest[name], value, name)
  assert.deepEqual(Object.keys(credentials as object), ['eu.eudiw.pid.it', 'eu.europa.ec.eudiw.pid.1'])
})

test('PP-02, PP-36, PP-37 each entry of credentials_supported has its format, binding, display and claims', () => {
  for (const entry of Object.values(metadata.credentials_supported as Record<string, JsonObject>)) {
    assert.ok(entry.format === 'vc+sd-jwt' || entry.format === 'mso_mdoc')
    assert.deepEqual(entry.cryptographic_binding_methods_supported, ['jwk'])
    assert.deepEqual(entry.cryptographic_suites_supported, ['ES256', 'ES384', 'ES512'])
    assert.deepEqual(entry.display, input.display)
    const definition = entry.credential_definition as { type: string[]; credentialSubject: Record<string, JsonObject> }
    assert.deepEqual(definition.type, ['eu.eudiw.pid.it'])
    assert.deepEqual(Object.keys(definition.credentialSubject), [
      'given_name',
      'family_name',
      'birthdate',
      'place_of_birth',
      'unique_id',
      'tax_id_number',
    ])
    for (const claim of Object.values(definition.credentialSubject)) {
      assert.equal(claim.mandatory, true)
      const display = claim.display as { name: string; locale: string }[]
      assert.deepEqual(
        display.map(({ locale }) => locale),
        ['it-IT', 'en-US'],
      )
      for (const { name } of display) assert.ok(name.length > 0)
    }
  }
})

test('PP-02 PP-26 RSA keys can bind an SD-JWT, but not an mdoc', () => {
  const algorithms = ['ES256', 'RS256', 'PS256'] as const
  const { credentials_supported: entries, credential_configurations_supported: configured } = createIssuerMetadata({
    ...input,
    algorithms,
  }) as Record<string, Record<string, JsonObject>>
  for (const [name, expected] of [
    [pid.credentialType, algorithms],
    [pid.doctype, ['ES256']],
  ] as const) {
    assert.deepEqual(entries?.[name]?.cryptographic_suites_supported, expected)
    const proofs = { jwt: { proof_signing_alg_values_supported: expected } }
    assert.deepEqual(configured?.[name]?.proof_types_supported, proofs)
  }
})

test('PP-39 the metadata of the issuer and of its authorization server have the additional members', () => {
  assert.equal(metadata.authorization_response_iss_parameter_supported, true)
  assert.deepEqual(metadata.jwks, { keys: [...input.keys, ...(input.documentKeys ?? [])] })
  const configured = metadata.credential_configurations_supported as Record<string, JsonObject>
  const methods = Object.values(configured).map((entry) => [
    entry.cryptographic_binding_methods_supported,
    entry.credential_signing_alg_values_supported,
  ])
  assert.deepEqual(methods, [
    [['jwk'], ['ES384']],
    [['cose_key'], ['ES256']],
  ])
  assert.equal(configured['eu.eudiw.pid.it']?.vct, 'eu.eudiw.pid.it')
  assert.equal(configured['eu.europa.ec.eudiw.pid.1']?.doctype, 'eu.europa.ec.eudiw.pid.1')
  // OpenID4VCI D13 §A.3.2: claims by name. Readers interpret a list of paths beside `vc+sd-jwt` as draft 15.
  assert.deepEqual(configured['eu.eudiw.pid.it']?.claims, describeClaims(pid))
  const server = createAuthorizationServerMetadata(input)
  assert.equal(server.issuer, input.issuer)
  assert.equal(server.authorization_response_iss_parameter_supported, true)
  assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
})

test('PP-121 the discovered metadata have the configurations of the final text, each with a scope', () => {
  const discovered = JSON.parse(JSON.stringify(createDiscoveredIssuerMetadata(input))) as JsonObject
  const { credential_configurations_supported: all, ...others } = discovered
  const { credential_configurations_supported: draft13, ...same } = metadata
  assert.deepEqual(others, same)
  const configured = all as Record<string, JsonObject>
  const { [pid.credentialType]: draftSdJwt, [pid.doctype]: draftMdoc } = draft13 as Record<string, JsonObject>
  const { credential_signing_alg_values_supported: _, ...otherMembers } = draftMdoc ?? {}
  assert.deepEqual([configured[pid.credentialType], configured[pid.doctype]], [draftSdJwt, otherMembers])
  const [sdJwt, mdoc] = [configured['dc_sd_jwt_eu.eudiw.pid.it'], configured['mso_mdoc_eu.europa.ec.eudiw.pid.1']]
  assert.deepEqual([sdJwt?.format, sdJwt?.vct], ['dc+sd-jwt', 'eu.eudiw.pid.it'])
  assert.deepEqual([mdoc?.format, mdoc?.doctype], ['mso_mdoc', 'eu.europa.ec.eudiw.pid.1'])
  assert.deepEqual(mdoc?.credential_signing_alg_values_supported, [-7])
  assert.ok(sdJwt)
  const { claims, display } = sdJwt.credential_metadata as { claims: { path: string[] }[]; display: JsonObject[] }
  assert.deepEqual(
    claims.map(({ path }) => path),
    Object.keys(pid.claims).map((name) => [name]),
  )
  assert.deepEqual(display[0]?.logo, { uri: input.display[0]?.logo.url, alt_text: input.display[0]?.logo.alt_text })
  const nested = JSON.stringify(createDiscoveredIssuerMetadata({ ...input, claimsPath: ['verified_claims', 'claims'] }))
  assert.ok(nested.includes('"path":["verified_claims","claims","given_name"]'))
  const { scopes_supported, ...server } = createDiscoveredServerMetadata(input)
  assert.deepEqual(server, createAuthorizationServerMetadata(input))
  assert.deepEqual(scopes_supported, ['dc_sd_jwt_eu.eudiw.pid.it', 'mso_mdoc_eu.europa.ec.eudiw.pid.1'])
  assert.deepEqual([sdJwt.scope, mdoc?.scope], scopes_supported)
})

test('PP-39 metadata that list authentication by attestation also list its algorithms', () => {
  const server = createAuthorizationServerMetadata(input)
  assert.ok((server.token_endpoint_auth_methods_supported as string[]).includes('attest_jwt_client_auth'))
  assert.deepEqual(server.client_attestation_signing_alg_values_supported, input.algorithms)
  assert.deepEqual(server.client_attestation_pop_signing_alg_values_supported, input.algorithms)
})

test('WI-35 the wallet takes every endpoint from the metadata', () => {
  assert.deepEqual(expectSuccess(parse()), {
    issuer: 'https://pid.example',
    authorizationEndpoint: 'https://pid.example/a',
    tokenEndpoint: 'https://pid.example/b?x=1',
    pushedAuthorizationRequestEndpoint: 'https://pid.example/c',
    credentialEndpoint: 'https://pid.example/d',
    dpopAlgorithms: ['ES256', 'ES384', 'ES512'],
    display: input.display,
  })
  expectSuccess(parse({ nonce_endpoint: undefined }))
  assert.deepEqual(expectSuccess(parse({ dpop_signing_alg_values_supported: ['X', 'ES384'] })).dpopAlgorithms, [
    'ES384',
  ])
})

test('WI-35 OAuth members that the issuer lacks are taken from its authorization server', () => {
  const names = ['authorization_endpoint', 'token_endpoint', 'pushed_authorization_request_endpoint']
  const issuer = Object.fromEntries(Object.entries(metadata).filter(([name]) => !names.includes(name)))
  const server = JSON.parse(JSON.stringify(createAuthorizationServerMetadata(input))) as JsonObject
  const read = parseIssuerMetadata({ openid_credential_issuer: issuer, oauth_authorization_server: server }, policy)
  assert.equal(expectSuccess(read).tokenEndpoint, 'https://pid.example/b?x=1')
})

test('WI-35 a refusal names the metadata that contain the faulty member', () => {
  const { token_endpoint, dpop_signing_alg_values_supported, ...issuer } = metadata
  const server = { issuer: 'https://pid.example', token_endpoint, dpop_signing_alg_values_supported } as JsonObject
  for (const [change, at] of [
    [{ token_endpoint: 'http://pid.example/' }, 'oauth_authorization_server.token_endpoint'],
    [{ token_endpoint: 1 }, 'oauth_authorization_server.token_endpoint'],
    [{ dpop_signing_alg_values_supported: ['none'] }, 'oauth_authorization_server.dpop_signing_alg_values_supported'],
    [{ credential_endpoint: 'x' }, 'openid_credential_issuer.credential_endpoint'],
  ] as const) {
    const changed = { ...server, ...change }
    const own = 'credential_endpoint' in change ? { ...issuer, ...change } : issuer
    const read = parseIssuerMetadata({ openid_credential_issuer: own, oauth_authorization_server: changed }, policy)
    assert.equal(failed(read) && read.at, `metadata.${at}`)
  }
})

test('WI-06 uses nothing of an authorization server with another issuer', () => {
  const { token_endpoint: _, ...issuer } = metadata
  const server = JSON.parse(JSON.stringify(createAuthorizationServerMetadata(input))) as JsonObject
  const read = (change: JsonObject) =>
    parseIssuerMetadata(
      { openid_credential_issuer: issuer, oauth_authorization_server: { ...server, ...change } },
      policy,
    )
  assert.equal(codeOf(read({ issuer: 'https://x.example' })), 'issuer_metadata_malformed')
  assert.equal(codeOf(read({})), 'accepted')
  const unused = { openid_credential_issuer: metadata, oauth_authorization_server: { issuer: 'https://x.example' } }
  assert.equal(codeOf(parseIssuerMetadata(unused, policy)), 'accepted')
})

test('WI-34 finds the PID among credentials that are described in other ways', () => {
  const pid = (metadata.credentials_supported as JsonObject)[policy.credentialType] as Json
  const others: Record<string, Json> = {
    draft12: { format: 'vc+sd-jwt', credential_definition: { vct: 'https://pid.example/card', claims: {} } },
    earlier: { formats: { ldp_vc: { types: ['VerifiableCredential', 'Card'] } } },
    one_type: { format: 'jwt_vc_json', credential_definition: { type: 'Card' } },
    no_display: { format: 'vc+sd-jwt', vct: 'x', display: null, credential_definition: null },
    no_object: null,
    a_text: 'Card',
  }
  for (const [name, other] of Object.entries(others)) {
    const read = parse({ credentials_supported: { [name]: other, pid } })
    assert.ok(!failed(read), name)
    assert.deepEqual(read.display, input.display)
  }
  assert.equal(codeOf(parse({ credentials_supported: others })), 'credential_type_missing')
})

const faults: readonly (readonly [id: string, what: string, change: Record<string, Json | undefined>, code: string])[] =
  [
    ['WI-06', 'another issuer', { credential_issuer: 'https://x.example' }, 'issuer_mismatch'],
    ['WI-35', 'no token endpoint', { token_endpoint: undefined }, 'issuer_metadata_malformed'],
    ['WI-35', 'no authorization endpoint', { authorization_endpoint: undefined }, 'issuer_metadata_malformed'],
    ['WI-35', 'no PAR endpoint', { pushed_authorization_request_endpoint: undefined }, 'issuer_metadata_malformed'],
    ['WI-35', 'no credential endpoint', { credential_endpoint: undefined }, 'issuer_metadata_malformed'],
    ['GEN-19', 'a token endpoint by http', { token_endpoint: 'http://pid.example/' }, 'endpoint_malformed'],
    ['GEN-19', 'a nonce endpoint that is not a URL', { nonce_endpoint: 'x' }, 'endpoint_malformed'],
    ['WI-45', 'no usable algorithm', { dpop_signing_alg_values_supported: ['none', 'HS256'] }, 'dpop_alg_unsupported'],
    ['WI-34', 'no PID', { credentials_supported: {} }, 'credential_type_missing'],
    [
      'WI-34',
      'the PID with its type as a text',
      { credentials_supported: { x: { format: 'vc+sd-jwt', credential_definition: { type: policy.credentialType } } } },
      'credential_type_missing',
    ],
    [
      'WI-34',
      'the PID without a format',
      { credentials_supported: { x: { credential_definition: { type: [policy.credentialType] } } } },
      'credential_type_missing',
    ],
    ['WI-34', 'credentials_supported as an array', { credentials_supported: [] }, 'issuer_metadata_malformed'],
  ]
for (const [id, what, change, code] of faults) refuses(id, `metadata with ${what}`, () => parse(change), code)
