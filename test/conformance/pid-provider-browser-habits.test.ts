/**
 * What browsers do by themselves, at the PID Provider: they load pages ahead and have two tabs open. That an answer is sent
 * again is told in `pid-provider-ended-logins` and `pid-provider-consent`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeParameters } from '../../src/http/index.ts'
import { openProvider } from '../support/authorizing-browser.ts'
import { preparePage } from '../support/page-loads.ts'
import { callback, consentPage, decide, locationOf, openBrowser, pushed } from '../support/pid-issuance.ts'

const { fixture, begun } = await openProvider()

test('RP-95 the pages of an issuance do nothing when they are loaded ahead, and work when a person opens them', async () => {
  const { issuance } = await begun()
  const requestUri = await pushed(issuance)
  const ahead = (path: string, cookie?: string) =>
    preparePage(
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
