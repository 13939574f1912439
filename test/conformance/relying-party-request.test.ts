/**
 * The start of a presentation and the Request Object: what stands in them, who gets them, and what is refused.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../src/base/index.ts'
import { createFederationTrustEvaluator } from '../../src/federation/index.ts'
import { parseEngagementUrl, verifyRequestObject } from '../../src/oid4vp/index.ts'
import { observeOutput } from '../support/decisions.ts'
import { anchorsOf } from '../support/federation.ts'
import { assertShowsQrCode } from '../support/qr-code.ts'
import {
  answerForm,
  assertRefused,
  fetchRequest,
  post,
  type RelyingPartyFixture,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
  testWallet,
} from '../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const vpFormats = { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } }
const metadata = (change: object = {}) => JSON.stringify({ vp_formats_supported: vpFormats, ...change })

/** Verifies an object as a wallet does that knows the anchor and nothing else. */
async function verifyAsWallet(at: RelyingPartyFixture, engagementUrl: string, jwt: string, walletNonce?: string) {
  const engagement = parseEngagementUrl(engagementUrl, { loopbackHttp: false })
  assert.ok(!failed(engagement))
  const anchors = anchorsOf(at.anchor)
  const trust = createFederationTrustEvaluator(
    { crypto: at.crypto, fetch: at.network.fetch, clock: at.clock },
    { anchors, urls: { loopbackHttp: false }, skewSeconds: 0 },
  )
  const expected = {
    clientId: engagement.client_id,
    state: engagement.state,
    walletNonce,
    now: at.clock.now(),
    skew: 0,
  }
  const request = await verifyRequestObject({ crypto: at.crypto, trust }, jwt, expected)
  assert.ok(!failed(request), JSON.stringify(request))
  return request
}

test('RP-02 RP-28 RP-30 same device: 302 and a link with the same target', async () => {
  for (const variant of ['dcql', 'scope']) {
    const { response, page, engagementUrl, parameters, id } = await start(
      fixture,
      `variant=${variant}&flow=same-device`,
    )
    assert.equal(response.status, 302)
    assert.equal(response.headers.get('location'), engagementUrl)
    assert.ok(page.includes(`href="${engagementUrl.replaceAll('&', '&amp;')}"`))
    assert.ok(engagementUrl.startsWith('https://wallet.example/authorization?'))
    assert.equal(parameters.get('client_id'), rpId)
    assert.equal(parameters.get('request_uri'), `${rpId}/request?id=${id}`)
    const names =
      variant === 'dcql' ? ['client_id', 'request_uri', 'state', 'request_uri_method'] : ['client_id', 'request_uri']
    assert.deepEqual([...parameters.keys()], names)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
  for (const id of ['RP-02', 'RP-28', 'RP-30']) observeOutput(id)
})

test('RP-29 RP-30 cross device: a page with a QR code of the same URL', async () => {
  for (const method of ['get', 'post']) {
    const { response, page, parameters, engagementUrl } = await start(
      fixture,
      `flow=cross-device&request_uri_method=${method}`,
    )
    assert.equal(response.status, 200)
    assert.equal(parameters.get('request_uri_method'), method)
    assert.equal(engagementUrl.split('?')[1], parameters.toString())
    assertShowsQrCode(page, engagementUrl, 'Q')
    assert.match(page, /id="qr-code" role="img" aria-label="[^"]+"><svg [^>]*viewBox/)
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
  observeOutput('RP-29')
})

test('RP-29 D-268 a long link stands in a QR code of a lower level, and one that none holds ends the start', async () => {
  const endpoint = (length: number) => ({ walletAuthorizationEndpoint: `https://wallet.example/${'a'.repeat(length)}` })
  for (const [length, ecc] of [
    [1000, 'Q'],
    [1600, 'M'],
    [2400, 'L'],
  ] as const) {
    const long = await relyingPartyFixture({ config: endpoint(length) })
    const { response, page, engagementUrl } = await start(long, 'flow=cross-device')
    assert.equal(response.status, 200)
    assertShowsQrCode(page, engagementUrl, ecc)
  }
  await assert.rejects(relyingPartyFixture({ config: endpoint(2900) }), /too long for a QR code/)
})

test('RP-09 RP-36 GEN-20 id, state, nonce and cookie are fresh and long, and no two are alike', async () => {
  const seen = new Set<string>()
  for (let count = 0; count < 20; count += 1) {
    const { id, parameters, browser } = await start(fixture)
    const session = await fixture.stores.presentationSessions.find(id)
    const values = [id, parameters.get('state') ?? '', session?.presentationNonce ?? '', ...browser.cookies.values()]
    assert.equal(values.length, 4)
    for (const value of values) assert.ok(Buffer.from(value, 'base64url').length >= 16 && value.length >= 32)
    for (const value of values) seen.add(value)
  }
  assert.equal(seen.size, 80)
  observeOutput('RP-36')
})

for (const [query, code] of [
  ['variant=other', 'parameter_value_unknown'],
  ['flow=other', 'parameter_value_unknown'],
  ['request_uri_method=PUT', 'parameter_value_unknown'],
  ['variant=scope&request_uri_method=post', 'request_uri_method_unsupported'],
] as const)
  test(`GEN-23 the start page refuses ${query}`, async () => {
    const response = await fixture.send(new Request(`${rpId}/presentations/new?${query}`))
    assert.equal(response.status, 400)
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(fixture.sink.lastRefusal()?.checks.at(-1)?.code, code)
  })

test('RP-06 RP-07 RP-34 variant 1: the object of the specification, signed and trusted', async () => {
  const started = await start(fixture, 'variant=scope&flow=same-device')
  const response = await fetchRequest(fixture, started)
  assert.equal(response.headers.get('content-type'), 'application/oauth-authz-req+jwt')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const { jwt, header, payload } = await requestObjectOf(response)
  const { presentationNonce, state } = (await fixture.stores.presentationSessions.find(started.id)) ?? {}
  assert.deepEqual(Object.keys(header).toSorted(), ['alg', 'kid', 'trust_chain', 'typ'])
  assert.equal(header.typ, 'JWT')
  assert.deepEqual(payload, {
    scope: 'pid-login',
    client_id_scheme: 'entity_id',
    client_id: rpId,
    response_mode: 'direct_post.jwt',
    response_type: 'vp_token',
    response_uri: `${rpId}/response`,
    nonce: presentationNonce,
    state,
    iss: rpId,
    aud: 'https://self-issued.me/v2',
    iat: fixture.clock.now(),
    exp: fixture.clock.now() + 300,
  })
  const request = await verifyAsWallet(fixture, started.engagementUrl, jwt)
  assert.equal(request.kind === 'scope' && request.definition.descriptors.length, 2)
  for (const id of ['RP-06', 'RP-07', 'RP-31', 'RP-32', 'RP-34']) observeOutput(id)
})

test('RP-08 RP-37 RP-38 RP-40 variant 2: the object of the specification, with the nonce that the wallet sent', async () => {
  const started = await start(fixture)
  const walletNonce = 'nonce+of/the wallet'.replace(' ', '_')
  const response = await fetchRequest(fixture, started, { wallet_nonce: walletNonce, wallet_metadata: metadata() })
  assert.equal(response.headers.get('content-type'), 'application/oauth-authz-req+jwt')
  const { jwt, header, payload } = await requestObjectOf(response)
  const { presentationNonce } = (await fixture.stores.presentationSessions.find(started.id)) ?? {}
  assert.deepEqual(Object.keys(header).toSorted(), ['alg', 'kid', 'trust_chain', 'typ'])
  assert.equal(header.typ, 'oauth-authz-req+jwt')
  assert.ok(header.trust_chain.length >= 2)
  assert.deepEqual(payload, {
    client_id: rpId,
    response_mode: 'direct_post.jwt',
    response_type: 'vp_token',
    dcql_query: {
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['eu.eudiw.pid.it'] },
          claims: [{ path: ['given_name'] }, { path: ['family_name'] }, { path: ['tax_id_number'] }],
        },
        {
          id: 'wallet_attestation',
          format: 'jwt',
          meta: {},
          claims: [{ path: ['iss'] }, { path: ['iat'] }, { path: ['cnf'] }],
        },
      ],
    },
    response_uri: `${rpId}/response`,
    nonce: presentationNonce,
    state: started.parameters.get('state'),
    iss: rpId,
    aud: 'https://self-issued.me/v2',
    iat: fixture.clock.now(),
    exp: fixture.clock.now() + 300,
    request_uri_method: 'post',
    wallet_nonce: walletNonce,
  })
  await verifyAsWallet(fixture, started.engagementUrl, jwt, walletNonce)
  for (const id of ['RP-08', 'RP-37', 'RP-38']) observeOutput(id)
})

test('RP-05 RP-39 RP-43 a plain GET, an empty POST and unknown fields get the object, without wallet_nonce', async () => {
  const forms = [undefined, {}, { unknown: 'x', vp_formats_supported: '{}' }, { wallet_nonce: '', wallet_metadata: '' }]
  for (const form of forms) {
    const started = await start(fixture, 'variant=dcql&request_uri_method=get')
    const response = await fetchRequest(fixture, started, form)
    const { payload } = await requestObjectOf(response)
    assert.ok(!('wallet_nonce' in payload))
    assert.equal(payload.request_uri_method, 'get')
  }
})

test('RP-08 RP-30 request_uri_method stands in the link, and in the object unless the configuration says otherwise', async () => {
  const silent = await relyingPartyFixture({ config: { repeatRequestUriMethod: false } })
  for (const method of ['get', 'post'])
    for (const [at, repeated] of [
      [fixture, method],
      [silent, undefined],
    ] as const) {
      const started = await start(at, `variant=dcql&request_uri_method=${method}`)
      assert.equal(started.parameters.get('request_uri_method'), method)
      const { jwt, payload } = await requestObjectOf(await fetchRequest(at, started))
      assert.equal(payload.request_uri_method, repeated)
      assert.equal('request_uri_method' in payload, repeated !== undefined)
      await verifyAsWallet(at, started.engagementUrl, jwt)
    }
})

test('RP-05 RP-43 a POST without content, which has no media type either, gets the object', async () => {
  const { requestUri } = await start(fixture, 'variant=dcql')
  const headers = { accept: 'application/oauth-authz-req+jwt' }
  const response = await fixture.send(new Request(requestUri, { method: 'POST', headers }))
  assert.ok(!('wallet_nonce' in (await requestObjectOf(response)).payload))
})

test('RP-33 RP-77 a HEAD obtains no Request Object', async () => {
  const { requestUri, browser, id } = await start(fixture, 'variant=dcql&request_uri_method=get')
  const response = await fixture.send(new Request(requestUri, { method: 'HEAD' }))
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, POST'])
  assert.equal((await browser.get(`${rpId}/session-state?id=${id}`)).status, 201)
})

test('GEN-26 a GET with a Content-Type and no body gets the object', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const started = await start(fixture, 'request_uri_method=get')
  await requestObjectOf(await fetchRequest(fixture, started, undefined, headers))
})

test('RP-41 D-342 metadata in which null stands for what the wallet leaves out get the object', async () => {
  const started = await start(fixture, 'variant=dcql')
  const silence = {
    presentation_definition_uri_supported: null,
    response_types_supported: null,
    response_modes_supported: null,
  }
  const form = {
    wallet_metadata: metadata({ ...silence, authorization_endpoint: null, client_id_schemes_supported: null }),
  }
  await requestObjectOf(await fetchRequest(fixture, started, form))
})

const formRows: [string, string, Record<string, string>, string][] = [
  ['RP-40', 'an overlong wallet_nonce', { wallet_nonce: 'n'.repeat(513) }, 'wallet_nonce_malformed'],
  ['RP-40', 'a wallet_nonce with blanks', { wallet_nonce: 'a b' }, 'wallet_nonce_malformed'],
  ['RP-41', 'metadata that is no JSON', { wallet_metadata: '{' }, 'json_malformed'],
  ['RP-41', 'metadata that is a list', { wallet_metadata: '[]' }, 'json_malformed'],
  [
    'RP-41',
    'metadata nested without end',
    { wallet_metadata: `{"a":${'['.repeat(99)}${']'.repeat(99)}}` },
    'json_too_deep',
  ],
  ['GEN-28', 'a doubled member', { wallet_metadata: '{"a":1,"a":2}' }, 'json_duplicate_member'],
  ['RP-41', 'metadata without formats', { wallet_metadata: '{}' }, 'vp_formats_supported_missing'],
  [
    'RP-41',
    'presentation_definition_uri_supported',
    { wallet_metadata: metadata({ presentation_definition_uri_supported: true }) },
    'presentation_definition_uri_supported',
  ],
  [
    'RP-41',
    'presentation_definition_uri_supported as a text',
    { wallet_metadata: metadata({ presentation_definition_uri_supported: 'false' }) },
    'presentation_definition_uri_supported',
  ],
  [
    'RP-41',
    'another response type',
    { wallet_metadata: metadata({ response_types_supported: ['code'] }) },
    'response_types_unsupported',
  ],
  [
    'RP-41',
    'a member of another type',
    { wallet_metadata: metadata({ response_modes_supported: 'x' }) },
    'wallet_metadata_malformed',
  ],
  [
    'RP-42',
    'no common format',
    { wallet_metadata: metadata({ vp_formats_supported: { mso_mdoc: {} } }) },
    'no_common_format',
  ],
  [
    'RP-42',
    'no common algorithm',
    { wallet_metadata: metadata({ vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['RS256'] } } }) },
    'no_common_format_algorithm',
  ],
  [
    'RP-42',
    'no common response mode',
    { wallet_metadata: metadata({ response_modes_supported: ['query'] }) },
    'no_common_response_mode',
  ],
  [
    'RP-42',
    'no common client id scheme',
    { wallet_metadata: metadata({ client_id_schemes_supported: ['x509_san_dns'] }) },
    'client_id_scheme_unsupported',
  ],
  [
    'RP-42',
    'a client id scheme that wants a prefix before the identifier (D-380)',
    { wallet_metadata: metadata({ client_id_schemes_supported: ['openid_federation'] }) },
    'client_id_scheme_unsupported',
  ],
  [
    'RP-42',
    'no client id scheme',
    { wallet_metadata: metadata({ client_id_schemes_supported: [] }) },
    'client_id_scheme_unsupported',
  ],
  [
    'RP-42',
    'no common signing algorithm',
    { wallet_metadata: metadata({ request_object_signing_alg_values_supported: ['ES512'] }) },
    'no_common_signing_algorithm',
  ],
]
for (const [id, title, form, code] of formRows)
  test(`${id} refuses ${title}`, async () => {
    const started = await start(fixture)
    await assertRefused(fixture, await fetchRequest(fixture, started, form), [id, code, 400])
    assert.equal((await fixture.stores.presentationSessions.find(started.id))?.status, 'issued')
  })

test('RP-42 the object keeps to a response mode that the wallet supports, and the response must too', async () => {
  const at = await relyingPartyFixture({ config: { responseModes: ['direct_post.jwt', 'direct_post'] } })
  const started = await start(at)
  const form = { wallet_metadata: metadata({ response_modes_supported: ['direct_post'] }) }
  const { payload } = await requestObjectOf(await fetchRequest(at, started, form))
  assert.equal(payload.response_mode, 'direct_post')
  assert.equal((await at.stores.presentationSessions.find(started.id))?.responseMode, 'direct_post')
})

test('RP-42 a wallet that lists only form_post.jwt or direct_post.jwt is asked for direct_post.jwt (D-121)', async () => {
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

test('RP-42 a wallet that names the scheme of a federation identifier in either way gets the object (D-380)', async () => {
  for (const schemes of [['entity_id'], ['https'], ['x509_san_dns', 'https']]) {
    const started = await start(fixture)
    const form = { wallet_metadata: metadata({ client_id_schemes_supported: schemes }) }
    const { payload } = await requestObjectOf(await fetchRequest(fixture, started, form))
    assert.equal(payload.client_id, rpId)
  }
})

for (const [id, path, code] of [
  ['RP-03', '/request', 'request_id_missing'],
  ['RP-03', '/request?id=', 'request_id_missing'],
  ['RP-03', '/request?id=unknown', 'request_unknown'],
] as const)
  test(`${id} refuses ${path}`, async () => {
    await assertRefused(fixture, await fixture.send(new Request(rpId + path)), [id, code, 400])
  })

test('RP-32 RP-33 RP-77 a request is given again while it lives, with its own end, and not after', async () => {
  const at = await relyingPartyFixture()
  const started = await start(at)
  at.clock.advance(119)
  const first = await requestObjectOf(await fetchRequest(at, started))
  at.clock.advance(299)
  const again = await requestObjectOf(await fetchRequest(at, started))
  assert.equal(again.payload.exp, first.payload.exp)
  assert.deepEqual([again.payload.nonce, again.payload.state], [first.payload.nonce, first.payload.state])
  at.clock.advance(1)
  await assertRefused(at, await fetchRequest(at, started), ['RP-33', 'request_over', 400])
  const unused = await start(at)
  at.clock.advance(120)
  await assertRefused(at, await fetchRequest(at, unused), ['RP-33', 'request_over', 400])
})

test('RP-33 RP-48 a later fetch changes nothing for the wallet that has fetched, not the response mode either', async () => {
  const at = await relyingPartyFixture({ config: { responseModes: ['direct_post.jwt', 'direct_post'] } })
  const started = await start(at)
  const first = await requestObjectOf(await fetchRequest(at, started))
  const form = { wallet_metadata: metadata({ response_modes_supported: ['direct_post'] }) }
  await assertRefused(at, await fetchRequest(at, started, form), ['RP-42', 'no_common_response_mode', 400])
  const later = await requestObjectOf(await fetchRequest(at, started))
  assert.deepEqual([first.payload.response_mode, later.payload.response_mode], ['direct_post.jwt', 'direct_post.jwt'])
  const response = await post(at, await answerForm(at, await testWallet(at), first))
  assert.equal(response.status, 200, await response.text())
})

test('RP-03 GEN-27 a signer or superior out of reach: 500 or 503, and nothing is recorded', async () => {
  const at = await relyingPartyFixture()
  const started = await start(at)
  at.network.disconnect(at.anchor.entityId)
  const response = await fetchRequest(at, started)
  assert.equal(response.status, 503)
  const { error } = await response.json()
  assert.equal(error, 'temporarily_unavailable')
  assert.equal((await at.stores.presentationSessions.find(started.id))?.status, 'issued')
  const broken = await relyingPartyFixture({ brokenSigner: true })
  const second = await fetchRequest(broken, await start(broken))
  assert.equal(second.status, 500)
  assert.deepEqual(Object.keys(await second.clone().json()), ['error', 'error_description'])
  assert.equal((await second.json()).error, 'server_error')
  assert.equal(broken.faults.length, 1)
})
