/**
 * The browser's part up to the code: the pushed request is opened, the session belongs to one browser, and the wallet
 * gets the result.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertPageHeaders, openProvider } from '../../support/authorizing-browser.ts'
import { observeOutput } from '../../support/decisions.ts'
import { ofObject } from '../../support/par-refusals.ts'
import {
  authorize,
  beginIssuance,
  callback,
  consentPage,
  decide,
  locationOf,
  obtainCode,
  openBrowser,
  pushed,
  redirectUri,
  sessionCookieOf,
  state,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'
import { person } from '../../support/scripted-identity-provider.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const { fixture, identityProvider, begun, loggedIn, onPage } = await openProvider()

test('PP-15 PP-56 after consent, the redirect to the wallet contains the code, the unchanged state and the URL’s own query', async () => {
  const { issuance, browser } = await loggedIn()
  const response = await decide(issuance, browser)
  assert.equal(response.status, 302)
  const location = response.headers.get('location') ?? ''
  assert.ok(location.startsWith(`${redirectUri}&`), location)
  assert.ok(location.includes(`state=${encodeURIComponent(state)}`), location)
  const { searchParams } = new URL(location)
  assert.match(searchParams.get('code') ?? '', /^[A-Za-z0-9_-]{43}$/)
  assert.equal(searchParams.get('state'), state)
  assert.equal(searchParams.get('iss'), pidProviderId)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  observeOutput('PP-15')
  observeOutput('PP-56')
})

for (const mode of ['query', 'form_post.jwt', 'fragment', '', 7])
  test(`PP-123 the code is in the redirect’s query, even with the response_mode ${JSON.stringify(mode)}`, async () => {
    const issuance = await beginIssuance(fixture)
    assert.match(await obtainCode(issuance, ofObject({ response_mode: mode })), /^[A-Za-z0-9_-]{43}$/)
  })

test('PP-12 PP-54 refuses a request that was not pushed, on a page', async () => {
  const { issuance, requestUri } = await begun()
  await onPage(await authorize(issuance, requestUri, { request_uri: undefined }), 'PP-12', 'request_uri_missing')
  await onPage(await authorize(issuance, requestUri, { client_id: undefined }), 'PP-54', 'client_id_missing')
  await onPage(await authorize(issuance, `${requestUri}x`), 'PP-54', 'request_uri_unknown')
  await onPage(await authorize(issuance, requestUri, { client_id: 'other' }), 'PP-54', 'request_uri_foreign')
  const direct = { request_uri: undefined, redirect_uri: redirectUri, response_type: 'code', state: 'x' }
  await onPage(await authorize(issuance, requestUri, direct), 'PP-12', 'request_uri_missing')
})

test('PP-54 PP-11 a request_uri is refused after its expiry or use, and can be opened again before that', async () => {
  const { issuance, requestUri } = await begun()
  assert.equal((await authorize(issuance, requestUri)).status, 302)
  fixture.clock.advance(60)
  await onPage(await authorize(issuance, requestUri), 'PP-54', 'request_uri_unknown')
  const used = await loggedIn()
  await decide(used.issuance, used.browser)
  await onPage(await authorize(used.issuance, used.requestUri), 'PP-54', 'request_uri_unknown')
})

test('PP-11 the second of two authorizations of one request gets no code', async () => {
  const { issuance, requestUri, browser } = await loggedIn()
  const second = await openBrowser(issuance, requestUri)
  await callback(issuance, second)
  assert.ok(locationOf(await decide(issuance, browser)).searchParams.has('code'))
  await onPage(await decide(issuance, second), 'PP-11', 'request_uri_used')
})

test('PP-55 further query parameters are ignored', async () => {
  const { issuance, requestUri } = await begun()
  const changes = { redirect_uri: 'https://evil.example/cb', state: 'other', scope: 'all', foo: 'bar' }
  const response = await authorize(issuance, requestUri, changes)
  const cookie = sessionCookieOf(response) ?? ''
  const browser = { cookie, state: locationOf(response).searchParams.get('state') ?? '' }
  await callback(issuance, browser)
  const location = locationOf(await decide(issuance, browser))
  assert.equal(location.host, 'wallet.example')
  assert.equal(location.searchParams.get('state'), state)
})

test('GEN-09 refuses a doubled query parameter, on a page', async () => {
  await onPage(await fixture.send('/authorize?client_id=a&client_id=b'), 'GEN-09', 'parameter_duplicated')
})

test('PP-60 the login response and the consent of another browser are refused', async () => {
  const { issuance, browser } = await begun()
  const stranger = { ...browser, cookie: '__Host-pid-provider-session=x' }
  await onPage(await callback(issuance, stranger), 'PP-60', 'session_unknown')
  await onPage(await callback(issuance, { ...browser, cookie: '' }), 'PP-60', 'session_unknown')
  await onPage(await consentPage(issuance, browser), 'PP-60', 'login_missing')
  const other = await begun()
  await onPage(
    await callback(other.issuance, { ...other.browser, state: browser.state }),
    'PP-65',
    'login_response_foreign',
  )
  await callback(issuance, browser)
  await onPage(await decide(issuance, browser, {}, { cookie: other.browser.cookie }), 'PP-60', 'login_missing')
  await onPage(await decide(issuance, browser, {}, { cookie: undefined }), 'PP-60', 'session_unknown')
  assert.ok(locationOf(await decide(issuance, browser)).searchParams.has('code'), 'its own browser can continue')
})

test('PP-200 the page after the national login names refused cookies as a possible cause', async () => {
  const { issuance, browser } = await begun()
  const page = await callback(issuance, { ...browser, cookie: '' })
  assert.equal(page.status, 400)
  assert.match(await page.text(), /oppure il browser non accetta i cookie/)
})

test('PP-60 the login changes the session id, and only the browser of the login response gets the new id', async () => {
  const { issuance, browser } = await begun()
  const before = { ...browser }
  const response = await callback(issuance, browser)
  assert.notEqual(browser.cookie, before.cookie)
  assert.deepEqual(response.headers.getSetCookie(), [
    `${browser.cookie}; Path=/; Max-Age=900; Secure; HttpOnly; SameSite=Lax`,
  ])
  await onPage(await consentPage(issuance, before), 'PP-60', 'session_unknown')
  await onPage(await decide(issuance, before), 'PP-60', 'session_unknown')
  await onPage(await callback(issuance, before, { code: 'y' }), 'PP-60', 'session_unknown')
  assert.ok(locationOf(await decide(issuance, browser)).searchParams.has('code'))
})

test('PP-60 a session expires', async () => {
  const { issuance, browser } = await loggedIn()
  fixture.clock.advance(900)
  await onPage(await consentPage(issuance, browser), 'PP-60', 'session_unknown')
})

test('PP-65 a login response is evaluated once, and its repetition by the same browser redirects to the consent', async () => {
  const { issuance, browser } = await begun()
  const before = { ...browser }
  await callback(issuance, browser)
  const asked = identityProvider.asked
  for (const again of [{ ...browser }, { ...before }]) {
    const response = await callback(issuance, again)
    assert.equal(response.headers.get('location'), `${pidProviderId}/consent`)
    assert.equal(again.cookie, browser.cookie)
  }
  assert.equal(identityProvider.asked, asked)
  await onPage(await callback(issuance, browser, { state: 'x' }), 'PP-65', 'login_response_foreign')
  assert.ok(locationOf(await decide(issuance, browser)).searchParams.has('code'))
  await onPage(await callback(issuance, before), 'PP-60', 'session_unknown')
})

test('PP-60 the cookie is bound to this host, is HttpOnly, and contains only a session id', async () => {
  const { issuance, requestUri } = await begun()
  const response = await authorize(issuance, requestUri)
  assert.match(
    response.headers.get('set-cookie') ?? '',
    /^__Host-pid-provider-session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=900; Secure; HttpOnly; SameSite=Lax$/,
  )
})

test('PP-113 with several identity providers, the person chooses one in a single form', async () => {
  const several = await pidProviderFixture({ identityProviders: ['cie', 'spid'] })
  const issuance = await beginIssuance(several)
  const requestUri = await pushed(issuance)
  const page = await authorize(issuance, requestUri)
  const html = await page.text()
  assert.equal(page.status, 200)
  assertPageHeaders(page)
  assert.equal(page.headers.get('set-cookie'), null)
  for (const id of ['cie', 'spid'])
    assert.match(html, new RegExp(`<button id="provider-${id}"[^>]* name="provider" value="${id}">.*Entra con`))
  assert.equal(html.match(/<form id="login-choice"/g)?.length, 1)
  const chosen = await authorize(issuance, requestUri, { provider: 'spid' })
  assert.equal(locationOf(chosen).hostname, 'spid.idp.example')
  assert.equal((await authorize(issuance, requestUri, { provider: 'other' })).status, 200)
})

test('PP-11 a request that is opened in time stays usable for the lifetime of an authorization, and is used once', async () => {
  const several = await pidProviderFixture({ identityProviders: ['cie', 'spid'] })
  const issuance = await beginIssuance(several)
  const assertUnknown = async (requestUri: string, changes = {}) => {
    const check = { id: 'PP-54', code: 'request_uri_unknown', status: 400 }
    await assertRefusal(await authorize(issuance, requestUri, changes), several.sink, check)
  }
  const [shown, late] = [await pushed(issuance), await pushed(issuance)]
  assert.equal((await authorize(issuance, shown)).status, 200)
  several.clock.advance(60)
  await assertUnknown(late)
  await assertUnknown(late, { provider: 'cie' })
  const chosen = await authorize(issuance, shown, { provider: 'cie' })
  const location = locationOf(chosen)
  assert.equal(location.hostname, 'cie.idp.example')
  several.identityProvider.script = { attributes: person, level: 'high' }
  const browser = { cookie: sessionCookieOf(chosen) ?? '', state: location.searchParams.get('state') ?? '' }
  await callback(issuance, browser)
  assert.ok(locationOf(await decide(issuance, browser)).searchParams.has('code'))
  await assertUnknown(shown, { provider: 'cie' })
  const slow = await pushed(issuance)
  assert.equal((await authorize(issuance, slow)).status, 200)
  several.clock.advance(959)
  assert.equal((await authorize(issuance, slow)).status, 200)
  several.clock.advance(1)
  await assertUnknown(slow, { provider: 'spid' })
})
