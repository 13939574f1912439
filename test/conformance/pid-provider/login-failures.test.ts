/** National logins that fail, or reach too low a level: the page for the person and the error for the wallet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../../src/base/index.ts'
import type { NationalLoginCode } from '../../../src/pid-provider/index.ts'
import { assertErrorRedirect, assertPageHeaders, openProvider } from '../../support/authorizing-browser.ts'
import { observeOutput } from '../../support/decisions.ts'
import { authorize, callback, consentPage, endingOf, locationOf } from '../../support/pid-issuance.ts'

const { fixture, identityProvider, sink, begun, onPage } = await openProvider()

test('PP-13 a level below High ends in access_denied, and no code is issued', async () => {
  for (const level of ['low', 'substantial'] as const) {
    const { issuance, browser, requestUri } = await begun()
    identityProvider.script.level = level
    const response = await callback(issuance, browser)
    assert.equal(response.status, 403)
    assert.match(await response.clone().text(), /livello di sicurezza troppo basso[^<]*SPID di livello 3/)
    assertErrorRedirect(await endingOf(response), 'access_denied')
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
  test(`${id} the wallet receives ${error} after a login that fails with ${code}`, async () => {
    const { issuance, browser } = await begun()
    identityProvider.script.failure = code
    assertErrorRedirect(await endingOf(await callback(issuance, browser)), error)
    const check = sink.lastRefusal()?.checks.at(-1)
    assert.deepEqual([check?.requirement, check?.code], [id, code])
  })

test('PP-57 PP-58 the wallet can distinguish an outage from an internal error', async () => {
  const cases = [
    [new Unavailable('down'), 'temporarily_unavailable'],
    [new Error('bug'), 'server_error'],
  ] as const
  for (const [fault, error] of cases) {
    const { issuance, browser } = await begun()
    identityProvider.script.fault = fault
    assertErrorRedirect(locationOf(await callback(issuance, browser)), error)
    assert.deepEqual(fixture.faults.splice(0), [fault])
  }
  const { issuance, requestUri } = await begun()
  identityProvider.script.beginFailure = 'provider_unreachable'
  const unbegun = await authorize(issuance, requestUri)
  assertErrorRedirect(locationOf(unbegun), 'temporarily_unavailable')
  assert.equal(unbegun.headers.get('fiducia-trace'), sink.lastRefusal()?.trace)
  observeOutput('PP-57')
  observeOutput('PP-58')
})

test('PP-58 PP-66 a failed authorization has the trace of its decision in the header and on the page that explains it', async () => {
  const cases = [
    { level: 'low' },
    { failure: 'user_cancelled' },
    { failure: 'provider_unreachable' },
    { fault: new Unavailable('down') },
    { fault: new Error('bug') },
  ] as const
  for (const script of cases) {
    const { issuance, browser } = await begun()
    Object.assign(identityProvider.script, script)
    const response = await callback(issuance, browser)
    const { trace } = sink.decisions.at(-1) ?? {}
    assert.equal(response.headers.get('fiducia-trace'), trace)
    if (response.status !== 403) continue
    const html = await response.text()
    assert.equal(/<code id="trace">([^<]+)</.exec(html)?.[1], trace)
    const description = (await endingOf(new Response(html))).searchParams.get('error_description')
    assert.equal(/<p id="error-description" lang="en">([^<]+)</.exec(html)?.[1], description)
  }
  fixture.faults.splice(0)
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
  'user_card_invalid',
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
    const [, href = ''] = /id="return-to-wallet" href="([^"]+)"/.exec(html) ?? []
    assertErrorRedirect(new URL(href.replaceAll('&amp;', '&')), 'access_denied')
    const [, words = ''] = /id="explanation">([^<]+)</.exec(html) ?? []
    assert.ok(words.length > 40 && !words.includes('La richiesta non è valida'), words)
    await onPage(await consentPage(issuance, browser), 'PP-60', 'session_unknown')
  })
