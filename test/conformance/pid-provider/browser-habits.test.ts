/**
 * Automatic actions of browsers at the PID Provider: they prefetch pages and have two tabs open. `ended-logins.test.ts`
 * and `consent.test.ts` cover repeated answers.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeParameters } from '../../../src/http/index.ts'
import { openProvider } from '../../support/authorizing-browser.ts'
import { assertPrefetchRefused } from '../../support/page-loads.ts'
import {
  answerConsent,
  authorize,
  beginIssuance,
  callback,
  consentPage,
  consentTokenOf,
  decide,
  locationOf,
  openBrowser,
  pushed,
  sessionCookieOf,
} from '../../support/pid-issuance.ts'

const { fixture, begun } = await openProvider()

test('RP-95 the pages of an issuance change nothing when they are prefetched, and work when a person opens them', async () => {
  const { issuance } = await begun()
  const requestUri = await pushed(issuance)
  const ahead = (path: string, cookie?: string) =>
    assertPrefetchRefused(
      { get: (url, headers) => fixture.send(url, { headers: { ...headers, ...(cookie && { cookie }) } }) },
      path,
    )
  await ahead(`/authorize?${encodeParameters({ client_id: issuance.wallet.clientId, request_uri: requestUri })}`)
  const browser = await openBrowser(issuance, requestUri)
  const answer = encodeParameters({ state: browser.state, code: 'x' })
  await ahead(`/login/callback/${fixture.identityProvider.id}?${answer}`, browser.cookie)
  assert.equal((await callback(issuance, browser)).status, 302)
  await ahead('/consent', browser.cookie)
  assert.equal((await consentPage(issuance, browser)).status, 200)
  assert.ok(locationOf(await decide(issuance, browser)).searchParams.has('code'))
})

/** Begins two issuances in two tabs of one browser, each up to the national login; both tabs share the cookie. */
async function twoTabs() {
  const first = await begun()
  const issuance = await beginIssuance(fixture)
  const requestUri = await pushed(issuance)
  const response = await authorize(issuance, requestUri, {}, first.browser.cookie)
  const browser = {
    cookie: sessionCookieOf(response) ?? '',
    state: locationOf(response).searchParams.get('state') ?? '',
  }
  return { one: first, other: { issuance, browser } }
}

test('RP-97 two tabs of one browser log in and consent, in either order', async () => {
  for (const order of [
    ['one', 'other'],
    ['other', 'one'],
  ] as const) {
    const tabs = await twoTabs()
    const [early, late] = [tabs[order[0]], tabs[order[1]]]
    const jar = { cookie: tabs.other.browser.cookie }
    const withJar = (tab: typeof early) => ({ state: tab.browser.state, ...jar })
    const logIn = async (tab: typeof early): Promise<string> => {
      const browser = withJar(tab)
      const response = await callback(tab.issuance, browser)
      assert.equal(response.status, 302, await response.clone().text())
      jar.cookie = browser.cookie
      return consentTokenOf(await (await consentPage(tab.issuance, withJar(tab))).text())
    }
    const answer = async (tab: typeof early, consent_token: string): Promise<void> => {
      const response = await answerConsent(tab.issuance, withJar(tab), { consent_token })
      assert.ok(locationOf(response).searchParams.has('code'), await response.clone().text())
      jar.cookie = sessionCookieOf(response) ?? jar.cookie
    }
    const [first, second] = [await logIn(early), await logIn(late)]
    assert.notEqual(first, second)
    await answer(early, first)
    await answer(late, second)
  }
})

test('PP-60 a browser has a limited number of sessions, which no other browser can use', async () => {
  const { issuance, browser } = await begun()
  let { cookie } = browser
  for (let count = 0; count < 6; count += 1) {
    const further = await beginIssuance(fixture)
    cookie = sessionCookieOf(await authorize(further, await pushed(further), {}, cookie)) ?? ''
  }
  assert.equal(cookie.split('=')[1]?.split('.').length, 4)
  assert.equal((await callback(issuance, { ...browser, cookie })).status, 400, 'the oldest is removed')
  const tabs = await twoTabs()
  const stranger = { ...tabs.one.browser, cookie }
  assert.equal((await callback(tabs.one.issuance, stranger)).status, 400)
})
