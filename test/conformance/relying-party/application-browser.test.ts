/** The browser that an application sends: it is bound to the order, and returns to the application with a reference. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PresentationSession } from '../../../src/relying-party/index.ts'
import {
  answer,
  applicationFixture,
  begin,
  landed,
  order,
  redeemed,
  returnUrl,
} from '../../support/relying-party-application.ts'
import {
  assertRefused,
  type Bendable,
  createBrowser,
  fetchRequest,
  post,
  rpId,
  start,
} from '../../support/relying-party-fixture.ts'
import { pageRefused } from '../../support/relying-party-sessions.ts'

test('RP-81 RP-90 start_url binds the first browser, which can open it again, and refuses another browser', async () => {
  const at = await applicationFixture()
  const ordered = await order(at, { purpose: 'Accesso <al> portale' })
  const unbound = { requestUri: `${rpId}/request?id=${ordered.id}`, parameters: new URLSearchParams() }
  await assertRefused(at, await fetchRequest(at, unbound), ['RP-33', 'request_over', 400])
  const started = await begin(at, ordered)
  assert.match(started.page, /<span id="purpose" lang="">Accesso &lt;al&gt; portale<\/span>/)
  const [cookie] = started.browser.cookies
  assert.ok(cookie)
  const again = await begin(at, ordered, started.browser)
  assert.deepEqual([again.response.status, again.engagementUrl], [200, started.engagementUrl])
  assert.deepEqual([...started.browser.cookies], [cookie])
  await pageRefused(at, await createBrowser(at).get(ordered.start_url), 'RP-81', 'session_elsewhere')
  await pageRefused(at, await createBrowser(at).get(`${rpId}/presentations/begin?id=x`), 'RP-90', 'order_unknown')
  await pageRefused(at, await createBrowser(at).get(`${rpId}/presentations/begin`), 'RP-90', 'order_id_missing')
  const late = await order(at)
  at.clock.advance(120)
  await pageRefused(at, await createBrowser(at).get(late.start_url), 'RP-90', 'order_over')
})

test('RP-240 the purpose is shown in the language of the reader, or in a stated other language', async () => {
  const at = await applicationFixture()
  const both = { it: 'Accesso', en: 'Access' }
  for (const [purpose, language, shown] of [
    [both, 'it', '>Accesso'],
    [both, 'en', '>Access'],
    [both, 'sl', ' lang="en">Access'],
    [{ it: 'Accesso' }, 'en', ' lang="it">Accesso'],
    [{ sl: 'Dostop' }, 'en', ' lang="sl">Dostop'],
  ] as const) {
    const { start_url: url } = await order(at, { purpose })
    const page = await (await createBrowser(at).get(url, { 'accept-language': language })).text()
    assert.ok(page.includes(`<span id="purpose"${shown}</span>`), `${language}: ${JSON.stringify(purpose)}`)
  }
})

test('RP-113 the page with the QR code warns of codes that other people send', async () => {
  const at = await applicationFixture()
  for (const [language, words] of [
    ['it', 'Inquadra soltanto il codice che hai aperto tu'],
    ['en', 'Scan only the code that you opened yourself'],
  ] as const) {
    const browser = createBrowser(at)
    const page = await (await browser.get((await order(at)).start_url, { 'accept-language': language })).text()
    assert.ok(page.includes(`id="scan-warning">${words}`), page)
  }
})

test('RP-80 the page of an order that cannot continue refers to the application, and has no link to start again', async () => {
  const at = await applicationFixture()
  for (const url of [`${rpId}/presentations/begin?id=x`, `${rpId}/presentations/leave?id=x`]) {
    const page = await (await createBrowser(at).get(url)).text()
    assert.match(page, /Torna alla pagina del servizio da cui hai cominciato/)
    assert.doesNotMatch(page, /start-again/)
  }
  assert.match(await (await createBrowser(at).get(`${rpId}/presentations/new?variant=none`)).text(), /id="start-again"/)
})

test('RP-78 RP-90 start_url opened again leads the same browser to its finished presentation', async () => {
  const at = await applicationFixture()
  const ordered = await order(at)
  const started = await begin(at, ordered)
  const { redirect_uri } = await answer(at, started)
  const stateUrl = `${rpId}/session-state?id=${ordered.id}`
  const former = createBrowser(at, started.browser)
  await started.browser.get(stateUrl)
  const again = await former.get(ordered.start_url)
  assert.deepEqual([again.status, again.headers.get('location')], [303, redirect_uri])
  assert.equal(again.headers.getSetCookie().length, 1)
  assert.deepEqual((await former.get(ordered.start_url)).headers.getSetCookie(), [], 'the cookie is not renewed again')
  await pageRefused(at, await createBrowser(at).get(ordered.start_url), 'RP-81', 'session_elsewhere')
  assert.equal((await (await started.browser.get(stateUrl)).json()).redirect_uri, redirect_uri)
  assert.equal((await started.browser.get(redirect_uri)).status, 303)
  assert.equal((await started.browser.get(ordered.start_url)).headers.get('location'), redirect_uri) // RP-97
})

test('RP-20 RP-90 start_url redirects to a finished presentation until its result expires', async () => {
  const at = await applicationFixture()
  const ordered = await order(at)
  const started = await begin(at, ordered)
  await answer(at, started)
  at.clock.advance(299)
  assert.equal((await started.browser.get(ordered.start_url)).status, 303)
  at.clock.advance(1)
  await pageRefused(at, await started.browser.get(ordered.start_url), 'RP-33', 'request_over')
})

test('RP-33 start_url shows the request or redirects if the session expires during the request', async () => {
  for (const left of [1, 2, 3, 4]) {
    const at = await applicationFixture()
    const ordered = await order(at)
    const started = await begin(at, ordered)
    const session = await at.stores.presentationSessions.find(ordered.id)
    at.clock.advance((session?.expiresAt ?? 0) - at.clock.now() - left)
    const { now } = at.clock
    at.clock.now = () => {
      const time = now()
      at.clock.advance(1)
      return time
    }
    const { status } = await started.browser.get(ordered.start_url)
    assert.ok(status === 200 || status === 303, `${left} s left: ${status}`)
  }
})

test('RP-81 a stolen redirect_uri gives another browser no reference', async () => {
  const at = await applicationFixture()
  const started = await begin(at, await order(at, { flow: 'same-device' }))
  const { redirect_uri } = await answer(at, started)
  await pageRefused(at, await createBrowser(at).get(redirect_uri), 'RP-81', 'session_elsewhere')
  assert.equal((await started.browser.get(redirect_uri)).status, 303)
  await pageRefused(at, await createBrowser(at).get(redirect_uri), 'RP-81', 'session_elsewhere')
})

const leaveUrl = (id: string) => `${rpId}/presentations/leave?id=${id}`

test('RP-92 a cancelled, refused or expired presentation returns to the application with a reference and the reason', async () => {
  const at = await applicationFixture()
  const outcomes: [
    title: string,
    end: (started: Awaited<ReturnType<typeof begin>>) => unknown,
    status: string,
    reason: string,
  ][] = [
    ['cancelled', () => undefined, 'cancelled', 'cancelled'],
    [
      'refused',
      async ({ parameters }) => {
        const posted = await post(at, { error: 'access_denied', state: parameters.get('state') ?? '' })
        assert.deepEqual(await posted.json(), {}, 'the wallet of another device has no browser to send back')
      },
      'refused',
      'access_denied',
    ],
    ['expired', () => at.clock.advance(120), 'expired', 'expired'],
  ]
  for (const [title, end, status, reason] of outcomes) {
    const ordered = await order(at)
    const started = await begin(at, ordered)
    assert.ok(started.page.includes(`id="retry" href="${leaveUrl(ordered.id)}"`))
    assert.ok(started.page.includes(`id="cancel" href="${leaveUrl(ordered.id)}"`))
    await end(started)
    const again = await started.browser.get(ordered.start_url)
    const leaving = title === 'cancelled' ? null : leaveUrl(ordered.id)
    assert.deepEqual(
      [again.status, again.headers.get('location')],
      [leaving ? 303 : 200, leaving],
      'the redirect needs no script',
    )
    await pageRefused(at, await createBrowser(at).get(ordered.start_url), 'RP-81', 'session_elsewhere')
    const left = await started.browser.get(leaveUrl(ordered.id))
    assert.equal(left.status, 303, title)
    const { url, reference } = landed(left)
    assert.ok(url.startsWith(returnUrl) && url.endsWith('&state=of-the-portal'))
    const result = await redeemed(at, reference)
    assert.deepEqual(result, { id: ordered.id, state: 'of-the-portal', status, reason })
    await pageRefused(at, await createBrowser(at).get(leaveUrl(ordered.id)), 'RP-81', 'session_elsewhere')
  }
})

test('RP-92 on the same device, the wallet that refuses gets a redirect_uri to the application', async () => {
  const at = await applicationFixture()
  for (const scope of [undefined, 'PersonIdentificationData WalletAttestation']) {
    const asked = scope === undefined ? {} : { scope, dcql_query: undefined }
    const ordered = await order(at, { ...asked, flow: 'same-device' })
    const started = await begin(at, ordered)
    const stored = await at.stores.presentationSessions.find(ordered.id)
    const posted = await post(at, { error: 'access_denied', state: stored?.state ?? '' })
    const { redirect_uri } = (await posted.json()) as Bendable
    await pageRefused(at, await createBrowser(at).get(redirect_uri), 'RP-81', 'session_elsewhere')
    const { reference } = landed(await started.browser.get(redirect_uri))
    assert.equal((await redeemed(at, reference)).reason, 'access_denied')
  }
})

for (const [title, urlOf] of [
  ['leaves', ({ id }) => leaveUrl(id)],
  ['brings an error', ({ state }) => `${rpId}/presentation-result?error=access_denied&state=${state}`],
] as [string, (session: PresentationSession) => string][])
  test(`RP-97 a browser that ${title} while the wallet refuses, and then brings the response code, has one reference`, async (t) => {
    const at = await applicationFixture()
    const ordered = await order(at, { flow: 'same-device' })
    const { browser } = await begin(at, ordered)
    const former = createBrowser(at, browser)
    const sessions = at.stores.presentationSessions
    const session = await sessions.find(ordered.id)
    assert.ok(session)
    const reject = sessions.reject.bind(sessions)
    let answered: Bendable = {}
    t.mock.method(
      sessions,
      'reject',
      async (input: Parameters<typeof reject>[0]) => {
        answered = await (await post(at, { error: 'access_denied', state: session.state })).json()
        return reject(input)
      },
      { times: 1 },
    )
    const { reference } = landed(await browser.get(urlOf(session)))
    assert.equal(landed(await former.get(answered.redirect_uri)).reference, reference)
    assert.equal((await redeemed(at, reference)).reason, 'access_denied')
  })

test('RP-92 only the browser of an open, ordered session can leave it', async () => {
  const at = await applicationFixture()
  const started = await begin(at, await order(at))
  await pageRefused(at, await createBrowser(at).get(leaveUrl(started.id)), 'RP-81', 'session_elsewhere')
  await answer(at, started)
  await pageRefused(at, await started.browser.get(leaveUrl(started.id)), 'RP-92', 'session_completed')
  await pageRefused(at, await started.browser.get(leaveUrl('x')), 'RP-92', 'order_unknown')
  await pageRefused(at, await started.browser.get(`${rpId}/presentations/leave`), 'RP-92', 'order_id_missing')
  const own = await start(at)
  await pageRefused(at, await own.browser.get(leaveUrl(own.id)), 'RP-92', 'order_unknown')
  await pageRefused(at, await own.browser.get(`${rpId}/presentations/begin?id=${own.id}`), 'RP-90', 'order_unknown')
})
