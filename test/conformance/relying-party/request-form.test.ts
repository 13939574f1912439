/** Parameters that a wallet posts to the request endpoint: its metadata, its nonce, its response modes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultDcqlQuery } from '../../../src/relying-party/request/default-requests.ts'
import { refusalsOf } from '../../support/cases.ts'
import { mdocQuery, mdocScope } from '../../support/mdoc-presentation.ts'
import {
  assertRefused,
  fetchRequest,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
} from '../../support/relying-party-fixture.ts'
import { misencodedForm } from '../../vectors/it-wallet.ts'

const fixture = await relyingPartyFixture()
const vpFormats = { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } }
const metadata = (change: object = {}) => JSON.stringify({ vp_formats_supported: vpFormats, ...change })

test('RP-40 D-402 a body with encoded separators, as in IT-Wallet’s example, counts as empty and gets the object', async () => {
  const started = await start(fixture, 'variant=dcql')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (body: string) => fixture.send(new Request(started.requestUri, { method: 'POST', headers, body }))
  const { payload } = await requestObjectOf(await post(misencodedForm))
  assert.equal(Object.hasOwn(payload, 'wallet_nonce'), false)
  const { payload: fixed } = await requestObjectOf(await post(decodeURIComponent(misencodedForm).replace(/^.*, /, '')))
  assert.equal(fixed.wallet_nonce, 'qPmxiNFCR3QTm19POc8u')
})

const formRows: [string, string, Record<string, string>, string][] = refusalsOf<Record<string, string>>({
  'RP-40 wallet_nonce_malformed': { 'an overlong wallet_nonce': { wallet_nonce: 'n'.repeat(513) } },
  'RP-41 json_malformed': { 'metadata that are not JSON': { wallet_metadata: '{' } },
  'RP-41 json_too_deep': {
    'metadata nested too deeply': { wallet_metadata: `{"a":${'['.repeat(99)}${']'.repeat(99)}}` },
  },
  'GEN-28 json_duplicate_member': { 'a doubled member': { wallet_metadata: '{"a":1,"a":2}' } },
  'RP-41 vp_formats_supported_missing': { 'metadata without formats': { wallet_metadata: '{}' } },
  'RP-41 presentation_definition_uri_supported': {
    presentation_definition_uri_supported: {
      wallet_metadata: metadata({ presentation_definition_uri_supported: true }),
    },
  },
  'RP-41 response_types_unsupported': {
    'another response type': { wallet_metadata: metadata({ response_types_supported: ['code'] }) },
  },
  'RP-41 wallet_metadata_malformed': {
    'a member of another type': { wallet_metadata: metadata({ response_modes_supported: 'x' }) },
    'algorithms of a format as text': {
      wallet_metadata: metadata({ vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': 'ES256' } } }),
    },
  },
  'RP-42 no_common_format': {
    'metadata without a common format': { wallet_metadata: metadata({ vp_formats_supported: { mso_mdoc: {} } }) },
  },
  'RP-42 no_common_format_algorithm': {
    'metadata without a common algorithm': {
      wallet_metadata: metadata({ vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['RS256'] } } }),
    },
  },
  'RP-42 no_common_response_mode': {
    'metadata without a common response mode': { wallet_metadata: metadata({ response_modes_supported: ['query'] }) },
  },
  'RP-42 client_id_scheme_unsupported': {
    'metadata without a common client id scheme': {
      wallet_metadata: metadata({ client_id_schemes_supported: ['x509_san_dns'] }),
    },
    'a client id scheme that requires a prefix before the identifier (D-380)': {
      wallet_metadata: metadata({ client_id_schemes_supported: ['openid_federation'] }),
    },
    'an empty list of client id schemes': { wallet_metadata: metadata({ client_id_schemes_supported: [] }) },
  },
  'RP-42 no_common_signing_algorithm': {
    'metadata without a common signing algorithm': {
      wallet_metadata: metadata({ request_object_signing_alg_values_supported: ['ES512'] }),
    },
  },
})
for (const [id, title, form, code] of formRows)
  test(`${id} refuses ${title}`, async () => {
    const started = await start(fixture)
    await assertRefused(fixture, await fetchRequest(fixture, started, form), [id, code, 400])
    assert.equal((await fixture.stores.presentationSessions.find(started.id))?.status, 'issued')
  })

test('RP-42 refuses a wallet whose devices sign mdocs with another algorithm only', async () => {
  const at = await relyingPartyFixture({ config: { mdocAlgorithms: ['ES256'], dcqlQuery: mdocQuery } })
  const started = await start(at)
  const fetchWith = (deviceauth_alg_values: readonly number[]) => {
    const mso_mdoc = { issuerauth_alg_values: [-7], deviceauth_alg_values }
    return fetchRequest(at, started, { wallet_metadata: metadata({ vp_formats_supported: { mso_mdoc } }) })
  }
  await assertRefused(at, await fetchWith([-8]), ['RP-42', 'no_common_format_algorithm', 400])
  assert.equal((await fetchWith([-8, -7])).status, 200)
})

const sdJwtOnly = { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } }
const mdocOnly = { mso_mdoc: { issuerauth_alg_values: [-7] } }
const both = {
  credentials: [...mdocQuery.credentials, { ...defaultDcqlQuery('seed', '').credentials[0], id: 'other' }],
}

for (const [title, config, variant, formats, code] of [
  ['an mdoc, from a wallet of SD-JWTs', { dcqlQuery: mdocQuery }, 'dcql', sdJwtOnly, 'no_common_format'],
  ['an SD-JWT, from a wallet of mdocs', { mdocAlgorithms: ['ES256'] }, 'dcql', mdocOnly, 'no_common_format'],
  ['a scope for an mdoc, from a wallet of SD-JWTs', mdocScope, 'scope', sdJwtOnly, 'no_common_format'],
  ['both formats, from a wallet of mdocs', { dcqlQuery: both }, 'dcql', mdocOnly, undefined],
  ['a scope for an mdoc, from a wallet of mdocs', mdocScope, 'scope', mdocOnly, undefined],
] as const)
  test(`RP-42 compares the wallet’s formats with those of the query: ${title}`, async () => {
    const at = await relyingPartyFixture({ config })
    const started = await start(at, `variant=${variant}&flow=cross-device`)
    const response = await fetchRequest(at, started, { wallet_metadata: metadata({ vp_formats_supported: formats }) })
    if (code === undefined) assert.equal(response.status, 200, await response.text())
    else await assertRefused(at, response, ['RP-42', code, 400])
  })

test('RP-42 the object has a response mode that the wallet supports, and the session stores this mode', async () => {
  const at = await relyingPartyFixture({ config: { responseModes: ['direct_post.jwt', 'direct_post'] } })
  const started = await start(at)
  const form = { wallet_metadata: metadata({ response_modes_supported: ['direct_post'] }) }
  const { payload } = await requestObjectOf(await fetchRequest(at, started, form))
  assert.equal(payload.response_mode, 'direct_post')
  assert.equal((await at.stores.presentationSessions.find(started.id))?.responseMode, 'direct_post')
})

test('RP-42 form_post.jwt and direct_post.jwt select direct_post.jwt, and form_post selects direct_post (D-121)', async () => {
  for (const [listed, offered, mode] of [
    ['form_post.jwt', ['direct_post', 'direct_post.jwt'], 'direct_post.jwt'],
    ['direct_post.jwt', ['direct_post', 'direct_post.jwt'], 'direct_post.jwt'],
    ['form_post', ['direct_post.jwt', 'direct_post'], 'direct_post'],
  ] as const) {
    const at = await relyingPartyFixture({ config: { responseModes: offered } })
    const started = await start(at)
    const form = { wallet_metadata: metadata({ response_modes_supported: [listed] }) }
    const { payload } = await requestObjectOf(await fetchRequest(at, started, form))
    assert.equal(payload.response_mode, mode)
  }
})

for (const [id, path, code] of [
  ['RP-03', '/request', 'request_id_missing'],
  ['RP-03', '/request?id=', 'request_id_missing'],
  ['RP-03', '/request?id=unknown', 'request_unknown'],
] as const)
  test(`${id} refuses ${path}`, async () => {
    await assertRefused(fixture, await fixture.send(new Request(rpId + path)), [id, code, 400])
    assert.equal(fixture.sink.lastRefusal()?.checks.at(-1)?.at, 'query.id')
  })

test('RP-42 a wallet that lists entity_id or https as client id scheme gets the object (D-380)', async () => {
  for (const schemes of [['entity_id'], ['https'], ['x509_san_dns', 'https']]) {
    const started = await start(fixture)
    const form = { wallet_metadata: metadata({ client_id_schemes_supported: schemes }) }
    const { payload } = await requestObjectOf(await fetchRequest(fixture, started, form))
    assert.equal(payload.client_id, rpId)
  }
})
