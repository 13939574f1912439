/** Known faults of other verifiers and wallets: one test for each that no other file covers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { RP } from '../../../src/relying-party/index.ts'
import {
  assertRefused,
  type Bend,
  bodyOf,
  fetchRequest,
  metadataOf,
  present,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
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
  const metadata = await metadataOf(fixture)
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
