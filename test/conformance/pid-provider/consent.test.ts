/** The consent: its page, the effect of an answer, and the refusal of answers that do not come from its page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorRedirect, assertPageHeaders, openProvider } from '../../support/authorizing-browser.ts'
import { brokenForms } from '../../support/broken-forms.ts'
import { observeOutput } from '../../support/decisions.ts'
import {
  answerConsent,
  authorize,
  type Browser,
  consentPage,
  consentTokenOf,
  decide,
  locationOf,
  redeem,
} from '../../support/pid-issuance.ts'
import { walletProviderId } from '../../support/pid-provider-fixture.ts'
import { person } from '../../support/scripted-identity-provider.ts'

const { fixture, sink, loggedIn, onPage } = await openProvider()

test('PP-14 the person sees the claims and the recipient, in their language', async () => {
  const { issuance, browser } = await loggedIn()
  const taxNumber = person.fiscal_number.replace('TINIT-', '')
  for (const [language, words] of [
    ['it', ['Codice fiscale', 'Acconsento', '29 febbraio 1984']],
    ['en', ['Italian tax code', 'I agree', '29 February 1984']],
    ['de', ['Steuernummer', 'Ich stimme', '29. Februar 1984']],
  ] as const) {
    const response = await consentPage(issuance, browser, { 'accept-language': language })
    const html = await response.text()
    assertPageHeaders(response)
    for (const word of [...words, 'Ada', 'Rossi', 'Roma (RM)', taxNumber, 'Ente di Prova'])
      assert.ok(html.includes(word), word)
    assert.doesNotMatch(response.headers.get('content-security-policy') ?? '', /form-action/)
    observeOutput('PP-199')
    assert.match(html, new RegExp(`<html lang="${language}">`))
    assert.equal(html.match(/class="primary"/g)?.length, 1)
  }
})

test('PP-14 D-378 the page shows the name of a Wallet Provider as one short line of visible characters', async () => {
  for (const [name, shown] of [
    ['Ente\u202e di\u200b\nProva\u0007', 'Ente di Prova'],
    ['x'.repeat(5000), `${'x'.repeat(99)}…`],
    ['<b>Ente</b>', '&lt;b&gt;Ente&lt;/b&gt;'],
    ['\u202e\u200b ', new URL(walletProviderId).host],
  ] as const) {
    const { fixture: at, loggedIn: loggedInThere } = await openProvider()
    Object.assign(at.walletProvider.metadata ?? {}, { federation_entity: { organization_name: name } })
    const { issuance, browser } = await loggedInThere()
    const html = await (await consentPage(issuance, browser)).text()
    assert.equal(/<strong id="wallet-provider">([^<]*)</.exec(html)?.[1], shown)
  }
})

test('PP-14 the person’s refusal ends the flow with access_denied', async () => {
  const { issuance, browser, requestUri } = await loggedIn()
  const response = await decide(issuance, browser, { decision: 'refuse' })
  assertErrorRedirect(locationOf(response), 'access_denied')
  assert.equal(response.headers.get('fiducia-trace'), sink.lastRefusal()?.trace)
  assert.match(response.headers.get('set-cookie') ?? '', /Max-Age=0/)
  await onPage(await authorize(issuance, requestUri), 'PP-54', 'request_uri_unknown')
})

const asked = async () => {
  const all = await loggedIn()
  const consent_token = consentTokenOf(await (await consentPage(all.issuance, all.browser)).text())
  return { ...all, consent_token }
}

test('PP-15 a repeated consent gets the same code until the code is redeemed, and any other answer is refused', async () => {
  const { issuance, browser, consent_token } = await asked()
  const first = await answerConsent(issuance, browser, { consent_token })
  const again = await answerConsent(issuance, browser, { consent_token })
  assert.equal(again.status, 302)
  assert.equal(again.headers.get('location'), first.headers.get('location'))
  const assertUnknown = async (browserNow: Browser, form: Record<string, string | undefined>) =>
    onPage(await answerConsent(issuance, browserNow, form), 'PP-60', 'session_unknown')
  const other = await asked()
  await assertUnknown(browser, { consent_token, decision: 'refuse' })
  await assertUnknown(browser, { consent_token, decision: undefined })
  await assertUnknown(browser, { consent_token: other.consent_token })
  await assertUnknown(browser, { consent_token: undefined })
  await assertUnknown({ ...browser, cookie: '' }, { consent_token })
  await assertUnknown({ ...browser, cookie: '__Host-pid-provider-session=x' }, { consent_token })
  await onPage(await consentPage(issuance, browser), 'PP-60', 'session_unknown')
  assert.equal((await redeem(issuance, locationOf(again).searchParams.get('code') ?? '')).status, 200)
  await assertUnknown(browser, { consent_token })
})

test('PP-69 a consent that is repeated after the code’s expiry is refused', async () => {
  const { issuance, browser, consent_token } = await asked()
  await answerConsent(issuance, browser, { consent_token })
  fixture.clock.advance(59)
  assert.equal((await answerConsent(issuance, browser, { consent_token })).status, 302)
  fixture.clock.advance(1)
  await onPage(await answerConsent(issuance, browser, { consent_token }), 'PP-60', 'session_unknown')
})

test('PP-14 a repeated refusal gets the same redirect to the wallet until the code’s expiry', async () => {
  const { issuance, browser, consent_token, requestUri } = await asked()
  const refusal = { consent_token, decision: 'refuse' }
  const first = await answerConsent(issuance, browser, refusal)
  assertErrorRedirect(locationOf(first), 'access_denied')
  for (let n = 0; n < 2; n++) {
    const again = await answerConsent(issuance, browser, refusal)
    assert.equal(again.headers.get('location'), first.headers.get('location'))
    assert.equal(sink.lastRefusal()?.checks.at(-1)?.code, 'consent_refused')
    assert.equal(again.headers.get('fiducia-trace'), sink.lastRefusal()?.trace)
  }
  await onPage(await answerConsent(issuance, browser, { consent_token }), 'PP-60', 'session_unknown')
  await onPage(await answerConsent(issuance, browser, { decision: 'refuse' }), 'PP-60', 'session_unknown')
  await onPage(await authorize(issuance, requestUri), 'PP-54', 'request_uri_unknown')
  fixture.clock.advance(60)
  await onPage(await answerConsent(issuance, browser, refusal), 'PP-60', 'session_unknown')
})

test('PP-59 a consent without the token of the consent page is refused', async () => {
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

test('GEN-07 GEN-09 GEN-23 GEN-29 the general rules for forms apply to the consent form', async () => {
  const form = { parameter: 'decision', malformed: '%ff', tooLarge: 70_000, method: 'PUT', mediaType: 'text/plain' }
  for (const [id, code, status, init] of brokenForms(form))
    await onPage(await fixture.send('/consent', init), id, code, status)
})
