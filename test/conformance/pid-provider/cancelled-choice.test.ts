/** The end of a choice or consent: a person may cancel the choice of a login, and reads until when the pages are valid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorRedirect, openProvider } from '../../support/authorizing-browser.ts'
import { authorize, beginIssuance, consentPage, locationOf, pushed } from '../../support/pid-issuance.ts'

const { fixture } = await openProvider({ identityProviders: ['cie', 'spid'] })

const validUntil = async (response: Response): Promise<string> =>
  /<time datetime="([^"]+)">\d\d:\d\d</.exec(await response.text())?.[1] ?? ''

test('PP-215 a person who cancels the choice of a login returns to the wallet with access_denied', async () => {
  const issuance = await beginIssuance(fixture)
  const requestUri = await pushed(issuance)
  const page = await (await authorize(issuance, requestUri)).text()
  const [, name = '', value = ''] = /<button id="cancel" type="submit" name="(\w+)" value="(\w+)">/.exec(page) ?? []
  const cancelled = await authorize(issuance, requestUri, { [name]: value })
  assert.equal(cancelled.status, 302)
  assertErrorRedirect(locationOf(cancelled), 'access_denied')
  assert.match(cancelled.headers.get('fiducia-trace') ?? '', /^[\w-]{12}$/)
  assert.equal((await authorize(issuance, requestUri, { provider: 'cie' })).status, 302)
  const unknown = await authorize(issuance, `${requestUri}x`, { [name]: value })
  assert.deepEqual([unknown.status, unknown.headers.get('location')], [400, null])
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
