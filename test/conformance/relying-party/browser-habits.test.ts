/**
 * Automatic actions of browsers at the Relying Party: they prefetch, reload and restore pages, have two tabs open and
 * lose answers. None of these uses up a value that the person needs.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { assertPrefetchRefused } from '../../support/page-loads.ts'
import {
  answer,
  applicationFixture,
  begin,
  call,
  landed,
  order,
  redeem,
  redeemed,
} from '../../support/relying-party-application.ts'
import {
  createBrowser,
  fetchRequest,
  present,
  relyingPartyFixture,
  rpId,
  start,
} from '../../support/relying-party-fixture.ts'
import { crossDevice, pageRefused, redirectUriOf, sameDevice, stateOf } from '../../support/relying-party-sessions.ts'

test('RP-95 a prefetched page changes nothing, and works when a person opens it', async () => {
  const at = await applicationFixture()
  const ordered = await order(at)
  await assertPrefetchRefused(createBrowser(at), ordered.start_url)
  const started = await begin(at, ordered)
  assert.equal(started.response.status, 200, 'the order is bound to the browser of the person')
  await assertPrefetchRefused(started.browser, `${rpId}/presentations/leave?id=${ordered.id}`)
  const { redirect_uri } = await answer(at, started)
  await assertPrefetchRefused(started.browser, redirect_uri)
  const { reference } = landed(await started.browser.get(redirect_uri))
  assert.equal((await redeemed(at, reference)).status, 'presented')

  const browser = createBrowser(at)
  await assertPrefetchRefused(browser, `${rpId}/presentations/new?${sameDevice}`)
  assert.equal(browser.cookies.size, 0)
  assert.equal(
    (await browser.get(`${rpId}/`, { 'sec-purpose': 'prefetch' })).status,
    200,
    'a page without effects can be prefetched',
  )
})

test('RP-97 the result is shown again to its browser until it expires, and to no other browser', async () => {
  const at = await relyingPartyFixture()
  for (const query of [crossDevice, sameDevice]) {
    const { started, response } = await present(at, { query })
    const uri = await redirectUriOf(response)
    const lost = createBrowser(at, started.browser)
    for (const browser of [started.browser, started.browser, lost, lost]) {
      const page = await browser.get(uri)
      assert.equal(page.status, 200)
      assert.match(await page.text(), /class="claim">Ada</)
    }
    const other = (await present(at, { query })).started.browser
    await pageRefused(at, await other.get(uri), 'RP-17', 'session_foreign')
    at.clock.advance(300)
    await pageRefused(at, await started.browser.get(uri), 'RP-17', 'response_code_expired')
  }
})

test('RP-97 two tabs that wait for one presentation both get the result, even at the same time', async () => {
  const at = await relyingPartyFixture()
  const { started, response } = await present(at, { query: crossDevice })
  const uri = await redirectUriOf(response)
  const tabs = [createBrowser(at, started.browser), createBrowser(at, started.browser)]
  const states = await Promise.all(tabs.map((tab) => stateOf(tab, started.id)))
  for (const state of states) assert.equal((await state.json()).redirect_uri, uri)
  const pages = await Promise.all(tabs.map((tab) => tab.get(uri)))
  for (const page of pages) assert.match(await page.text(), /class="claim">Ada</)
  const restored = await tabs[0]?.get(`${rpId}/presentations/new?${crossDevice}&session=${started.id}`)
  assert.deepEqual([restored?.status, restored?.headers.get('location')], [303, uri])
})

test('RP-97 after the browser’s return, its former cookie opens no page without the response code', async () => {
  const at = await relyingPartyFixture()
  const { started, response } = await present(at, { query: sameDevice })
  const former = createBrowser(at, started.browser)
  await started.browser.get(await redirectUriOf(response))
  assert.equal((await stateOf(former, started.id)).status, 403)
  await pageRefused(
    at,
    await former.get(`${rpId}/presentation-result?session=${started.id}`),
    'RP-17',
    'session_foreign',
  )
})

test('RP-96 on the same device, a browser that never brought the response code waits for the wallet', async () => {
  const at = await relyingPartyFixture()
  const { started, response } = await present(at, { query: sameDevice })
  const url = `${rpId}/presentation-result?session=${started.id}`
  const thief = createBrowser(at, started.browser)
  const early = createBrowser(at, started.browser)
  await stateOf(early, started.id)
  assert.notDeepEqual(early.cookies, thief.cookies, 'the status renews the cookie')
  const uri = await redirectUriOf(response)
  assert.match(await (await started.browser.get(uri)).text(), /class="claim">Ada</)
  const renewed = await stateOf(early, started.id)
  assert.deepEqual([renewed.status, (await renewed.json()).redirect_uri], [200, url])
  assert.match(await (await early.get(url)).text(), /continue-in-wallet/)
  assert.equal((await stateOf(thief, started.id)).status, 403)
  assert.match(await (await started.browser.get(url)).text(), /class="claim">Ada</)
  assert.match(await (await early.get(uri)).text(), /class="claim">Ada</, 'a lost answer can be repeated')
  assert.match(await (await early.get(url)).text(), /class="claim">Ada</)
})

test('RP-91 RP-96 on the same device, only the browser with the response code reaches the application', async () => {
  const at = await applicationFixture()
  const ordered = await order(at, { flow: 'same-device' })
  const started = await begin(at, ordered)
  const { redirect_uri } = await answer(at, started)
  const thief = createBrowser(at, started.browser)
  const { redirect_uri: url } = await (await stateOf(thief, started.id)).json()
  const { reference } = landed(await started.browser.get(redirect_uri))
  for (const address of [url, ordered.start_url, `${rpId}/presentations/leave?id=${ordered.id}`]) {
    const response = await thief.get(address)
    assert.ok([200, 303, 403].includes(response.status))
    assert.doesNotMatch(`${response.headers.get('location')}`, /reference/)
  }
  const [known = ''] = [...thief.cookies].flatMap(([name, value]) => (name.includes('session') ? [value] : []))
  assert.notEqual(reference, createHash('sha256').update(`reference.${known}`).digest('base64url'))
  assert.equal((await redeemed(at, reference)).status, 'presented')
})

test('RP-96 on the same device, the status URL waits for the wallet, and then shows the result', async () => {
  const at = await relyingPartyFixture()
  const { started, response } = await present(at, { query: sameDevice })
  const url = `${rpId}/presentation-result?session=${started.id}`
  const state = async () => (await stateOf(started.browser, started.id)).json()
  assert.deepEqual(await state(), { status: 'completed', redirect_uri: url })
  for (const [language, title] of [
    ['it', 'Continua nel portafoglio digitale'],
    ['en', 'Continue in your wallet'],
  ] as const) {
    const page = await started.browser.get(url, { 'accept-language': language })
    const text = await page.text()
    assert.equal(page.status, 200)
    assert.ok(text.includes(`<h1 id="title">${title}</h1>`) && text.includes('id="continue-in-wallet"'))
    assert.doesNotMatch(text, /\bAda\b/)
  }
  await pageRefused(at, await createBrowser(at).get(url), 'RP-81', 'session_elsewhere')
  await pageRefused(at, await (await start(at)).browser.get(url), 'RP-17', 'session_foreign')
  const uri = await redirectUriOf(response)
  await pageRefused(at, await createBrowser(at).get(uri), 'RP-81', 'session_elsewhere')
  assert.match(await (await started.browser.get(url)).text(), /continue-in-wallet/, 'still waits for the wallet')
  assert.equal((await started.browser.get(uri)).status, 200)
  assert.deepEqual(await state(), { status: 'completed', redirect_uri: url })
  assert.match(await (await started.browser.get(url)).text(), /class="claim">Ada</)
  const open = await start(at, sameDevice)
  const early = await open.browser.get(`${rpId}/presentation-result?session=${open.id}`)
  await pageRefused(at, early, 'RP-17', 'session_unknown')
})

test('RP-96 RP-97 on the same device, the status URL of an order leads to the application with the same reference', async () => {
  const at = await applicationFixture()
  const ordered = await order(at, { flow: 'same-device' })
  const started = await begin(at, ordered)
  const { redirect_uri } = await answer(at, started)
  const { redirect_uri: url } = await (await stateOf(started.browser, started.id)).json()
  assert.match(await (await started.browser.get(url)).text(), /continue-in-wallet/)
  const first = landed(await started.browser.get(redirect_uri))
  assert.deepEqual(landed(await started.browser.get(url)), first)
  assert.equal((await started.browser.get(ordered.start_url)).headers.get('location'), url)
})

test('RP-91 RP-97 one browser gets one reference, which gives the same result until it expires', async () => {
  const at = await applicationFixture()
  const ordered = await order(at)
  const started = await begin(at, ordered)
  const { redirect_uri } = await answer(at, started)
  const lost = createBrowser(at, started.browser)
  const first = landed(await started.browser.get(redirect_uri))
  assert.deepEqual(landed(await lost.get(redirect_uri)), first)
  const result = await redeemed(at, first.reference)
  assert.equal(result.credentials.pid.claims.given_name, 'Ada')
  assert.deepEqual(await redeemed(at, first.reference), result)
  assert.deepEqual(landed(await started.browser.get(redirect_uri)), first)
  const restored = await started.browser.get(ordered.start_url)
  assert.deepEqual([restored.status, restored.headers.get('location')], [303, redirect_uri])
  const audit = await (await call(at, '/audit')).json()
  assert.deepEqual(
    audit.entries.map(({ event }: { event: string }) => event),
    ['begun', 'redeemed'],
  )
  assert.equal((await call(at, `/presentations/${ordered.id}`)).status, 200)
  assert.equal('credentials' in (await (await call(at, `/presentations/${ordered.id}`)).json()), false)
  at.clock.advance(60)
  assert.equal((await redeem(at, first.reference)).status, 400)
  const stored = async () => JSON.stringify(await at.stores.presentationSessions.find(ordered.id))
  assert.match(await stored(), /\bAda\b/)
  await at.rp.forgetOldSessions()
  assert.doesNotMatch(await stored(), /\bAda\b/)
  assert.equal(landed(await started.browser.get(redirect_uri)).reference, first.reference)
  await pageRefused(at, await started.browser.get(ordered.start_url), 'RP-33', 'request_over')
})

test('RP-92 RP-97 a browser that leaves an order again returns to the application with the same reference', async () => {
  const at = await applicationFixture()
  const ordered = await order(at)
  const started = await begin(at, ordered)
  const lost = createBrowser(at, started.browser)
  const leaveUrl = `${rpId}/presentations/leave?id=${ordered.id}`
  const first = landed(await started.browser.get(leaveUrl))
  for (const browser of [lost, started.browser]) assert.deepEqual(landed(await browser.get(leaveUrl)), first)
  assert.equal((await redeemed(at, first.reference)).status, 'cancelled')
  assert.deepEqual(landed(await started.browser.get(leaveUrl)), first)
  assert.equal((await redeemed(at, first.reference)).status, 'cancelled')
  assert.equal((await started.browser.get(ordered.start_url)).headers.get('location'), leaveUrl)
})

test('RP-80 RP-97 a browser that cannot continue an order gets a link to its application', async () => {
  const back = (page: string): string | undefined => /id="back-to-service"[^>]*href="([^"]*)"/.exec(page)?.[1]
  const at = await applicationFixture()
  const ordered = await order(at)
  await begin(at, ordered)
  const other = createBrowser(at)
  assert.equal(back(await (await other.get(ordered.start_url)).text()), 'https://portal.example/')
  assert.equal(
    back(await (await other.get(`${rpId}/presentations/begin?id=x`)).text()),
    undefined,
    'no link if two applications are possible',
  )
  const sameDeviceOrder = await begin(at, await order(at, { flow: 'same-device' }))
  await fetchRequest(at, sameDeviceOrder)
  const { redirect_uri } = await answer(at, sameDeviceOrder)
  const page = await pageRefused(at, await other.get(redirect_uri), 'RP-81', 'session_elsewhere')
  assert.deepEqual([back(page), page.includes('start-again')], [undefined, true], 'another browser learns nothing')
  const { state } = (await at.stores.presentationSessions.find(sameDeviceOrder.id)) ?? {}
  const failedUrl = `${rpId}/presentation-result?error=access_denied&state=${state}`
  const ownPage = await pageRefused(at, await sameDeviceOrder.browser.get(failedUrl), 'RP-135', 'session_completed')
  assert.deepEqual([back(ownPage), ownPage.includes('start-again')], ['https://portal.example/', false])
  const portal = { id: 'portal', apiKeyDigests: at.config.applications[0]?.apiKeyDigests }
  const one = await applicationFixture({
    config: { applications: [{ ...portal, returnUrls: ['https://portal.example/a', 'https://portal.example/b'] }] },
  })
  const unknown = await createBrowser(one).get(`${rpId}/presentations/leave?id=x`)
  assert.equal(back(await unknown.text()), 'https://portal.example/')
})
