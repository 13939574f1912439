/** The browser's side: cookie, status endpoint, the return at redirect_uri, and the retention of the data. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReceivedPresentation } from '../../../src/relying-party/index.ts'
import { openSqliteStores } from '../../../src/stores/index.ts'
import { containsWord } from '../../support/contains-word.ts'
import { observeOutput } from '../../support/decisions.ts'
import {
  assertRefused,
  type Browser,
  createBrowser,
  fetchRequest,
  post,
  present,
  type RelyingPartyFixture,
  relyingPartyFixture,
  rpId,
  start,
} from '../../support/relying-party-fixture.ts'
import { crossDevice, pageRefused, redirectUriOf, sameDevice, stateOf } from '../../support/relying-party-sessions.ts'

const fixture = await relyingPartyFixture()

test('RP-76 the cookie is Secure, HttpOnly, SameSite=Lax and bound to the host, and does not contain the id', async () => {
  const { response, id, browser } = await start(fixture)
  const [cookie = ''] = response.headers.getSetCookie()
  assert.match(
    cookie,
    /^__Host-relying-party-session-[A-Za-z0-9_-]{8}=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax$/,
  )
  const [value = ''] = browser.cookies.values()
  assert.ok(!value.includes(id) && !id.includes(value))
  assert.ok(!JSON.stringify(await fixture.stores.presentationSessions.find(id)).includes(value))
  observeOutput('RP-76')
})

test('RP-16 RP-77 RP-78 the status is 201 issued, 202 fetched, or 200 completed with a new cookie and the URL, never cached', async () => {
  const { started, response } = await present(fixture, { query: crossDevice })
  const before = new Map(started.browser.cookies)
  const completed = await stateOf(started.browser, started.id)
  assert.equal(completed.status, 200)
  assert.equal(completed.headers.get('cache-control'), 'no-store')
  assert.deepEqual(await completed.json(), { status: 'completed', redirect_uri: await redirectUriOf(response) })
  assert.notDeepEqual(started.browser.cookies, before)
  const again = await stateOf(started.browser, started.id)
  assert.deepEqual([again.status, again.headers.getSetCookie()], [200, []])

  const waiting = await start(fixture)
  const issued = await stateOf(waiting.browser, waiting.id)
  assert.deepEqual([issued.status, await issued.json()], [201, { status: 'issued', expires_in: 120 }])
  await fetchRequest(fixture, waiting)
  const fetched = await stateOf(waiting.browser, waiting.id)
  assert.deepEqual([fetched.status, await fetched.json()], [202, { status: 'fetched', expires_in: 300 }])
  assert.equal(fetched.headers.get('cache-control'), 'no-store')
  for (const id of ['RP-16', 'RP-78']) observeOutput(id)
})

test('RP-75 RP-78 a browser that lost the completed status can ask again, and reaches its presentation', async () => {
  const { started, response } = await present(fixture, { query: crossDevice })
  const uri = await redirectUriOf(response)
  const before = createBrowser(fixture, started.browser)
  await stateOf(started.browser, started.id)
  const lost = started.browser.cookies
  for (let count = 0; count < 2; count += 1) {
    const browser = createBrowser(fixture, before)
    const again = await stateOf(browser, started.id)
    assert.deepEqual([again.status, (await again.json()).redirect_uri], [200, uri])
    assert.deepEqual(browser.cookies, lost)
  }
  const page = await before.get(`${rpId}/presentations/new?${crossDevice}&session=${started.id}`)
  assert.deepEqual([page.status, page.headers.get('location')], [303, uri])
  await assertRefused(fixture, await stateOf(createBrowser(fixture), started.id), [
    'RP-75',
    'session_invalid',
    403,
    'invalid_session',
  ])
  assert.match(await (await started.browser.get(uri)).text(), /class="claim">Ada</)
  assert.match(await (await before.get(uri)).text(), /class="claim">Ada</) // RP-97
})

test('RP-16 RP-77 the status is 401 when the request was rejected or has expired', async () => {
  const at = await relyingPartyFixture()
  const rejected = await start(at)
  await post(at, { error: 'access_denied', state: rejected.parameters.get('state') ?? '' })
  const first = await stateOf(rejected.browser, rejected.id)
  assert.deepEqual([first.status, (await first.json()).status], [401, 'rejected'])
  const unused = await start(at)
  const fetched = await start(at)
  await fetchRequest(at, fetched)
  at.clock.advance(119)
  assert.equal((await stateOf(unused.browser, unused.id)).status, 201)
  at.clock.advance(1)
  assert.equal((await stateOf(unused.browser, unused.id)).status, 401)
  assert.equal((await stateOf(fetched.browser, fetched.id)).status, 202)
  at.clock.advance(180)
  const late = await stateOf(fetched.browser, fetched.id)
  assert.deepEqual([late.status, (await late.json()).status], [401, 'expired'])
  for (const response of [first, late]) assert.equal(response.headers.get('www-authenticate'), 'Presentation')
})

test('RP-75 the status is 403 invalid_session for the id alone, an unknown id, no id, and another session’s cookie', async () => {
  const one = await start(fixture)
  const two = await start(fixture)
  const forged = createBrowser(fixture)
  const [name = ''] = one.browser.cookies.keys()
  const [value = ''] = two.browser.cookies.values()
  forged.cookies.set(name, value)
  const rows: [Browser, string][] = [
    [createBrowser(fixture), one.id],
    [two.browser, one.id],
    [forged, one.id],
    [one.browser, 'unknown'],
    [one.browser, ''],
  ]
  for (const [browser, id] of rows)
    await assertRefused(fixture, await stateOf(browser, id), ['RP-75', 'session_invalid', 403, 'invalid_session'])
})

async function assertErrorPage(at: RelyingPartyFixture, response: Response, id: string, code: string): Promise<void> {
  const page = await pageRefused(at, response, id, code)
  assert.match(page, /<html lang="it">/)
  for (const detail of [code, id, 'session']) assert.ok(!page.includes(detail), `${detail} in ${page}`)
  for (const word of ['Ada', 'JWT']) assert.ok(!containsWord(page, word), `${word} in ${page}`)
}

test('RP-17 RP-80 a missing, malformed, unknown or expired response code gets a 403 page', async () => {
  const at = await relyingPartyFixture()
  const { started, response } = await present(at, { query: sameDevice })
  const uri = await redirectUriOf(response)
  const bare = `${rpId}/presentation-result`
  const rows: [string, string][] = [
    [bare, 'response_code_missing'],
    [`${bare}?response_code=short`, 'response_code_missing'],
    [`${bare}?response_code=${'x'.repeat(43)}`, 'response_code_unknown'],
  ]
  for (const [url, code] of rows) {
    await assertErrorPage(at, await started.browser.get(url), 'RP-17', code)
    assert.equal(at.sink.lastRefusal()?.checks.at(-1)?.at, 'query.response_code')
  }
  assert.equal((await started.browser.get(uri)).status, 200)

  const late = await present(at, { query: sameDevice })
  at.clock.advance(300)
  await assertErrorPage(
    at,
    await late.started.browser.get(await redirectUriOf(late.response)),
    'RP-17',
    'response_code_expired',
  )
  const english = await started.browser.get(uri, { 'accept-language': 'en-GB,it;q=0.5' })
  const page = await english.text()
  assert.match(page, /<html lang="en">/)
  assert.match(page, /You cannot continue here/)
  observeOutput('RP-80')
})

test('RP-205 the page after the return from the wallet names refused cookies as a possible cause', async () => {
  const { response } = await present(fixture, { query: sameDevice })
  const page = await createBrowser(fixture).get(await redirectUriOf(response))
  assert.match(await page.text(), /oppure il browser non accetta i cookie/)
})

test('RP-82 across devices, the wallet’s browser is sent to the other screen, shows no claim, and uses up no result', async () => {
  const { started, response } = await present(fixture, { query: crossDevice })
  const uri = await redirectUriOf(response)
  const opened = await createBrowser(fixture).get(uri)
  const page = await opened.text()
  assert.equal(opened.status, 200)
  assert.match(page, /id="continue-elsewhere"/)
  assert.doesNotMatch(page, /\bAda\b/)
  assert.deepEqual(opened.headers.getSetCookie(), [])
  await assertErrorPage(fixture, await createBrowser(fixture).get(uri), 'RP-135', 'response_code_unknown')
  const { redirect_uri } = await (await stateOf(started.browser, started.id)).json()
  assert.match(await (await started.browser.get(redirect_uri)).text(), /class="claim">Ada</)
})

test('RP-87 responses at redirect_uri have the headers no-store and no-referrer', async () => {
  const { started, response } = await present(fixture, { query: crossDevice })
  const uri = await redirectUriOf(response)
  const foreign = (await start(fixture)).browser
  const pages = [await createBrowser(fixture).get(uri), await started.browser.get(uri), await foreign.get(uri)]
  assert.deepEqual(
    pages.map(({ status }) => status),
    [200, 200, 403],
  )
  for (const { headers } of pages)
    assert.deepEqual([headers.get('cache-control'), headers.get('referrer-policy')], ['no-store', 'no-referrer'])
  observeOutput('RP-87')
})

test('RP-20 a session and its claims are deleted after their retention time', async () => {
  const at = await relyingPartyFixture()
  const { started, response } = await present(at, { query: crossDevice })
  const kept = async () => JSON.stringify((await at.stores.presentationSessions.find(started.id)) ?? {})
  assert.ok((await kept()).includes('Ada'))
  await started.browser.get(await redirectUriOf(response))
  const forgotten = await present(at, { query: crossDevice })
  at.clock.advance(721)
  await at.rp.forgetOldSessions(at.clock.now() - 60)
  assert.ok(await at.stores.presentationSessions.find(forgotten.started.id), 'a clock that is behind deletes nothing')
  await at.rp.forgetOldSessions()
  assert.equal(await at.stores.presentationSessions.find(forgotten.started.id), undefined)
  assert.equal(await kept(), '{}')
})

test('RP-20 the application receives the requested claims at each request of the browser, and can answer the browser', async () => {
  const received: ReceivedPresentation[] = []
  const at = await relyingPartyFixture({
    receive: (presentation) => {
      received.push(presentation)
      return new Response(null, { status: 302, headers: { location: '/account' } })
    },
  })
  const { started, response } = await present(at, { query: crossDevice })
  const uri = await redirectUriOf(response)
  const opened = await started.browser.get(uri)
  assert.deepEqual(
    [opened.status, opened.headers.get('location'), opened.headers.getSetCookie().length],
    [302, '/account', 1],
  )
  await started.browser.get(uri)
  await createBrowser(at).get(uri)
  const [presentation, ...others] = received
  assert.deepEqual(others, [presentation], 'the same again for the same browser (RP-97)')
  assert.equal(presentation?.sessionId, started.id)
  const [pid] = presentation?.result.credentials ?? []
  const { selected, surplus, status, issuedAt, expiresAt, ...named } = pid ?? {}
  assert.deepEqual([surplus, status, (expiresAt ?? 0) - (issuedAt ?? 0)], [[], 'valid', 86_460])
  assert.deepEqual(
    selected?.map(({ path }) => path),
    [['given_name'], ['family_name'], ['tax_id_number']],
  )
  assert.deepEqual(named, {
    id: 'pid',
    format: 'dc+sd-jwt',
    type: 'eu.eudiw.pid.it',
    issuer: 'https://issuer.example',
    issuerName: 'Ente di Prova',
    claims: { given_name: 'Ada', family_name: 'Rossi', tax_id_number: 'TINIT-RSSDAA80A50H501X' },
  })
})

test('RP-51 a store whose sessions are an instance of a class completes a presentation', async () => {
  const { stores } = openSqliteStores('relying-party', ':memory:')
  const presentationSessions = Object.create(stores.presentationSessions)
  const at = await relyingPartyFixture({ stores: { ...stores, presentationSessions } })
  const { response } = await present(at)
  assert.equal(response.status, 200)
})
