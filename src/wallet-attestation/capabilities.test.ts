import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capabilities, changed, ctx, policy } from '../../test/support/attestation-request.ts'
import { Failure } from '../base/index.ts'
import { parseWalletAttestationRequest } from './attestation-request.ts'

for (const [name, value] of [
  ['vp_formats_supported', []],
  ['vp_formats_supported', { 'dc+sd-jwt': 'ES256' }],
  ['vp_formats_supported', { '': {} }],
  ['vp_formats_supported', { 'dc+sd-jwt': [] }],
  ['vp_formats_supported', null],
  ['authorization_endpoint', 'not a url'],
  ['authorization_endpoint', 1],
  ['response_types_supported', 'vp_token'],
  ['response_types_supported', ['vp_token', '']],
  ['response_types_supported', null],
  ['response_modes_supported', [1]],
  ['request_object_signing_alg_values_supported', []],
  ...[
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://wallet.example/a',
    ' https://wallet.example/a',
    'https://wallet.example/a\n',
    'https://wallet.example/à',
    'https:\\\\wallet.example',
    'https:wallet.example/a',
    'https:/wallet.example/a',
    'https:///wallet.example/a',
    'https://user@wallet.example/a',
    'https://:secret@wallet.example/a',
    'haip://user@authorize',
    'https://@wallet.example/a',
    'https://:@wallet.example/a',
    'haip://@authorize',
    'https://wallet.example/a#b',
    'haip://authorize#',
    `https://wallet.example/${'a'.repeat(2026)}`,
  ].map((endpoint) => ['authorization_endpoint', endpoint] as const),
  ...['none', 'None', 'HS256', 'hs512', 'E S256', 'ES256\n', 'a'.repeat(65)].flatMap(
    (algorithm) =>
      [
        ['request_object_signing_alg_values_supported', ['ES256', algorithm]],
        ['vp_formats_supported', { 'dc+sd-jwt': { 'kb-jwt_alg_values': ['ES256', algorithm] } }],
      ] as const,
  ),
  ['request_object_signing_alg_values_supported', [-7]],
  ['request_object_signing_alg_values_supported', Array(33).fill('ES256')],
  ['vp_formats_supported', { 'dc+sd-jwt': { 'sd-jwt_alg_values': 'ES256' } }],
  ['vp_formats_supported', { 'dc+sd-jwt': { 'sd-jwt_alg_values': { a: ['ES256'] } } }],
  ['vp_formats_supported', { 'dc+sd-jwt': { 'sd-jwt_alg_values': [['ES256']] } }],
  ['vp_formats_supported', { 'dc+sd-jwt': { 'sd-jwt_alg_values': [] } }],
  ['vp_formats_supported', { 'dc+sd-jwt': { 'sd-jwt_alg_values': Array(33).fill('ES256') } }],
  ['vp_formats_supported', { mso_mdoc: { issuerauth_alg_values: [1.5] } }],
  ['vp_formats_supported', { 'a format': {} }],
  ['vp_formats_supported', { ['a'.repeat(65)]: {} }],
  ['vp_formats_supported', Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`format${i}`, {}]))],
  ['response_types_supported', ['vp_token  id_token']],
  ['response_types_supported', [' vp_token']],
  ['response_types_supported', ['vp_token\nid_token']],
  ['response_types_supported', [`${'a'.repeat(64)} b`]],
  ['response_modes_supported', ['direct_post query']],
  ['response_types_supported', Array(33).fill('vp_token')],
  ['response_modes_supported', ['direct_post\n']],
  ['response_modes_supported', ['a'.repeat(65)]],
] as const) {
  test(`WP-57 refuses ${name} as ${JSON.stringify(value).slice(0, 100)}, and accepts its absence`, async () => {
    const result = parseWalletAttestationRequest(ctx, await changed({ [name]: value }), policy)
    assert.deepEqual(result, new Failure('capability_malformed', `assertion.payload.${name}`))
    const request = parseWalletAttestationRequest(ctx, await changed({ [name]: undefined }), policy)
    assert.ok(!(request instanceof Failure) && !Object.hasOwn(request.capabilities, name))
  })
}

for (const authorization_endpoint of [
  'https://wallet.example',
  'HTTPS://wallet.example/a?b=c',
  'eudiw:',
  'haip:',
  'haip://',
  'openid4vp://',
  'openid4vp://authorize?x=y',
  'it.wallet.app://authorize',
])
  test(`WP-57 accepts ${authorization_endpoint} as the authorization_endpoint`, async () => {
    const request = parseWalletAttestationRequest(ctx, await changed({ authorization_endpoint }), policy)
    assert.ok(!(request instanceof Failure))
    assert.deepEqual(request.capabilities, { ...capabilities, authorization_endpoint })
  })

test('WP-57 accepts a response type of several names', async () => {
  const response_types_supported = ['vp_token', 'vp_token id_token']
  const request = parseWalletAttestationRequest(ctx, await changed({ response_types_supported }), policy)
  assert.ok(!(request instanceof Failure))
  assert.deepEqual(request.capabilities.response_types_supported, response_types_supported)
})

test('WP-57 accepts capabilities of the maximum size', async () => {
  const longest = 'a'.repeat(64)
  const most = {
    authorization_endpoint: `https://wallet.example/${'a'.repeat(2025)}`,
    response_types_supported: Array(32).fill(longest),
    response_modes_supported: [longest],
    request_object_signing_alg_values_supported: Array(32).fill(longest),
    vp_formats_supported: Object.fromEntries(
      Array.from({ length: 16 }, (_, i) => [
        `${'f'.repeat(62)}${10 + i}`,
        { 'sd-jwt_alg_values': Array(32).fill(longest) },
      ]),
    ),
  }
  const request = parseWalletAttestationRequest(ctx, await changed(most), policy)
  assert.ok(!(request instanceof Failure))
  assert.deepEqual(request.capabilities, most)
})

test('WP-57 accepts the formats of the specification and of OpenID4VP, and keeps only their lists of algorithms', async () => {
  const vp_formats_supported = {
    'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384'], 'kb-jwt_alg_values': ['ES256'] },
    jwt_vc_json: { alg_values_supported: ['ES256K', 'EdDSA'] },
    jwt_vp_json: { alg_values: ['ES256'] },
    jwt_vp: { alg: ['ES256'] },
    ldp_vp: { proof_type: ['Ed25519Signature2018'], cryptosuite_values: ['ecdsa-rdfc-2019'] },
    mso_mdoc: { issuerauth_alg_values: [-9, -50], deviceauth_alg_values: [5] },
    future: {},
  }
  const beside = { holder: { given_name: 'Mario', notes: ['x'.repeat(5_000)] }, none: ['none'] }
  const sent = Object.entries(vp_formats_supported).map(([format, lists]) => [format, { ...lists, ...beside }])
  const compact = await changed({ vp_formats_supported: Object.fromEntries(sent) })
  const request = parseWalletAttestationRequest(ctx, compact, policy)
  assert.ok(!(request instanceof Failure))
  assert.deepEqual(request.capabilities.vp_formats_supported, vp_formats_supported)
})
