/** Fifty concurrent requests on each store: one succeeds, and none leaves a partial result. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answerConsent,
  beginIssuance,
  bodyOf,
  callback,
  consentPage,
  consentTokenOf,
  credentialMessage,
  formHeaders,
  locationOf,
  obtainCode,
  obtainTokens,
  openBrowser,
  push,
  pushed,
  redeem,
  requestCredential,
  sessionCookieOf,
  tokenMessage,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture } from '../../support/pid-provider-fixture.ts'

const all = <T>(run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, n) => run(n)))
const statuses = async (responses: readonly Response[]): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const name =
      response.status < 400 ? String(response.status) : `${response.status} ${(await bodyOf(response)).error}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const grantOnce = { 200: 1, '400 invalid_grant': 49 }

test('PP-48 only one of 50 pushes of one Request Object is accepted', async () => {
  const issuance = await beginIssuance(await pidProviderFixture())
  const responses = await all(() => push(issuance, { object: { payload: { jti: 'same' } } }))
  assert.deepEqual(await statuses(responses), { 201: 1, '400 invalid_request_object': 49 })
})

test('PP-65 only one of 50 answers to one login is processed', async () => {
  const fixture = await pidProviderFixture()
  const issuance = await beginIssuance(fixture)
  const browser = await openBrowser(issuance, await pushed(issuance))
  const responses = await all(() => callback(issuance, browser))
  assert.equal(new Set(responses.filter(({ status }) => status === 302).map(sessionCookieOf)).size, 1)
  assert.equal(fixture.identityProvider.asked, 1)
})

test('PP-11 only one of 50 consents to one request gets a code', async () => {
  const issuance = await beginIssuance(await pidProviderFixture())
  const requestUri = await pushed(issuance)
  const forms = await all(async () => {
    const browser = await openBrowser(issuance, requestUri)
    await callback(issuance, browser)
    const token = consentTokenOf(await (await consentPage(issuance, browser)).text())
    return { cookie: browser.cookie, body: `consent_token=${token}&decision=accept` }
  })
  const responses = await all((n) => {
    const { cookie = '', body = '' } = forms[n] ?? {}
    return issuance.fixture.send('/consent', { method: 'POST', headers: { ...formHeaders, cookie }, body })
  })
  assert.equal(responses.filter((response) => locationOf(response).searchParams.has('code')).length, 1)
})

test('PP-11 one decision that is sent 20 times concurrently gets one redirect, and at most one grant', async () => {
  for (const decision of ['accept', 'refuse']) {
    const issuance = await beginIssuance(await pidProviderFixture())
    const browser = await openBrowser(issuance, await pushed(issuance))
    await callback(issuance, browser)
    const consent_token = consentTokenOf(await (await consentPage(issuance, browser)).text())
    const form = { consent_token, decision }
    const sent = Array.from({ length: 20 }, () => answerConsent(issuance, browser, form))
    const locations = new Set((await Promise.all(sent)).map((response) => response.headers.get('location')))
    const [location] = locations
    assert.equal(locations.size, 1)
    const code = new URL(location ?? '').searchParams.get('code')
    assert.equal(code !== null, decision === 'accept')
    if (code) assert.deepEqual(await statuses(await all(() => redeem(issuance, code))), grantOnce)
  }
})

test('PP-17 PP-75 only one of 50 uses of one code gets a token, which is then revoked', async () => {
  const issuance = await beginIssuance(await pidProviderFixture())
  const code = await obtainCode(issuance)
  const responses = await all(() => redeem(issuance, code))
  const tokens = await responses
    .find(({ status }) => status === 200)
    ?.clone()
    .json()
  assert.deepEqual(await statuses(responses), grantOnce)
  const refused = await requestCredential(issuance, tokens)
  assert.match(await refused.text(), /\(grant_revoked at /)
})

test('PP-73 PP-75 PP-83 D-61 only one of 50 equal token requests gets a token, which stays valid', async () => {
  const { fixture, ...rest } = await beginIssuance(await pidProviderFixture())
  const issuance = { fixture, ...rest }
  const message = await tokenMessage(issuance, await obtainCode(issuance))
  const responses = await all(() => fixture.send('/token', message))
  const tokens = await responses
    .find(({ status }) => status === 200)
    ?.clone()
    .json()
  assert.equal((await statuses(responses))['200'], 1)
  assert.equal((await requestCredential(issuance, tokens)).status, 200)
})

test('PP-27 only one of 50 requests with one c_nonce gets a PID, and the register contains one PID', async () => {
  const fixture = await pidProviderFixture()
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const messages = await all(() => credentialMessage(issuance, tokens))
  const responses = await all((n) => fixture.send('/credential', messages[n]))
  assert.deepEqual(await statuses(responses), { 200: 1, '400 invalid_proof': 49 })
  assert.equal((await fixture.stores.issuedCredentials.search({})).length, 1)
})

test('PP-109 50 concurrent credentials have distinct indices in random order', async () => {
  const config = { statusLists: { count: 1, places: 1000 } }
  const fixture = await pidProviderFixture({ config })
  const issued = await all(async () => {
    const issuance = await beginIssuance(fixture)
    const tokens = await obtainTokens(issuance)
    return (await fixture.send('/credential', await credentialMessage(issuance, tokens))).status
  })
  assert.ok(issued.every((status) => status === 200))
  const register = await fixture.stores.issuedCredentials.search({})
  assert.equal(new Set(register.map(({ statusIndex }) => statusIndex)).size, 50)
  const inOrder = register.map(({ statusIndex }) => statusIndex)
  assert.notDeepEqual(
    inOrder,
    inOrder.toSorted((a, b) => a - b),
  )
})
