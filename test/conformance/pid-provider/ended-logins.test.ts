/**
 * The repeated answer of a failed login: by a reload, the back button, or a restored tab. The browser that brought the
 * answer sees the result again; no other browser does, and the answer is not evaluated again (D-413).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../../src/base/index.ts'
import type { AuthorizationSession } from '../../../src/pid-provider/index.ts'
import { assertErrorRedirect, openProvider } from '../../support/authorizing-browser.ts'
import { answerConsent, callback, consentPage, endingOf, locationOf } from '../../support/pid-issuance.ts'
import { replace, successStatus, writeResponse } from '../../support/saml.ts'
import { createSamlBench, factsOf, openSamlBrowser, postAnswer } from '../../support/saml-login.ts'

const { fixture, identityProvider, sink, begun, onPage } = await openProvider()

/** Returns a flow whose user cancelled the login, with the response to the browser. */
async function cancelled() {
  const all = await begun()
  identityProvider.script.failure = 'user_cancelled'
  const response = await callback(all.issuance, all.browser)
  assert.equal(response.status, 403)
  identityProvider.script = { ...identityProvider.script, level: 'high' }
  delete identityProvider.script.failure
  return { ...all, response }
}

/** Returns the parts of an answer that the browser shows or keeps. */
const seen = async (response: Response) => [
  response.status,
  response.headers.get('fiducia-trace'),
  response.headers.get('location'),
  response.headers.getSetCookie(),
  await response.text(),
]

test('PP-65 PP-66 a reload of a failed login gets the same page, which still links to the wallet', async () => {
  const { issuance, browser, response } = await cancelled()
  assert.deepEqual(response.headers.getSetCookie(), [], 'the cookie is kept for a reload')
  const { asked } = identityProvider
  const first = await seen(response)
  fixture.clock.advance(899)
  for (let times = 0; times < 2; times += 1) {
    const again = await callback(issuance, browser)
    assertErrorRedirect(await endingOf(again.clone()), 'access_denied')
    assert.deepEqual(await seen(again), first)
    const { outcome, checks = [] } = sink.decisions.at(-1) ?? {}
    assert.deepEqual([outcome, checks.at(-1)?.code], ['refused', 'login_response_used'])
  }
  assert.equal(identityProvider.asked, asked, 'the answer is not evaluated again')
  fixture.clock.advance(1)
  await onPage(await callback(issuance, browser), 'PP-60', 'session_unknown')
})

test('PP-60 PP-65 no other browser and no other answer gets the result of a login', async () => {
  const { issuance, browser } = await cancelled()
  const other = await begun()
  await onPage(await callback(issuance, { ...browser, cookie: '' }), 'PP-60', 'session_unknown')
  await onPage(await callback(issuance, { ...other.browser, state: browser.state }), 'PP-65', 'login_response_foreign')
  await onPage(await callback(issuance, { ...browser, state: 'x' }), 'PP-65', 'login_response_foreign')
  await onPage(await callback(issuance, browser, { code: 'y' }), 'PP-60', 'session_unknown')
  await onPage(await consentPage(issuance, browser), 'PP-60', 'session_unknown')
})

test('PP-14 a failed login leaves no session that can be consented to', async () => {
  const { end } = fixture.stores.authorizationSessions
  let left: AuthorizationSession | undefined
  Object.assign(fixture.stores.authorizationSessions, {
    end: (input: Parameters<typeof end>[0]) => {
      left = input.refused
      return end(input)
    },
  })
  const { issuance, browser } = await cancelled()
  Object.assign(fixture.stores.authorizationSessions, { end })
  assert.ok(left)
  assert.equal(left.login, undefined)
  const cookie = `${browser.cookie.split('=', 1)[0]}=${left.id}`
  await onPage(await consentPage(issuance, { ...browser, cookie }), 'PP-60', 'login_missing')
  const form = { consent_token: left.consentToken }
  await onPage(await answerConsent(issuance, { ...browser, cookie }, form), 'PP-60', 'login_missing')
})

test('PP-60 a consent does not find the record of a failed login', async () => {
  const { issuance, browser } = await begun()
  identityProvider.script.failure = 'user_cancelled'
  const answer = { code: 'x', SAMLResponse: 'y' }
  await callback(issuance, browser, answer)
  const consent = { decision: answer.code, consent_token: answer.SAMLResponse }
  await onPage(await answerConsent(issuance, browser, consent), 'PP-60', 'session_unknown')
  assertErrorRedirect(await endingOf(await callback(issuance, browser, answer)), 'access_denied')
})

test('PP-58 a login that ended with a redirect gets the same redirect again', async () => {
  for (const script of [{ failure: 'signature_invalid' }, { fault: new Error('bug') }] as const) {
    const { issuance, browser } = await begun()
    Object.assign(identityProvider.script, script)
    const first = await callback(issuance, browser)
    const again = await callback(issuance, browser)
    assert.equal(first.status, 302)
    assert.equal(locationOf(again).href, locationOf(first).href)
    assert.match(again.headers.get('set-cookie') ?? '', /Max-Age=0/)
  }
  assert.equal(fixture.faults.splice(0).length, 1, 'the fault is reported once')
})

test('PP-65 a login that the store recorded without confirming it is not ended: the repeated answer leads to the consent', async (t) => {
  const { issuance, browser } = await begun()
  const { authorizationSessions } = fixture.stores
  const record = authorizationSessions.recordLogin.bind(authorizationSessions)
  const unconfirmed = async (input: Parameters<typeof record>[0]) => {
    await record(input)
    throw new Unavailable('the connection is lost')
  }
  t.mock.method(authorizationSessions, 'recordLogin', unconfirmed, { times: 1 })
  const first = await callback(issuance, browser)
  assert.deepEqual([first.status, first.headers.get('location')], [503, null], 'the wallet gets no error')
  fixture.faults.splice(0)
  assert.equal(locationOf(await callback(issuance, browser)).pathname, '/consent')
})

test('PP-65 only one of 20 concurrent equal answers ends the login, and the others get a page that asks for a reload', async () => {
  const { issuance, browser } = await begun()
  identityProvider.script.failure = 'user_cancelled'
  const pages = await Promise.all(Array.from({ length: 20 }, () => callback(issuance, { ...browser })))
  const ended = pages.filter(({ status }) => status === 403)
  assert.equal(ended.length, 1)
  for (const page of pages.filter((one) => !ended.includes(one))) assert.match(await page.text(), /Ricarica la pagina/)
  assertErrorRedirect(await endingOf(await callback(issuance, browser)), 'access_denied')
})

test('PP-65 PP-66 a repeated SAML response of a failed login gets the same page, and another response is refused', async () => {
  const bench = await createSamlBench()
  const browser = await openSamlBrowser(bench)
  const status =
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/><samlp:StatusMessage>ErrorCode nr25</samlp:StatusMessage></samlp:Status>'
  const xml = replace(successStatus, status)(writeResponse(factsOf(bench.fixture, browser), successStatus))
  const first = await seen(await postAnswer(bench, browser, xml))
  assert.equal(first[0], 403)
  assert.deepEqual(await seen(await postAnswer(bench, browser, xml)), first)
  const foreign = await postAnswer(bench, browser, xml, { form: { RelayState: 'x' } })
  assert.match(await foreign.text(), /relay_state_mismatch/)
  const other = await postAnswer(bench, browser, `${xml}\n`)
  assert.match(await other.text(), /session_unknown/)
})
