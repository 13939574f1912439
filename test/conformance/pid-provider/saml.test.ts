/** The login over SAML at the PID Provider's own endpoints: redirects, cookies, and published metadata. */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { failed } from '../../../src/base/index.ts'
import { attributeOf, childOf, childrenOf, createPidProvider } from '../../../src/pid-provider/index.ts'
import { parseSamlXml, readSignedElement } from '../../../src/pid-provider-adapters/saml-xml.ts'
import { observeOutput } from '../../support/decisions.ts'
import {
  authorize,
  beginIssuance,
  bodyOf,
  callback,
  consentPage,
  decide,
  locationOf,
  obtainCode,
  pushed,
  redeem,
  sessionCookieOf,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'
import { writeAnswer } from '../../support/saml-faults.ts'
import {
  asSession,
  createSamlBench,
  factsOf,
  inSession,
  openSamlBrowser,
  postAnswer,
  type SamlBrowser,
  samlCallbackUrl,
} from '../../support/saml-login.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const bench = await createSamlBench()
const { fixture, idpKey, key } = bench
const { sink } = fixture

const genuine = (browser: SamlBrowser): string => writeAnswer(factsOf(fixture, browser), idpKey)
const bothCookies = (value: string, seconds = 900): readonly string[] => [
  `__Host-pid-provider-session=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`,
  `__Secure-pid-provider-login=${value}; Path=/login/callback/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=None`,
]
const refusedOnPage = (response: Response, code: string, id = 'PP-65', status = 400) =>
  assertRefusal(response, sink, { id, code, status })

test('PP-113 the person chooses a provider, and is redirected with a signed AuthnRequest that has a new ID', async () => {
  const issuance = await beginIssuance(fixture)
  const page = await (await authorize(issuance, await pushed(issuance))).text()
  assert.match(page, /<button id="provider-spid"[^>]*>.*Entra con SPID/)
  const [first, second] = [await openSamlBrowser(bench), await openSamlBrowser(bench)]
  assert.notEqual(first.requestId, second.requestId)
  const { location } = first
  const xml = inflateRawSync(Buffer.from(location.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  assert.ok(
    xml.includes(` ID="${first.requestId}"`) && xml.includes(` AssertionConsumerServiceURL="${samlCallbackUrl}"`),
  )
  assert.ok(xml.includes('ForceAuthn="true"') && xml.includes('https://www.spid.gov.it/SpidL3'))
  const [query = '', signature = ''] = location.search.slice(1).split('&Signature=')
  const bytes = Buffer.from(decodeURIComponent(signature), 'base64')
  assert.ok(verify('sha256', Buffer.from(query), createPublicKey(key.certificate), bytes))
})

test('PP-113 the service provider publishes signed metadata with exactly the callback URL of the logins', async () => {
  const response = await fixture.send('/saml/metadata')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/samlmetadata+xml')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const document = await parseSamlXml(await response.text())
  assert.ok(!failed(document))
  assert.ok(await readSignedElement(document, document.node, [key.certificate]))
  const services = childrenOf(childOf(document.root, 'md:SPSSODescriptor'), 'md:AssertionConsumerService')
  assert.deepEqual(
    services.map((service) => attributeOf(service, 'Location')),
    [samlCallbackUrl],
  )
  assert.equal(attributeOf(document.root, 'entityID'), pidProviderId)
  observeOutput('PP-113')
})

test('PP-38 the callback URL of SAML is not among the redirect URIs, and a provider without SAML serves no SAML metadata', async () => {
  const configuration = await fixture.provider.publisher.entityConfiguration(fixture.clock.now())
  const payload = JSON.parse(Buffer.from(configuration.jwt.split('.')[1] ?? '', 'base64url').toString())
  assert.deepEqual(payload.metadata.openid_relying_party.redirect_uris, [`${pidProviderId}/login/callback/cie`])
  assert.equal((await (await pidProviderFixture()).send('/saml/metadata')).status, 404)
})

test('a service does not start with a repeated or malformed provider id, or without SAML metadata', () => {
  const [cie] = fixture.identityProviders
  assert.ok(cie)
  const { serviceProviderMetadata, ...parts } = fixture.parts
  assert.ok(serviceProviderMetadata)
  for (const identityProviders of [[cie, cie], [{ ...cie, id: 'a/b' }], [{ ...cie, channel: 'saml' as const }]])
    assert.throws(() => createPidProvider({ ...parts, identityProviders }), TypeError)
})

test('PP-60 the session cookie has a copy for the callback only, which a form of another site can send', async () => {
  const { setCookies, loginCookie } = await openSamlBrowser(bench)
  assert.match(loginCookie, /^__Secure-pid-provider-login=[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(setCookies, bothCookies(loginCookie.split('=')[1] ?? ''))
  const overOidc = await beginIssuance(fixture)
  const answer = await authorize(overOidc, await pushed(overOidc), { provider: 'cie' })
  const [session = ''] = answer.headers.getSetCookie()
  assert.deepEqual(answer.headers.getSetCookie(), bothCookies(session.split(/[=;]/)[1] ?? ''))
})

test('PP-13 PP-63 PP-64 a genuine answer at level High leads to consent, a code and a token', async () => {
  const browser = await openSamlBrowser(bench)
  fixture.clock.advance(1)
  const response = await postAnswer(bench, browser, genuine(browser))
  assert.equal(response.status, 303, await response.clone().text())
  assert.equal(response.headers.get('location'), `${pidProviderId}/consent`)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const session = inSession(response)
  assert.match(session.cookie, /^__Host-pid-provider-session=[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(response.headers.getSetCookie(), bothCookies(session.cookie.split('=')[1] ?? ''))
  const page = await (await consentPage(browser.issuance, session)).text()
  for (const word of ['Nicolò', 'D&#39;Angelò', '23 settembre 1978', 'Palermo (PA)', 'DNGNCL78P23G273W'])
    assert.ok(page.includes(word), word)
  const code = locationOf(await decide(browser.issuance, session)).searchParams.get('code')
  assert.ok(code)
  assert.equal((await redeem(browser.issuance, code)).status, 200)
})

test('PP-60 an answer changes the session id, and the former cookies are refused', async () => {
  const browser = await openSamlBrowser(bench)
  const kept = browser.setCookies.map((line) => line.split(';', 1)[0]).join('; ')
  const response = await postAnswer(bench, browser, genuine(browser))
  assert.equal(response.status, 303)
  for (const own of [{ cookie: kept, state: '' }, asSession(browser)]) {
    await refusedOnPage(await consentPage(browser.issuance, own), 'session_unknown', 'PP-60')
    await refusedOnPage(await decide(browser.issuance, own), 'session_unknown', 'PP-60')
  }
  const code = locationOf(await decide(browser.issuance, inSession(response))).searchParams.get('code')
  assert.ok(code, 'the new cookie is accepted')
})

test('PP-60 a failed login removes the cookies of its browser, and does not affect another browser', async () => {
  const [ended, next] = [await openSamlBrowser(bench), await openSamlBrowser(bench)]
  const session = inSession(await postAnswer(bench, ended, genuine(ended)))
  const failing = await postAnswer(bench, next, genuine(ended))
  assert.equal(locationOf(failing).searchParams.get('error'), 'access_denied')
  assert.deepEqual(failing.headers.getSetCookie(), bothCookies('', 0))
  assert.ok(locationOf(await decide(ended.issuance, session)).searchParams.has('code'))
  const again = await openSamlBrowser(bench)
  assert.equal(inSession(await postAnswer(bench, again, genuine(again))).cookie.length, session.cookie.length)
})

test('PP-60 an answer from another browser, or with the cookie under another name, is refused', async () => {
  const [browser, other] = [await openSamlBrowser(bench), await openSamlBrowser(bench)]
  const xml = genuine(browser)
  for (const cookie of [undefined, asSession(browser).cookie, '__Secure-pid-provider-login=x'])
    await refusedOnPage(await postAnswer(bench, browser, xml, { headers: { cookie } }), 'session_unknown', 'PP-60')
  const elsewhere = await postAnswer(bench, browser, xml, { headers: { cookie: other.loginCookie } })
  await refusedOnPage(elsewhere, 'relay_state_mismatch')
  await refusedOnPage(await consentPage(browser.issuance, asSession(other)), 'login_missing', 'PP-60')
  const consent = await consentPage(browser.issuance, { cookie: browser.loginCookie, state: '' })
  await refusedOnPage(consent, 'session_unknown', 'PP-60')
  assert.equal((await postAnswer(bench, browser, xml)).status, 303, 'its own browser can continue')
})

test('PP-65 a form without RelayState, with another one, or for another channel is refused, and uses up nothing', async () => {
  const browser = await openSamlBrowser(bench)
  const xml = genuine(browser)
  for (const [RelayState, code] of [
    [undefined, 'relay_state_missing'],
    ['', 'relay_state_missing'],
    ['x', 'relay_state_mismatch'],
  ] as const)
    await refusedOnPage(await postAnswer(bench, browser, xml, { form: { RelayState } }), code)
  const oidc = await beginIssuance(fixture)
  const begun = await authorize(oidc, await pushed(oidc), { provider: 'cie' })
  const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';')
  const state = locationOf(begun).searchParams.get('state') ?? ''
  const headers = { cookie: `__Secure-pid-provider-login=${cookie.split('=')[1]}` }
  await refusedOnPage(await postAnswer(bench, browser, xml, { headers }), 'provider_foreign')
  const unanswered = await callback(oidc, { cookie, state }, { state: undefined })
  await refusedOnPage(unanswered, 'login_response_foreign')
  const query = await fixture.send('/login/callback/spid?state=x', { headers: { cookie: asSession(browser).cookie } })
  await refusedOnPage(query, 'relay_state_missing')
  const unknown = await postAnswer(bench, browser, xml, { path: '/login/callback/nobody' })
  await refusedOnPage(unknown, 'provider_foreign')
  assert.equal((await callback(oidc, { cookie, state })).status, 302)
  assert.equal((await postAnswer(bench, browser, xml)).status, 303)
})

test('PP-65 an answer is accepted once, even if it is sent fifty times concurrently', async () => {
  const browser = await openSamlBrowser(bench)
  const xml = genuine(browser)
  const answers = await Promise.all(Array.from({ length: 50 }, () => postAnswer(bench, browser, xml)))
  const again = await postAnswer(bench, browser, xml)
  const sessions = new Set([...answers, again].filter(({ status }) => status === 303).map(sessionCookieOf))
  assert.equal(sessions.size, 1)
  for (const page of answers.filter(({ status }) => status !== 303))
    assert.match(await page.text(), /Ricarica la pagina/)
  await refusedOnPage(await postAnswer(bench, browser, `${xml}\n`), 'session_unknown', 'PP-60')
  const next = await openSamlBrowser(bench)
  const replayed = await postAnswer(bench, next, xml)
  assert.equal(locationOf(replayed).searchParams.get('error'), 'access_denied')
  const check = sink.lastRefusal()?.checks.at(-1)
  assert.deepEqual([check?.requirement, check?.code], ['PP-65', 'response_in_response_to_mismatch'])
})

test('PP-68 the transient NameID is not used: two NameIDs of one person give one unique_id', async () => {
  const subjects: string[] = []
  for (const name of ['_first', '_second']) {
    const browser = await openSamlBrowser(bench)
    const xml = writeAnswer(factsOf(fixture, browser), idpKey, { assertion: (text) => text.replace('_user', name) })
    const session = inSession(await postAnswer(bench, browser, xml))
    const page = await (await consentPage(browser.issuance, session)).text()
    subjects.push(/id="claim-unique_id">([^<]+)/.exec(page)?.[1] ?? '')
    assert.ok(!page.includes(name))
    assert.ok(!JSON.stringify(sink.decisions).includes(name))
  }
  assert.match(subjects[0] ?? '', /^[A-Za-z0-9_-]{43}$/)
  assert.equal(subjects[0], subjects[1])
})

test('a provider without SAML issues tokens over OpenID Connect', async () => {
  const issuance = await beginIssuance(await pidProviderFixture())
  assert.equal((await bodyOf(await redeem(issuance, await obtainCode(issuance)))).token_type, 'DPoP')
})
