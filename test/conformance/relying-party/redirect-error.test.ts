/** `error` at the redirect URI, and a redirect URI in another browser, in every profile (RP-135). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProfileName, profileNames } from '../../../src/profiles/index.ts'
import { answerOrder, ordered, orderFor, orderingService } from '../../support/ordering-service.ts'
import {
  createBrowser,
  entityIds,
  fetchRequest,
  post,
  present,
  type RelyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
} from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'
import { pageRefused, sameDevice } from '../../support/relying-party-sessions.ts'

const typeIn: Readonly<Record<ProfileName, string>> = {
  seed: 'eu.eudiw.pid.it',
  'it-wallet-1.0': 'https://anchor.example/vct/v1.0.0/personidentificationdata',
  'it-wallet-1.4': 'urn:it-wallet:eid:1',
}

const refused = (at: RelyingPartyFixture, response: Response, code: string): Promise<string> =>
  pageRefused(at, response, 'RP-135', code)

for (const profile of profileNames) {
  test(`RP-135 ${profile}: an error with cookie and state ends an open presentation`, async () => {
    const at = await profileFixture(profile)
    const started = await start(at, sameDevice)
    const { payload } = await requestObjectOf(await fetchRequest(at, started))
    const url = `${rpId}/presentation-result?error=access_denied&state=${payload.state}`
    await refused(at, await createBrowser(at).get(url), 'error_unbound')
    await refused(at, await (await start(at, sameDevice)).browser.get(url), 'error_unbound')
    await refused(at, await started.browser.get(`${rpId}/presentation-result?error=access_denied`), 'error_unbound')
    assert.equal((await at.stores.presentationSessions.find(started.id))?.status, 'fetched')
    await refused(at, await started.browser.get(url.replace('access_denied', '%22')), 'error_malformed')
    await refused(at, await started.browser.get(url), 'wallet_refused')
    const session = await at.stores.presentationSessions.find(started.id)
    assert.deepEqual([session?.status, session?.rejection], ['rejected', 'access_denied'])
  })

  test(`RP-135 ${profile}: an error does not change a completed presentation`, async () => {
    const at = await profileFixture(profile)
    const { started, response } = await present(at, { query: sameDevice })
    const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
    await refused(at, await started.browser.get(`${redirectUri}&error=server_error`), 'session_completed')
    await refused(at, await createBrowser(at).get(`${redirectUri}&error=server_error`), 'error_unbound')
    assert.equal((await started.browser.get(redirectUri)).status, 200)
  })

  test(`RP-135 ${profile}: an error for a presentation that expired is not called an error for a completed one`, async () => {
    const at = await profileFixture(profile)
    const started = await start(at, sameDevice)
    const { payload } = await requestObjectOf(await fetchRequest(at, started))
    at.clock.advance(300)
    const url = `${rpId}/presentation-result?error=access_denied&state=${payload.state}`
    await refused(at, await started.browser.get(url), 'session_over')
    assert.equal((await at.stores.presentationSessions.find(started.id))?.status, 'fetched')
  })
}

for (const profile of profileNames)
  for (const bound of ['response_code', 'state'] as const)
    test(`RP-97 RP-135 ${profile}: a browser that repeats an error with ${bound} because the answer was lost gets the same answer`, async () => {
      const ordering = await orderingService()
      const at = ordering.at[profile]
      const { startUrl, browser } = await ordered(ordering, orderFor(profile, [typeIn[profile]]))
      const { searchParams } = new URL((await browser.get(startUrl)).headers.get('location') ?? '')
      const started = { requestUri: searchParams.get('request_uri') ?? '', parameters: searchParams }
      const { state } = (await requestObjectOf(await fetchRequest(at, started))).payload
      let url = `${entityIds[profile]}/presentation-result?state=${state}&error=access_denied`
      if (bound === 'response_code') {
        const answered = (await (await post(at, { error: 'access_denied', state })).json()) as { redirect_uri: string }
        url = `${answered.redirect_uri}&error=access_denied`
      }
      const former = createBrowser(at, browser)
      const [first, again] = [await browser.get(url), await former.get(url)]
      assert.deepEqual([first.status, again.status], [303, 303])
      assert.equal(again.headers.get('location'), first.headers.get('location'))
      assert.deepEqual(again.headers.getSetCookie(), first.headers.getSetCookie())
      await refused(at, await createBrowser(at).get(url), 'error_unbound')
    })

/** Returns an error page without its reference and without its own URL. */
async function pageOf(response: Response, code: string): Promise<string> {
  assert.equal(response.status, 403)
  const text = await response.text()
  assert.match(text, /id="reference">[^<]*<code>[^<]+</)
  return text.replaceAll(/<code>[^<]+<\/code>/g, '').replaceAll(code, 'CODE')
}

for (const profile of profileNames)
  for (const flow of ['cross-device', 'same-device'])
    test(`RP-135 ${profile}: for an ordered presentation (${flow}), a redirect URI in another browser has the page of an unknown code`, async () => {
      const ordering = await orderingService()
      const at = ordering.at[profile]
      const order = await ordered(ordering, { ...orderFor(profile, [typeIn[profile]]), flow })
      const { response } = await answerOrder(ordering, profile, order)
      const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
      const codeOf = (url: string): string => new URL(url).searchParams.get('response_code') ?? ''
      if (flow === 'cross-device') assert.equal((await createBrowser(at).get(redirectUri)).status, 200)
      const again = await createBrowser(at).get(redirectUri)
      const { requirement, code } = at.sink.decisions.at(-1)?.checks.at(-1) ?? {}
      const expected = flow === 'cross-device' ? ['RP-135', 'response_code_unknown'] : ['RP-81', 'session_elsewhere']
      assert.deepEqual([requirement, code], expected)
      const unknown = `${entityIds[profile]}/presentation-result?response_code=${'x'.repeat(43)}`
      const { browser: foreign } = await start(at, sameDevice)
      const pageOfUnknown = await pageOf(await createBrowser(at).get(unknown), codeOf(unknown))
      assert.equal(await pageOf(again, codeOf(redirectUri)), pageOfUnknown)
      assert.equal(await pageOf(await foreign.get(redirectUri), codeOf(redirectUri)), pageOfUnknown)
      assert.ok(!pageOfUnknown.includes('back-to-service'))
      at.clock.advance(at.config.resultLifetimeSeconds)
      const late = await pageOf(await order.browser.get(redirectUri), codeOf(redirectUri))
      assert.match(late, /id="back-to-service" href="https:\/\/portal\.example\/"/)
    })
