/** Known faults of other verifiers and wallets: one test for each that no other file covers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { RP } from '../../../src/relying-party/index.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import {
  answerForm,
  assertRefused,
  type Bend,
  bodyOf,
  fetchRequest,
  post,
  present,
  presentPid,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const begin = async (query = 'variant=dcql&flow=cross-device') => {
  const started = await start(fixture, query)
  return { started, request: await requestObjectOf(await fetchRequest(fixture, started)) }
}

test('RP-49 a JWE that inflates to 100 MB is refused by its header, before a byte is inflated', async (t) => {
  const bomb = deflateRawSync(new Uint8Array(100_000_000))
  const bend: Bend = {
    recipient: (recipient) => void Object.assign(recipient, { plaintext: bomb, header: { zip: 'DEF' } }),
  }
  const inflating = t.mock.method(globalThis, 'DecompressionStream')
  const { response } = await present(fixture, { bend })
  await assertRefused(fixture, response, ['RP-49', 'jwe_zip', 400])
  assert.equal(inflating.mock.callCount(), 0)
})

test('RP-13 a query without `multiple` refuses two presentations, and stores no result', async () => {
  const { started, request } = await begin()
  const wallet = await testWallet(fixture)
  const bend: Bend = {
    members: async (members) => {
      members.vp_token.pid = [members.vp_token.pid, await presentPid(fixture, wallet, request)]
    },
  }
  const response = await post(fixture, await answerForm(fixture, wallet, request, bend))
  await assertRefused(fixture, response, ['RP-13', 'presentation_count', 400])
  assert.equal((await fixture.stores.presentationSessions.find(started.id))?.result, undefined)
})

for (const variant of ['dcql', 'scope'])
  for (const mode of ['direct_post.jwt', 'direct_post'] as const)
    test(`RP-52 a response without vp_token is refused (${variant}, ${mode})`, async () => {
      const at = await relyingPartyFixture({ config: { responseModes: [mode] } })
      const bend: Bend = { members: (members) => void delete members.vp_token }
      const { response } = await present(at, { query: `variant=${variant}&flow=cross-device`, bend })
      const code = mode === 'direct_post' ? 'response_missing' : 'vp_token_missing'
      await assertRefused(at, response, ['RP-52', code, 400])
    })

test('GEN-06 RP-54 wallets and scripts get refusals as JSON, whatever their Accept header', async () => {
  const headers = { accept: 'text/html,*/*;q=0.1' }
  const { started } = await begin()
  const requests = [
    new Request(`${rpId}/request?id=unknown`, { headers }),
    new Request(`${rpId}/request?id=${started.id}&id=x`, { headers }),
    new Request(`${rpId}/response`, { method: 'POST', headers, body: new URLSearchParams({ state: 'x' }) }),
    new Request(`${rpId}/response`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/html' },
      body: 'x',
    }),
    new Request(`${rpId}/response`, { method: 'GET', headers }),
    new Request(`${rpId}/session-state?id=${started.id}`, { headers }),
  ]
  for (const request of requests) {
    const response = await fixture.send(request)
    const text = await response.clone().text()
    assert.equal(response.headers.get('content-type'), 'application/json', `${request.method} ${request.url}`)
    assert.ok(response.status >= 400 && response.status < 500 && !text.includes('<'), text)
    assert.match((await bodyOf(response)).error, /^[a-z]+(_[a-z]+)*$/)
  }
})

test('RP-54 every error code consists of lower-case letters and single underscores', () => {
  for (const { error } of Object.values(RP)) assert.match(error, /^[a-z]+(_[a-z]+)*$/)
})

test('RP-22 RP-23 every URL in the metadata and in the Request Object is absolute and has the scheme https', async () => {
  const absolute = (value: unknown): void => {
    for (const one of Array.isArray(value) ? value : [value]) assert.equal(new URL(String(one)).protocol, 'https:')
  }
  const configuration = await fixture.send(new Request(`${rpId}/.well-known/openid-federation`))
  const { metadata } = decodeJwt(await configuration.text()).payload as { metadata: Record<string, never> }
  for (const name of ['wallet_relying_party', 'openid_credential_verifier']) {
    const own = metadata[name] as unknown as Record<string, unknown>
    for (const member of ['client_id', 'request_uris', 'response_uris', 'response_uris_supported', 'redirect_uris'])
      absolute(own[member])
  }
  const { request, started } = await begin()
  absolute([request.payload.response_uri, request.payload.client_id, request.payload.iss, started.requestUri])
  const { response } = await present(fixture)
  absolute((await bodyOf(response)).redirect_uri)
})

test('RP-33 RP-51 two fetches of a request get the same nonce and state, and only one answer is accepted', async () => {
  const started = await start(fixture)
  const objects = [await fetchRequest(fixture, started), await fetchRequest(fixture, started)].map(requestObjectOf)
  const [first, second] = await Promise.all(objects)
  assert.deepEqual([first?.payload.nonce, first?.payload.state], [second?.payload.nonce, second?.payload.state])
  const wallet = await testWallet(fixture)
  const answers = [first, second].flatMap((request) => (request ? [answerForm(fixture, wallet, request)] : []))
  const posted = await Promise.all(answers.map(async (form) => (await post(fixture, await form)).status))
  assert.deepEqual(posted.sort(), [200, 400])
})

test('RP-66 RP-75 a presentation for one visitor’s session is refused in another visitor’s session', async () => {
  const [mine, theirs] = [await begin(), await begin()]
  const wallet = await testWallet(fixture)
  const mixed = { ...mine.request, payload: { ...mine.request.payload, state: theirs.request.payload.state } }
  await assertRefused(fixture, await post(fixture, await answerForm(fixture, wallet, mixed)), [
    'RP-66',
    'nonce_mismatch',
    403,
  ])
  assert.equal((await post(fixture, await answerForm(fixture, wallet, mine.request))).status, 200)
  const state = await theirs.started.browser.get(`${rpId}/session-state?id=${theirs.started.id}`)
  assert.equal(state.status, 202)
  const stolen = await theirs.started.browser.get(`${rpId}/session-state?id=${mine.started.id}`)
  await assertRefused(fixture, stolen, ['RP-75', 'session_invalid', 403, 'invalid_session'])
})
