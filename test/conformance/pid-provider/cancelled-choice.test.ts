/**
 * The end of a choice or consent: a person may cancel the choice of a login, and reads until when the pages are valid.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeParameters } from '../../../src/http/index.ts'
import { assertErrorRedirect, openProvider } from '../../support/authorizing-browser.ts'
import { assertPrefetchRefused } from '../../support/page-loads.ts'
import {
  authorize,
  beginIssuance,
  callback,
  consentPage,
  decide,
  locationOf,
  pushed,
  sessionCookieOf,
} from '../../support/pid-issuance.ts'
import { person } from '../../support/scripted-identity-provider.ts'

const { fixture } = await openProvider({ identityProviders: ['cie', 'spid'] })

const validUntil = async (response: Response): Promise<string> =>
  /<time datetime="([^"]+)">\d\d:\d\d</.exec(await response.text())?.[1] ?? ''

/** Chooses a provider and logs in, up to the consent page. */
async function loggedIn() {
  fixture.identityProvider.script = { attributes: person, level: 'high' }
  const issuance = await beginIssuance(fixture)
  const requestUri = await pushed(issuance)
  const chosen = await authorize(issuance, requestUri, { provider: 'cie' })
  const state = locationOf(chosen).searchParams.get('state') ?? ''
  const browser = { cookie: sessionCookieOf(chosen) ?? '', state }
  assert.equal((await callback(issuance, browser)).status, 302)
  return { issuance, requestUri, browser }
}

test('PP-215 a person who cancels the choice of a login returns to the wallet with access_denied', async () => {
  const issuance = await beginIssuance(fixture)
  const requestUri = await pushed(issuance)
  const page = await (await authorize(issuance, requestUri)).text()
  const [, name = '', value = ''] = /<button id="cancel" type="submit" name="(\w+)" value="(\w+)">/.exec(page) ?? []
  const cancelled = await authorize(issuance, requestUri, { [name]: value })
  assert.equal(cancelled.status, 302)
  assertErrorRedirect(locationOf(cancelled), 'access_denied')
  assert.match(cancelled.headers.get('fiducia-trace') ?? '', /^[\w-]{12}$/)
  for (const chosen of [{}, { provider: 'cie' }]) {
    const late = await authorize(issuance, requestUri, chosen)
    assert.deepEqual([late.status, late.headers.get('location')], [400, null])
  }
  const again = await authorize(issuance, requestUri, { [name]: value })
  assert.equal(locationOf(again).href, locationOf(cancelled).href)
  const foreign = await authorize(await beginIssuance(fixture), requestUri, { [name]: value })
  assert.deepEqual([foreign.status, foreign.headers.get('location')], [400, null])
  const unknown = await authorize(issuance, `${requestUri}x`, { [name]: value })
  assert.deepEqual([unknown.status, unknown.headers.get('location')], [400, null])
  fixture.clock.advance(fixture.config.codeLifetimeSeconds)
  assert.equal((await authorize(issuance, requestUri, { [name]: value })).status, 400)
})

test('PP-215 after a cancellation no login of another tab gets a code, and a prefetch cancels nothing', async () => {
  const { issuance, requestUri, browser } = await loggedIn()
  const query = { client_id: issuance.wallet.clientId, request_uri: requestUri, cancel: 'yes' }
  await assertPrefetchRefused(
    { get: (url, headers) => fixture.send(url, { headers }) },
    `/authorize?${encodeParameters(query)}`,
  )
  assert.equal((await authorize(issuance, requestUri)).status, 200)
  const answers = await Promise.all([1, 2].map(() => authorize(issuance, requestUri, { cancel: 'yes' })))
  for (const answer of answers) assertErrorRedirect(locationOf(answer), 'access_denied')
  const decided = await decide(issuance, browser)
  assert.doesNotMatch(decided.headers.get('location') ?? '', /[?&]code=/)
})

test('PP-215 a request that was used in another tab cannot be cancelled', async () => {
  const { issuance, requestUri, browser } = await loggedIn()
  assert.ok(locationOf(await decide(issuance, browser)).searchParams.has('code'))
  const late = await authorize(issuance, requestUri, { cancel: 'yes' })
  assert.deepEqual([late.status, late.headers.get('location')], [400, null])
})

test('PP-215 the choice and the consent say until when they are valid, the same after a reload', async () => {
  const issuance = await beginIssuance(fixture)
  const requestUri = await pushed(issuance)
  const first = await validUntil(await authorize(issuance, requestUri))
  fixture.clock.advance(100)
  assert.equal(await validUntil(await authorize(issuance, requestUri)), first)
  fixture.clock.advance(Date.parse(first) / 1000 - fixture.clock.now() - 1)
  assert.equal((await authorize(issuance, requestUri)).status, 200)
  fixture.clock.advance(1)
  assert.equal((await authorize(issuance, requestUri)).status, 400)

  const one = await openProvider()
  const { issuance: consenting, browser } = await one.loggedIn()
  const end = await validUntil(await consentPage(consenting, browser))
  one.fixture.clock.advance(Date.parse(end) / 1000 - one.fixture.clock.now() - 1)
  assert.equal((await consentPage(consenting, browser)).status, 200)
  one.fixture.clock.advance(1)
  assert.equal((await consentPage(consenting, browser)).status, 400)
})
