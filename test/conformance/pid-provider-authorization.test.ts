/** The browser's part: the pushed request is opened, the person logs in and decides, and the wallet is told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../src/base/index.ts'
import type { NationalLoginCode } from '../../src/pid-provider/index.ts'
import { observeOutput } from '../support/decisions.ts'
import {
  answerConsent,
  authorize,
  type Browser,
  beginIssuance,
  callback,
  consentPage,
  consentTokenOf,
  decide,
  endingOf,
  type Issuance,
  locationOf,
  openBrowser,
  pushed,
  redeem,
  redirectUri,
  sessionCookieOf,
  state,
} from '../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../support/pid-provider-fixture.ts'
import { assertRefused } from '../support/refused.ts'
import { person } from '../support/scripted-identity-provider.ts'

const fixture = await pidProviderFixture()
const { identityProvider, sink } = fixture

const begun = async (): Promise<{ issuance: Issuance; requestUri: string; browser: Browser }> => {
  identityProvider.script = { attributes: person, level: 'high' }
  const issuance = await beginIssuance(fixture)
  const requestUri = await pushed(issuance)
  return { issuance, requestUri, browser: await openBrowser(issuance, requestUri) }
}
const loggedIn = async () => {
  const all = await begun()
  assert.equal((await callback(all.issuance, all.browser)).headers.get('location'), `${pidProviderId}/consent`)
  return all
}

/** A refusal on a page: never a redirect, nothing to keep, and no frame around it. */
async function onPage(response: Response, id: string, code: string, status = 400): Promise<void> {
  const text = await assertRefused(sink, response, { id, code, status })
  assert.equal(response.headers.get('location'), null)
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  assertPageHeaders(response)
  assert.match(text, /<html lang="it">/)
}

function assertPageHeaders(response: Response): void {
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
}

/** The wallet is told of an error by redirect, with its state and our name. */
function toldWallet(location: URL, error: string): void {
  assert.equal(location.origin + location.pathname, 'https://wallet.example/cb')
  assert.deepEqual(
    ['app', 'error', 'state', 'iss', 'code'].map((name) => location.searchParams.get(name)),
    ['1', error, state, pidProviderId, null],
  )
}

test('PP-15 PP-56 a person who agrees sends a code to the wallet, its state unchanged and its own query kept', async () => {
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

test('PP-12 PP-54 refuses what was not pushed, on a page', async () => {
  const { issuance, requestUri } = await begun()
  await onPage(await authorize(issuance, requestUri, { request_uri: undefined }), 'PP-12', 'request_uri_missing')
  await onPage(await authorize(issuance, requestUri, { client_id: undefined }), 'PP-54', 'client_id_missing')
  await onPage(await authorize(issuance, `${requestUri}x`), 'PP-54', 'request_uri_unknown')
  await onPage(await authorize(issuance, requestUri, { client_id: 'other' }), 'PP-54', 'request_uri_foreign')
  const direct = { request_uri: undefined, redirect_uri: redirectUri, response_type: 'code', state: 'x' }
  await onPage(await authorize(issuance, requestUri, direct), 'PP-12', 'request_uri_missing')
})

test('PP-54 PP-11 a request_uri is over when it has expired or was used, and a reload before that is tolerated', async () => {
  const { issuance, requestUri } = await begun()
  assert.equal((await authorize(issuance, requestUri)).status, 302)
  fixture.clock.advance(60)
  await onPage(await authorize(issuance, requestUri), 'PP-54', 'request_uri_unknown')
  const used = await loggedIn()
  await decide(used.issuance, used.browser)
  await onPage(await authorize(used.issuance, used.requestUri), 'PP-54', 'request_uri_unknown')
})

test('PP-11 of two authorizations of one request the second gets no code', async () => {
  const { issuance, requestUri, browser } = await loggedIn()
  const second = await openBrowser(issuance, requestUri)
  await callback(issuance, second)
  assert.ok(locationOf(await decide(issuance, browser)).searchParams.has('code'))
  await onPage(await decide(issuance, second), 'PP-11', 'request_uri_used')
})

test('PP-55 further query parameters change nothing', async () => {
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

test('PP-60 the answer and the consent of another browser yield nothing', async () => {
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
  assert.ok(locationOf(await decide(issuance, browser)).searchParams.has('code'), 'the rightful browser was disturbed')
})

test('PP-60 the login gives the session a new name, which the browser that brought the answer alone is told', async () => {
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

test('PP-60 a session ends in time', async () => {
  const { issuance, browser } = await loggedIn()
  fixture.clock.advance(900)
  await onPage(await consentPage(issuance, browser), 'PP-60', 'session_unknown')
})

test('PP-65 an answer is taken once, and leads the browser that brings it again to consent', async () => {
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

test('PP-13 a level below High ends in access_denied, and no code is issued', async () => {
  for (const level of ['low', 'substantial'] as const) {
    const { issuance, browser, requestUri } = await begun()
    identityProvider.script.level = level
    const response = await callback(issuance, browser)
    assert.equal(response.status, 403)
    assert.match(await response.clone().text(), /livello di sicurezza troppo basso[^<]*SPID di livello 3/)
    toldWallet(await endingOf(response), 'access_denied')
    const check = sink.lastRefusal()?.checks.at(-1)
    assert.deepEqual([check?.requirement, check?.code], ['PP-13', 'level_too_low'])
    await onPage(await authorize(issuance, requestUri), 'PP-54', 'request_uri_unknown')
    await onPage(await consentPage(issuance, browser), 'PP-60', 'session_unknown')
  }
})

for (const [id, code, error] of [
  ['PP-67', 'attribute_missing', 'access_denied'],
  ['PP-67', 'attribute_malformed', 'access_denied'],
  ['PP-62', 'nonce_mismatch', 'access_denied'],
  ['PP-62', 'signature_invalid', 'access_denied'],
  ['PP-62', 'state_missing', 'access_denied'],
  ['PP-61', 'login_stale', 'access_denied'],
  ['PP-65', 'pending_expired', 'access_denied'],
  ['PP-13', 'acr_unknown', 'access_denied'],
  ['PP-58', 'provider_unreachable', 'temporarily_unavailable'],
  ['PP-58', 'client_rejected', 'temporarily_unavailable'],
  ['PP-58', 'provider_error', 'temporarily_unavailable'],
] as const satisfies readonly (readonly [string, NationalLoginCode, string])[])
  test(`${id} a login that fails with ${code} is told to the wallet as ${error}`, async () => {
    const { issuance, browser } = await begun()
    identityProvider.script.failure = code
    toldWallet(await endingOf(await callback(issuance, browser)), error)
    const check = sink.lastRefusal()?.checks.at(-1)
    assert.deepEqual([check?.requirement, check?.code], [id, code])
  })

test('PP-57 PP-58 an outage and a fault of our own are told as such', async () => {
  const cases = [
    [new Unavailable('down'), 'temporarily_unavailable'],
    [new Error('bug'), 'server_error'],
  ] as const
  for (const [fault, error] of cases) {
    const { issuance, browser } = await begun()
    identityProvider.script.fault = fault
    toldWallet(locationOf(await callback(issuance, browser)), error)
    assert.deepEqual(fixture.faults.splice(0), [fault])
  }
  const { issuance, requestUri } = await begun()
  identityProvider.script.beginFailure = 'provider_unreachable'
  toldWallet(locationOf(await authorize(issuance, requestUri)), 'temporarily_unavailable')
  observeOutput('PP-57')
  observeOutput('PP-58')
})

for (const code of [
  'user_denied',
  'user_login_required',
  'user_consent_required',
  'user_credentials_failed',
  'user_level_unavailable',
  'user_timed_out',
  'user_consent_refused',
  'user_blocked',
  'user_cancelled',
  'user_identity_unsuitable',
  'pending_expired',
] as const)
  test(`PP-66 ${code} is explained to the person and ends in access_denied`, async () => {
    const { issuance, browser } = await begun()
    identityProvider.script.failure = code
    const response = await callback(issuance, browser)
    const html = await response.text()
    assert.equal(response.status, 403)
    assertPageHeaders(response)
    const [, href = ''] = /id="return-to-wallet" class="button primary" href="([^"]+)"/.exec(html) ?? []
    toldWallet(new URL(href.replaceAll('&amp;', '&')), 'access_denied')
    const [, words = ''] = /<p id="explanation">([^<]+)</.exec(html) ?? []
    assert.ok(words.length > 40 && !words.includes('La richiesta non è valida'), words)
    await onPage(await consentPage(issuance, browser), 'PP-60', 'session_unknown')
  })

test('PP-14 the person sees what will be issued and to whom, in their language', async () => {
  const { issuance, browser } = await loggedIn()
  for (const [language, words] of [
    ['it', ['Codice fiscale', 'Acconsento']],
    ['en', ['Tax identification number', 'I agree']],
  ] as const) {
    const response = await consentPage(issuance, browser, { 'accept-language': language })
    const html = await response.text()
    assertPageHeaders(response)
    for (const word of [...words, 'Ada', 'Rossi', '1984-02-29', 'H501', person.fiscal_number, 'Ente di Prova'])
      assert.ok(html.includes(word), word)
    assert.match(html, new RegExp(`<html lang="${language}">`))
    assert.equal(html.match(/class="primary"/g)?.length, 1)
  }
})

test('PP-14 a person who refuses ends the flow in access_denied', async () => {
  const { issuance, browser, requestUri } = await loggedIn()
  const response = await decide(issuance, browser, { decision: 'refuse' })
  toldWallet(locationOf(response), 'access_denied')
  assert.match(response.headers.get('set-cookie') ?? '', /Max-Age=0/)
  await onPage(await authorize(issuance, requestUri), 'PP-54', 'request_uri_unknown')
})

const asked = async () => {
  const all = await loggedIn()
  const consent_token = consentTokenOf(await (await consentPage(all.issuance, all.browser)).text())
  return { ...all, consent_token }
}

test('PP-15 a consent that is sent again gets the same code until that is spent, and any other answer gets nothing', async () => {
  const { issuance, browser, consent_token } = await asked()
  const first = await answerConsent(issuance, browser, { consent_token })
  const again = await answerConsent(issuance, browser, { consent_token })
  assert.equal(again.status, 302)
  assert.equal(again.headers.get('location'), first.headers.get('location'))
  const gone = async (browserNow: Browser, form: Record<string, string | undefined>) =>
    onPage(await answerConsent(issuance, browserNow, form), 'PP-60', 'session_unknown')
  const other = await asked()
  await gone(browser, { consent_token, decision: 'refuse' })
  await gone(browser, { consent_token, decision: undefined })
  await gone(browser, { consent_token: other.consent_token })
  await gone(browser, { consent_token: undefined })
  await gone({ ...browser, cookie: '' }, { consent_token })
  await gone({ ...browser, cookie: '__Host-pid-provider-session=x' }, { consent_token })
  await onPage(await consentPage(issuance, browser), 'PP-60', 'session_unknown')
  assert.equal((await redeem(issuance, locationOf(again).searchParams.get('code') ?? '')).status, 200)
  await gone(browser, { consent_token })
})

test('PP-69 a consent that is sent again after the code has expired gets nothing', async () => {
  const { issuance, browser, consent_token } = await asked()
  await answerConsent(issuance, browser, { consent_token })
  fixture.clock.advance(59)
  assert.equal((await answerConsent(issuance, browser, { consent_token })).status, 302)
  fixture.clock.advance(1)
  await onPage(await answerConsent(issuance, browser, { consent_token }), 'PP-60', 'session_unknown')
})

test('PP-14 a refusal that is sent again is told to the wallet again, and nothing else comes of it', async () => {
  const { issuance, browser, consent_token, requestUri } = await asked()
  const refusal = { consent_token, decision: 'refuse' }
  const first = await answerConsent(issuance, browser, refusal)
  toldWallet(locationOf(first), 'access_denied')
  for (let n = 0; n < 2; n++) {
    const again = await answerConsent(issuance, browser, refusal)
    assert.equal(again.headers.get('location'), first.headers.get('location'))
    assert.equal(sink.lastRefusal()?.checks.at(-1)?.code, 'consent_refused')
  }
  await onPage(await answerConsent(issuance, browser, { consent_token }), 'PP-60', 'session_unknown')
  await onPage(await answerConsent(issuance, browser, { decision: 'refuse' }), 'PP-60', 'session_unknown')
  await onPage(await authorize(issuance, requestUri), 'PP-54', 'request_uri_unknown')
  fixture.clock.advance(60)
  await onPage(await answerConsent(issuance, browser, refusal), 'PP-60', 'session_unknown')
})

test('PP-59 a consent that does not come from our page does nothing', async () => {
  const { issuance, browser } = await loggedIn()
  for (const consent_token of [undefined, 'x', browser.state])
    await onPage(await decide(issuance, browser, { consent_token }), 'PP-59', 'consent_token_mismatch', 403)
  await onPage(await decide(issuance, browser, { decision: undefined }), 'PP-14', 'consent_malformed')
  await onPage(await decide(issuance, browser, { decision: 'maybe' }), 'PP-14', 'consent_malformed')
  const response = await decide(issuance, browser)
  assert.ok(locationOf(response).searchParams.has('code'))
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  observeOutput('PP-59')
})

test('PP-60 the cookie is bound to this host, out of reach of scripts, and holds nothing but a name', async () => {
  const { issuance, requestUri } = await begun()
  const response = await authorize(issuance, requestUri)
  assert.match(
    response.headers.get('set-cookie') ?? '',
    /^__Host-pid-provider-session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=900; Secure; HttpOnly; SameSite=Lax$/,
  )
})

test('PP-113 with several identity providers the person chooses, by one form', async () => {
  const several = await pidProviderFixture({ identityProviders: ['cie', 'spid'] })
  const issuance = await beginIssuance(several)
  const requestUri = await pushed(issuance)
  const page = await authorize(issuance, requestUri)
  const html = await page.text()
  assert.equal(page.status, 200)
  assertPageHeaders(page)
  assert.equal(page.headers.get('set-cookie'), null)
  assert.match(html, /id="provider-cie"[^>]* checked>/)
  assert.match(html, /<label for="provider-spid">Entra con spid<\/label>/)
  assert.equal(html.match(/<button/g)?.length, 1)
  const chosen = await authorize(issuance, requestUri, { provider: 'spid' })
  assert.equal(locationOf(chosen).hostname, 'spid.idp.example')
  assert.equal((await authorize(issuance, requestUri, { provider: 'other' })).status, 200)
})

test('PP-11 a request that came in time may be chosen for as long as an authorization lives, and is used once', async () => {
  const several = await pidProviderFixture({ identityProviders: ['cie', 'spid'] })
  const issuance = await beginIssuance(several)
  const gone = async (requestUri: string, changes = {}) => {
    const check = { id: 'PP-54', code: 'request_uri_unknown', status: 400 }
    await assertRefused(several.sink, await authorize(issuance, requestUri, changes), check)
  }
  const [shown, late] = [await pushed(issuance), await pushed(issuance)]
  assert.equal((await authorize(issuance, shown)).status, 200)
  several.clock.advance(60)
  await gone(late)
  await gone(late, { provider: 'cie' })
  const chosen = await authorize(issuance, shown, { provider: 'cie' })
  const location = locationOf(chosen)
  assert.equal(location.hostname, 'cie.idp.example')
  several.identityProvider.script = { attributes: person, level: 'high' }
  const browser = { cookie: sessionCookieOf(chosen) ?? '', state: location.searchParams.get('state') ?? '' }
  await callback(issuance, browser)
  assert.ok(locationOf(await decide(issuance, browser)).searchParams.has('code'))
  await gone(shown, { provider: 'cie' })
  const slow = await pushed(issuance)
  assert.equal((await authorize(issuance, slow)).status, 200)
  several.clock.advance(959)
  assert.equal((await authorize(issuance, slow)).status, 200)
  several.clock.advance(1)
  await gone(slow, { provider: 'spid' })
})

test('GEN-07 GEN-09 GEN-23 GEN-29 the consent form is judged as every form', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const sendForm = (init: RequestInit) => fixture.send('/consent', { method: 'POST', ...init })
  await onPage(await fixture.send('/consent', { method: 'PUT' }), 'GEN-07', 'method_not_allowed', 405)
  await onPage(
    await sendForm({ headers: { 'content-type': 'text/plain' }, body: 'x' }),
    'GEN-07',
    'media_type_unsupported',
    415,
  )
  await onPage(await sendForm({ headers: form, body: 'x'.repeat(70_000) }), 'GEN-07', 'body_too_large', 413)
  await onPage(await sendForm({ headers: form, body: 'decision=a&decision=b' }), 'GEN-09', 'parameter_duplicated')
  await onPage(await sendForm({ headers: form, body: 'decision=%ff' }), 'GEN-23', 'parameter_malformed')
  await onPage(await sendForm({ headers: { ...form, authorization: 'a, b' }, body: '' }), 'GEN-29', 'header_duplicated')
})
