/** A request is answered once: the user's message after a second tap, a fault of the service or a lost answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityConfigurationPath } from '../../../src/federation/index.ts'
import { createPresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { requestUri, responseUri } from '../../support/scripted-relying-party.ts'
import { startThirdParties } from '../../support/third-parties.ts'

test('WI-92 answers a link once; WI-91 a link can be opened again after a fault of the service', async () => {
  const bench = await createPresentationBench()
  const link = bench.relyingParty.engagement()
  bench.relyingParty.bends.answer = (path) =>
    path === '/request' ? Response.json({ error: 'server_error' }, { status: 500 }) : undefined
  await refusedBy('WI-93', 'request_refused', bench.wallet.present(link))
  bench.relyingParty.bends.answer = () => undefined
  assert.equal((await bench.wallet.present(link)).kind, 'presented')
  await refusedBy('WI-92', 'engagement_used', bench.wallet.present(link))
  assert.equal(bench.sentTo(responseUri).length, 1)
})

test('WI-92 a link with a published request URI and no state works with each new Request Object', async () => {
  const bench = await createPresentationBench()
  const { bends } = bench.relyingParty
  bends.engagement = { request_uri: requestUri, state: undefined }
  const link = bench.relyingParty.engagement()
  bends.request = { payload: { exp: bench.fixture.clock.now() - 600 } }
  await refusedBy('WI-74', 'expired', bench.wallet.present(link))
  bends.request = {}
  for (const count of [1, 2]) {
    assert.equal((await bench.wallet.present(link)).kind, 'presented')
    assert.equal(bench.sentTo(responseUri).length, count)
  }
})

test('WI-92 a link is answered once until its Request Object expires, however late that is', async () => {
  const bench = await createPresentationBench()
  const { clock } = bench.fixture
  const link = bench.relyingParty.engagement()
  bench.relyingParty.bends.request = { payload: { exp: clock.now() + 2 * 86_400 } }
  assert.equal((await bench.wallet.present(link)).kind, 'presented')
  clock.advance(86_400 + 60)
  await refusedBy('WI-92', 'engagement_used', bench.wallet.present(link))
  assert.equal(bench.sentTo(responseUri).length, 1)
})

test('WI-92 only one of two concurrent taps on one link is answered', async () => {
  const bench = await createPresentationBench()
  const link = bench.relyingParty.engagement()
  const taps = await Promise.allSettled([bench.wallet.present(link), bench.wallet.present(link)])
  const [second] = taps.filter((tap) => tap.status === 'rejected')
  assert.ok(second)
  await refusedBy('WI-92', 'engagement_used', Promise.reject(second.reason))
  assert.equal(bench.sentTo(responseUri).length, 1)
})

test('WI-92 GEN-27 a request that could not be verified because of an outage can be opened again', async () => {
  const bench = await createPresentationBench()
  const { bends } = bench.relyingParty
  const link = bench.relyingParty.engagement()
  bends.request = { header: { trust_chain: undefined } }
  let isDown = false
  bends.answer = async (path) => {
    if (path === '/request' && !isDown) {
      isDown = true
      bench.fixture.clock.advance(7200) // the wallet's cache of the party has expired
    }
    return isDown && path === entityConfigurationPath ? new Response('', { status: 503 }) : undefined
  }
  await refusedBy('GEN-27', 'trust_unavailable', bench.wallet.present(link))
  assert.equal(bench.asked.length, 0)
  bends.answer = () => undefined
  bench.fixture.clock.advance(60)
  assert.equal((await bench.wallet.present(link)).kind, 'presented')
  await refusedBy('WI-92', 'engagement_used', bench.wallet.present(link))
})

test('WI-92 GEN-27 a request whose revocation list cannot be fetched can be opened again (1.4)', async (t) => {
  const { relyingParty, createWallet, deliverTo } = await startThirdParties(t, 'it-wallet-1.4')
  const { wallet, phone, blobs, random } = createWallet()
  await wallet.setUp()
  await deliverTo(wallet, 'it-wallet-1.4')
  const link = relyingParty.ask('dcql')
  const { wallet: cutOff } = createWallet({ phone, blobs, random }, (request) =>
    request.url.endsWith('.crl') ? Promise.reject(new TypeError('the line is cut')) : fetch(request),
  )
  await refusedBy('FED-82', 'crl_unavailable', cutOff.present(link))
  assert.equal((await wallet.present(link)).kind, 'presented')
})

for (const [what, requirement, code, answer] of [
  ['no answer', 'GEN-27', 'unreachable', () => Promise.reject(new TypeError('closed'))],
  ['an unreadable answer', 'GEN-23', 'answer_unreadable', async () => new Response(Uint8Array.of(0xff))],
  ['a status 500', 'WI-88', 'response_refused', async () => new Response('', { status: 500 })],
  ['a status 503', 'WI-88', 'response_refused', async () => new Response('', { status: 503 })],
  ['a status 429', 'WI-88', 'response_refused', async () => new Response('', { status: 429 })],
] as const)
  test(`WI-92 a response is not sent again after ${what}, and the user gets a message`, async () => {
    const bench = await createPresentationBench()
    const link = bench.relyingParty.engagement()
    let posts = 0
    bench.relyingParty.bends.answer = (path) => {
      if (path !== '/response') return undefined
      posts += 1
      return answer()
    }
    const refusal = await refusedBy(requirement, code, bench.wallet.present(link))
    assert.equal(refusal.answer.error, 'response_unconfirmed')
    assert.match(refusal.answer.text, /ask the service for a new request/)
    await refusedBy('WI-92', 'engagement_used', bench.wallet.present(link))
    assert.equal(posts, 1)
  })

test('WI-91 after a server_error the wallet asks the user to scan again', async () => {
  const bench = await createPresentationBench()
  bench.relyingParty.bends.answer = (path) =>
    path === '/request' ? Response.json({ error: 'server_error' }, { status: 500 }) : undefined
  const refusal = await bench.refuses('WI-93', 'request_refused')
  assert.match(refusal.answer.text, /again/)
})
