import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../test/support/cases.ts'
import { codeOf } from '../../../test/support/refuses.ts'
import { failed, type JsonObject } from '../../base/index.ts'
import {
  createWalletMetadataForm,
  negotiateRequest,
  parseWalletMetadata,
  parseWalletNonce,
  type RequestOffer,
} from '../index.ts'

const form = createWalletMetadataForm(
  {
    vpFormats: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
    authorizationEndpoint: 'https://wallet.example/authorization',
    responseModes: ['direct_post.jwt'],
    requestObjectAlgorithms: ['ES256'],
  },
  'wallet-nonce',
)
const sent = JSON.parse(form.wallet_metadata) as JsonObject

test('WI-16 WI-67 WI-69 WI-70 the wallet sends its capabilities and nothing else', () => {
  assert.equal(form.wallet_nonce, 'wallet-nonce')
  assert.deepEqual(sent, {
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
    presentation_definition_uri_supported: false,
    client_id_schemes_supported: ['entity_id'],
    authorization_endpoint: 'https://wallet.example/authorization',
    response_types_supported: ['vp_token'],
    response_modes_supported: ['direct_post.jwt'],
    request_object_signing_alg_values_supported: ['ES256'],
  })
})

const rows: readonly (readonly [title: string, change: object, code: string])[] = casesOf<object>({
  accepted: {
    'the members that our wallet sends': {},
    'unknown members': { foo: 1 },
    'formats without algorithms, or with null for them': {
      vp_formats_supported: { 'dc+sd-jwt': {}, 'vc+sd-jwt': { 'sd-jwt_alg_values': null, alg: null }, mso_mdoc: null },
    },
    'formats with COSE numbers and with unknown members': {
      vp_formats_supported: {
        mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] },
        ldp_vp: { x: 1 },
      },
    },
    'only the required members': Object.fromEntries(
      Object.keys(sent)
        .slice(1)
        .map((name) => [name, undefined]),
    ),
    'null for every optional member': Object.fromEntries(
      [...Object.keys(sent).slice(1), 'alg_values_supported', 'client_id_schemes_supported'].map((name) => [
        name,
        null,
      ]),
    ),
    'null for a format and for a list of algorithms': {
      vp_formats_supported: { 'dc+sd-jwt': { 'kb-jwt_alg_values': null }, mso_mdoc: null },
    },
    'another format that is not an object': { vp_formats_supported: { 'dc+sd-jwt': {}, ldp_vc: 'yes' } },
  },
  vp_formats_supported_missing: {
    'no vp_formats_supported': { vp_formats_supported: undefined },
    'vp_formats_supported null': { vp_formats_supported: null },
  },
  wallet_metadata_malformed: {
    'vp_formats_supported as list': { vp_formats_supported: [] },
    'a format as text': { vp_formats_supported: { 'dc+sd-jwt': 'ES256' } },
    'a format as list': { vp_formats_supported: { 'dc+sd-jwt': ['ES256'] } },
    ...Object.fromEntries(
      [
        'sd-jwt_alg_values',
        'kb-jwt_alg_values',
        'alg_values_supported',
        'alg',
        'issuerauth_alg_values',
        'deviceauth_alg_values',
      ].map((name) => [
        `a format with ${name} as text`,
        { vp_formats_supported: { 'dc+sd-jwt': { [name]: 'ES256' } } },
      ]),
    ),
    'null within a list': { response_modes_supported: [null] },
    'alg_values_supported as text': { alg_values_supported: 'ES256' },
    'schemes as text': { client_id_schemes_supported: 'entity_id' },
    'an endpoint that is not a URL': { authorization_endpoint: 'wallet' },
    'modes as numbers': { response_modes_supported: [1] },
    '65 response modes': { response_modes_supported: Array(65).fill('x') },
    'signing algorithms as object': { request_object_signing_alg_values_supported: {} },
    'an mdoc format as list': { vp_formats_supported: { mso_mdoc: ['ES256'] } },
    'algorithms of the Key Binding JWT as object': {
      vp_formats_supported: { 'vc+sd-jwt': { 'kb-jwt_alg_values': {} } },
    },
    'algorithms of older drafts as text': { vp_formats_supported: { mso_mdoc: { alg: 'ES256' } } },
    'algorithms of devices as number': { vp_formats_supported: { mso_mdoc: { deviceauth_alg_values: -7 } } },
  },
  presentation_definition_uri_supported: {
    'presentation_definition_uri_supported true': { presentation_definition_uri_supported: true },
    'presentation_definition_uri_supported as text': { presentation_definition_uri_supported: 'false' },
  },
  response_types_unsupported: {
    'response type code': { response_types_supported: ['vp_token', 'code'] },
    'no response type': { response_types_supported: [] },
    'another response type as text': { response_types_supported: 'code' },
  },
})
for (const [title, change, code] of rows)
  test(`RP-41 wallet_metadata with ${title}: ${code}`, () => {
    assert.equal(codeOf(parseWalletMetadata(JSON.stringify({ ...sent, ...change }))), code)
  })

test('RP-41 presentation_definition_uri_supported of any value is accepted if it is not checked', () => {
  for (const value of [true, false, 'true', null]) {
    const text = JSON.stringify({ ...sent, presentation_definition_uri_supported: value })
    assert.equal(codeOf(parseWalletMetadata(text, { checksDefinitionUri: false })), 'accepted')
  }
})

test('RP-41 GEN-28 wallet_metadata that is not a JSON object is refused', () => {
  for (const text of ['', '[]', 'null', '{']) assert.equal(codeOf(parseWalletMetadata(text)), 'json_malformed')
  assert.equal(codeOf(parseWalletMetadata('{"a":1,"a":2}')), 'json_duplicate_member')
  assert.equal(codeOf(parseWalletMetadata(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`)), 'json_too_deep')
})

test('RP-40 a wallet_nonce must have 1 to 512 characters', () => {
  for (const value of ['abc', 'a b', 'é', 'x'.repeat(512)]) assert.equal(parseWalletNonce(value), value)
  for (const value of ['', 'x'.repeat(513), '\ud800', 1, undefined, ['a']]) assert.ok(failed(parseWalletNonce(value)))
})

const offer: RequestOffer = {
  vpFormats: { 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384'], 'kb-jwt_alg_values': ['ES256'] } },
  responseModes: ['direct_post.jwt', 'direct_post'],
  signingAlgorithms: ['ES384', 'ES256'],
}
const negotiations: readonly (readonly [title: string, change: object, modeOrCode: string])[] = [
  ['everything in common', {}, 'direct_post.jwt'],
  [
    'no members besides the formats',
    {
      client_id_schemes_supported: undefined,
      response_modes_supported: undefined,
      request_object_signing_alg_values_supported: undefined,
    },
    'direct_post.jwt',
  ],
  ['the plain mode', { response_modes_supported: ['direct_post'] }, 'direct_post'],
  ['another scheme', { client_id_schemes_supported: ['x509_san_dns'] }, 'client_id_scheme_unsupported'],
  ['another format', { vp_formats_supported: { mso_mdoc: {} } }, 'no_common_format'],
  ['a common format that is null', { vp_formats_supported: { mso_mdoc: {}, 'dc+sd-jwt': null } }, 'no_common_format'],
  ['a format named like a member of every object', { vp_formats_supported: { constructor: {} } }, 'no_common_format'],
  [
    'another format algorithm',
    { vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['EdDSA'] } } },
    'no_common_format_algorithm',
  ],
  [
    'another algorithm of the Key Binding JWT',
    { vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES384'], 'kb-jwt_alg_values': ['ES384'] } } },
    'no_common_format_algorithm',
  ],
  [
    'an algorithm of the Key Binding JWT in common',
    { vp_formats_supported: { 'dc+sd-jwt': { 'kb-jwt_alg_values': ['EdDSA', 'ES256'] } } },
    'direct_post.jwt',
  ],
  [
    'two entries of which each has only one kind of algorithm in common',
    {
      vp_formats_supported: {
        'dc+sd-jwt': { 'sd-jwt_alg_values': ['EdDSA'] },
        'vc+sd-jwt': { 'kb-jwt_alg_values': ['EdDSA'] },
      },
    },
    'no_common_format_algorithm',
  ],
  [
    'the mode as the specification’s example names it',
    { response_modes_supported: ['form_post.jwt'] },
    'direct_post.jwt',
  ],
  ['another mode', { response_modes_supported: ['query'] }, 'no_common_response_mode'],
  ['no mode', { response_modes_supported: [] }, 'no_common_response_mode'],
  ['no signing algorithm', { request_object_signing_alg_values_supported: [] }, 'no_common_signing_algorithm'],
  [
    'no format algorithm',
    { vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': [] } } },
    'no_common_format_algorithm',
  ],
  [
    'another signing algorithm',
    { request_object_signing_alg_values_supported: ['EdDSA'] },
    'no_common_signing_algorithm',
  ],
]
for (const [title, change, modeOrCode] of negotiations)
  test(`RP-42 negotiation: ${title}`, () => {
    const metadata = parseWalletMetadata(JSON.stringify({ ...sent, ...change }))
    assert.ok(!failed(metadata))
    const result = negotiateRequest(metadata, offer)
    assert.equal(failed(result) ? result.code : result, modeOrCode)
  })

test('RP-42 alg_values_supported applies to presentations, not to the Request Object', () => {
  const metadata = { vp_formats_supported: { 'dc+sd-jwt': {} }, alg_values_supported: ['ES512'] }
  assert.equal(codeOf(negotiateRequest(metadata, offer)), 'accepted')
})

test('RP-42 the algorithms of an mdoc are compared even if a wallet names them by number (D-412)', () => {
  const ours: RequestOffer = { ...offer, vpFormats: { mso_mdoc: { alg: ['ES256', 'ES384'] } } }
  const negotiated = (mdoc: object) =>
    negotiateRequest({ vp_formats_supported: { mso_mdoc: mdoc as JsonObject } }, ours)
  assert.equal(codeOf(negotiated({ issuerauth_alg_values: [-8] })), 'no_common_format_algorithm')
  assert.equal(codeOf(negotiated({ issuerauth_alg_values: [-8, -51] })), 'accepted')
})

test('RP-41 the response type is accepted as a list and as a single text (D-476)', () => {
  for (const response_types_supported of [['vp_token'], 'vp_token']) {
    const read = parseWalletMetadata(JSON.stringify({ vp_formats_supported: {}, response_types_supported }))
    assert.ok(!failed(read))
    assert.deepEqual(read.response_types_supported, ['vp_token'])
  }
})
