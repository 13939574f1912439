/** The Request Object: its content, its recipients, and its lifetime. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { createFederationTrustEvaluator } from '../../../src/federation/index.ts'
import { parseEngagementUrl, verifyRequestObject } from '../../../src/oid4vp/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { anchorsOf } from '../../support/federation.ts'
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
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const vpFormats = { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } }
const metadata = (change: object = {}) => JSON.stringify({ vp_formats_supported: vpFormats, ...change })

/** Verifies an object as a wallet that trusts only the anchor. */
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

test('RP-06 RP-07 RP-34 in variant 1, the Request Object has the specified content, and a wallet trusts it', async () => {
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

test('RP-08 RP-37 RP-38 RP-40 in variant 2, the Request Object has the specified content and the wallet’s nonce', async () => {
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

test('RP-40 in variant 1 too, the Request Object contains the nonce that the wallet sent', async () => {
  const started = await start(fixture, 'variant=scope')
  const { payload } = await requestObjectOf(await fetchRequest(fixture, started, { wallet_nonce: 'wn' }))
  assert.equal(payload.wallet_nonce, 'wn')
})

test('RP-08 RP-30 the link has request_uri_method, and so does the Request Object unless configured otherwise', async () => {
  const without = await relyingPartyFixture({ config: { repeatRequestUriMethod: false } })
  for (const method of ['get', 'post'])
    for (const [at, repeated] of [
      [fixture, method],
      [without, undefined],
    ] as const) {
      const started = await start(at, `variant=dcql&request_uri_method=${method}`)
      assert.equal(started.parameters.get('request_uri_method'), method)
      const { jwt, payload } = await requestObjectOf(await fetchRequest(at, started))
      assert.equal(payload.request_uri_method, repeated)
      assert.equal('request_uri_method' in payload, repeated !== undefined)
      await verifyAsWallet(at, started.engagementUrl, jwt)
    }
})

test('RP-05 RP-43 a POST without content and without media type gets the object', async () => {
  const { requestUri } = await start(fixture, 'variant=dcql')
  const headers = { accept: 'application/oauth-authz-req+jwt' }
  const response = await fixture.send(new Request(requestUri, { method: 'POST', headers }))
  assert.ok(!('wallet_nonce' in (await requestObjectOf(response)).payload))
})

test('RP-33 RP-77 a HEAD request is refused, and does not count as a fetch', async () => {
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

test('RP-32 RP-33 RP-77 a request can be fetched again with the same expiry until it expires', async () => {
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
  assert.equal(at.sink.lastRefusal()?.checks.at(-1)?.at, 'query.id')
  const unused = await start(at)
  at.clock.advance(120)
  await assertRefused(at, await fetchRequest(at, unused), ['RP-33', 'request_over', 400])
})

test('RP-33 RP-48 a later fetch does not change the request of the first fetch, not even its response mode', async () => {
  const at = await relyingPartyFixture({ config: { responseModes: ['direct_post.jwt', 'direct_post'] } })
  const started = await start(at)
  const first = await requestObjectOf(await fetchRequest(at, started))
  const form = { wallet_metadata: metadata({ response_modes_supported: ['direct_post'] }) }
  await assertRefused(at, await fetchRequest(at, started, form), ['RP-42', 'no_common_response_mode', 400])
  const later = await requestObjectOf(await fetchRequest(at, started))
  assert.deepEqual([first.payload.response_mode, later.payload.response_mode], ['direct_post.jwt', 'direct_post.jwt'])
  const response = await post(at, await answerForm(at, await testWallet(at), first))
  assert.equal(response.status, 200, await response.text())
  const other = await start(at)
  const chosen = [await fetchRequest(at, other, form), await fetchRequest(at, other), await fetchRequest(at, other, {})]
  for (const fetched of chosen) assert.equal((await requestObjectOf(fetched)).payload.response_mode, 'direct_post')
})

test('RP-03 GEN-27 an unreachable superior causes a 503 and leaves the session unchanged; a broken signer causes a 500', async () => {
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
